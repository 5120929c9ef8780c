import type { fleets, RowOf } from '@forecourt/contract'

export type Fleet = RowOf<typeof fleets>
