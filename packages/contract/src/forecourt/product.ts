import { z } from 'zod'
import { resource } from '../kit.ts'
import { fuelColors } from './fuel-color.ts'
import { CentsPerL, Instant, Name, Ref, TaxRate, Text } from '../units.ts'

export const classifications = ['gasoline', 'diesel', 'gas', 'other'] as const

/** 油品: a grade of the company's catalogue. A station sells it from its first price there on. */
export const Product = z.object({
  name: Name(40),
  /** What the trade calls it by: `92`, `0`, `-10`. Unique within the company. */
  code: Name(20),
  classification: z.enum(classifications),
  taxRate: TaxRate,
  description: Text(100).default(''),
  /** What it is sold from. */
  baseFuelId: Ref('baseFuels').nullable().default(null),
  /** Its own; unset, it has that of its base fuel, else the usual one of its kind. */
  color: z.enum(fuelColors).nullable().default(null),
})

/** What a list of products says of each at the station that is selected; absent without one. */
export const PriceHere = z.object({
  /** In force now; null before the first price. */
  priceCents: CentsPerL.nullable(),
  fromAt: Instant.nullable(),
  /** The next one that is already set. */
  nextPriceCents: CentsPerL.nullable(),
  nextFromAt: Instant.nullable(),
})
export type PriceHere = z.output<typeof PriceHere>

export const products = resource('products', {
  table: 'product',
  scope: 'company',
  permission: 'forecourt.product',
  body: Product,
  read: {
    companyId: Ref('companies'),
    createdDate: Instant,
    /** The colour that its base fuel gives it. */
    baseColor: z.enum(fuelColors).nullable(),
  },
  label: ['code', 'name'],
  many: { items: ['items', 'productId'], tanks: ['tanks', 'productId'], prices: ['productPrices', 'productId'] },
  sort: 'code',
  bulk: ['update', 'delete'],
})
