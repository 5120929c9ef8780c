import type { RowOf, products, PriceHere } from '@forecourt/contract'

export type Fuel = RowOf<typeof products> & Partial<PriceHere>
