import { z } from 'zod'
import { resource } from '../kit.ts'
import { CentsPerL, Instant, Name, Ref, TaxRate, Text } from '../units.ts'

/** 商品: what a station sells, a fuel or goods (decision B5). */
export const Item = z.object({
  stationId: Ref('stations'),
  /** A fuel's; null for goods. */
  productId: Ref('products').nullable().default(null),
  categoryId: Ref('categories'),
  name: Name(60),
  /** What a till calls it by; unique within the station. */
  code: Name(40),
  barcode: Text(40).default(''),
  /** Of one piece. Not entered for a fuel: its price has a history of its own, and the one in force is shown, searched and sorted by. */
  priceCents: CentsPerL.nullable().default(null),
  priceType: z.enum(['currency', 'score']).default('currency'),
  /** Pieces in stock; -1 is unlimited. */
  inventory: z.int().min(-1).max(1_000_000_000).default(-1),
  taxRate: TaxRate,
  hidden: z.boolean().default(false),
})

export const items = resource('items', {
  table: 'item',
  at: true,
  scope: 'station',
  permission: 'goods.item',
  body: Item,
  read: { createdDate: Instant },
  label: ['code', 'name'],
  sort: 'code',
  bulk: ['update', 'delete'],
})
