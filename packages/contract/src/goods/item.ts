import { z } from 'zod'
import { GiftCoupons } from '../deal/gift-coupons.ts'
import { endpoint, resource } from '../kit.ts'
import { Cents, CentsPerL, Id, Instant, Name, Ref, TaxRate, Text } from '../units.ts'

/** Higher stands higher; it is a rank and no mass. @source decisions GD2 */
export const Rank = z.int().min(-1_000_000).max(1_000_000).default(0)

/** -1 is a stock without limit. @source spec 1 §5, §9 */
export const Inventory = z.int().min(-1).max(1_000_000_000)

/**
 * What goods give to the card of the buyer. A balance is so much, or a share of what is paid for the line after its discount, half
 * up; of points it is a count. @source requirements GDS-002, GDS-007, decisions GD5, GD6
 */
const giftPoints = z.int().min(1).max(1_000_000)
const giftCents = Cents.min(1).max(1_000_000_00)
const giftPercent = TaxRate.min(0.01)

/** 商品: what a station sells, a fuel or goods (decision B5). */
export const Item = z.object({
  stationId: Ref('stations'),
  /** A fuel's; null for goods. */
  productId: Ref('products').nullable().default(null),
  categoryId: Ref('categories'),
  name: Name(60),
  description: Text(500).default(''),
  /** What a till calls it by; unique within the station. */
  code: Name(40),
  /** Unique within the station where there is one. A wrong check digit is allowed: shops print codes of their own. @source decisions GD8 */
  barcode: Text(40).default(''),
  /** Of one piece. Not entered for a fuel: its price has a history of its own, and the one in force is shown, searched and sorted by. */
  priceCents: CentsPerL.nullable().default(null),
  priceType: z.enum(['currency', 'score']).default('currency'),
  taxRate: TaxRate,
  weight: Rank,
  hidden: z.boolean().default(false),
  /** When it is on sale; without either it always is. The end is the first moment at which it is not. @source decisions GD7 */
  startTime: Instant.nullable().default(null),
  endTime: Instant.nullable().default(null),
  /** At so many pieces or fewer its stock is low; nothing is said while this is empty. */
  lowStock: z.int().min(0).max(1_000_000).nullable().default(null),
  /** One that is given by hand, for finding and changing together what belongs together. @source requirement GDS-002 */
  tagId: Ref('tags').nullable().default(null),
  giftPoints: giftPoints.nullable().default(null),
  /** 赠送金额: to be spent like any gift; one of the two. */
  giftCents: giftCents.nullable().default(null),
  giftPercent: giftPercent.nullable().default(null),
  /** 赠送冻结金额: kept on the card until it is unfrozen; one of the two. */
  frozenCents: giftCents.nullable().default(null),
  frozenPercent: giftPercent.nullable().default(null),
  /** For each piece, to the holder of the card. */
  giftCoupons: GiftCoupons.default([]),
  /** The card product that may receive it; any where it is empty. */
  giftCardId: Ref('cards').nullable().default(null),
})

const records = resource('items', {
  table: 'item',
  at: true,
  scope: 'station',
  permission: 'goods.item',
  body: Item,
  /** A new number is counted: the book is changed by what it differs. Left out, the stock stays as it is; a new record has no limit. */
  also: { inventory: Inventory.optional() },
  read: {
    /** Pieces on the shelf; -1 is unlimited. @source decisions GD1 */
    inventory: z.int(),
    /** Pieces that tills have sold beyond what the book says was there. */
    oversold: z.int(),
    /** Its stock is at or below the mark that was set for it; null where nothing is counted or no mark is set. */
    low: z.boolean().nullable(),
    /** It has the barcode of other goods of the station, from the time before barcodes were unique. */
    barcodeDoubled: z.boolean(),
    createdDate: Instant,
  },
  label: ['code', 'name'],
  unsearchable: ['giftCoupons'],
  sort: 'weight,desc',
  /** A client that reads the list page by page finds what was added meanwhile behind the others of its rank. @source decisions GD10 */
  ties: 'asc',
  bulk: ['delete'],
})

/** What a batch edit may set, each field for all of the goods that it names. What is left out stays as it is. */
const Batch = z
  .strictObject({
    categoryId: Ref('categories').optional(),
    priceCents: CentsPerL.optional(),
    taxRate: TaxRate.optional(),
    weight: z.int().min(-1_000_000).max(1_000_000).optional(),
    hidden: z.boolean().optional(),
    startTime: Instant.nullable().optional(),
    endTime: Instant.nullable().optional(),
    lowStock: z.int().min(0).max(1_000_000).nullable().optional(),
    tagId: Ref('tags').nullable().optional(),
    /** So much of a balance ends a share of it, and the other way round. */
    giftPoints: giftPoints.nullable().optional(),
    giftCents: giftCents.nullable().optional(),
    giftPercent: giftPercent.nullable().optional(),
    frozenCents: giftCents.nullable().optional(),
    frozenPercent: giftPercent.nullable().optional(),
    giftCoupons: GiftCoupons.optional(),
    giftCardId: Ref('cards').nullable().optional(),
  })
  .refine(set => Object.keys(set).length > 0, 'batchNothing')
const itemIds = z.array(Ref('items')).min(1).max(500)

/** Why goods were not copied to a station. */
export const CopyRefusal = z.enum(['barcodeTaken', 'codeOfFuel'])

export const items = {
  ...records,
  /** 批量编辑. @source requirement GDS-013 */
  batch: endpoint('PUT', '/items/batch', {
    permission: 'goods.item.write',
    body: z.strictObject({ itemIds, set: Batch }),
    returns: z.object({ changed: z.int() }),
    summary: 'Sets the same values for several goods of one station, all of them or none; at least one field',
  }),
  /** 复制到油站: found at the other station by their code. @source decisions GD11 */
  copy: endpoint('POST', '/items/copy', {
    permission: 'goods.item.write',
    body: z.strictObject({ itemIds, stationIds: z.array(Ref('stations')).min(1).max(500), preview: z.boolean().default(false) }),
    returns: z.object({
      content: z.array(
        z.object({
          stationId: Id,
          station: z.string(),
          added: z.int(),
          changed: z.int(),
          unchanged: z.int(),
          /** What is different there, by the code of the goods. */
          changes: z.array(z.object({ code: z.string(), name: z.string(), fields: z.array(z.string()) })),
          refused: z.array(z.object({ code: z.string(), name: z.string(), reason: CopyRefusal })),
        }),
      ),
    }),
    summary: 'Gives goods to other stations: what is missing there is added, what differs is changed; a preview says so beforehand',
  }),
}
