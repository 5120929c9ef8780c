import { z } from 'zod'
import { ToppedUpKind } from '../card/user-card.ts'
import { CouponToGive, GiftCoupons } from '../deal/gift-coupons.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Cents, Id, Instant, LongText, Name, Ref, TaxRate } from '../units.ts'

/** 已上架, 已下架, 已过期: only what is on the shelf is offered. Expired is never kept: it is what the end of a package comes to. @source GDS-006 */
export const ShelfStatus = z.enum(['onShelf', 'offShelf', 'expired'])
export type ShelfStatus = z.output<typeof ShelfStatus>

/**
 * 充值套餐: what is given for a top-up of so much, what that gift may buy and until when. The highest on the shelf that a payment reaches
 * is its tier (档位). A list that is empty limits nothing. @source MEM-004; decisions E2, ME7
 */
export const debitItems = resource('debitItems', {
  table: 'top_up_package',
  at: true,
  scope: 'company',
  permission: 'topUp.package',
  body: z.object({
    name: Name(40),
    description: LongText(500).default(''),
    /** The kinds of card that it is for. */
    classification: z.array(ToppedUpKind).min(1).max(ToppedUpKind.options.length),
    priceCents: Cents.min(1).max(100_000_000_00),
    /** One of the two: so much, or a share of what is paid, half up. */
    giftCents: Cents.min(1).max(100_000_000_00).nullable().default(null),
    giftPercent: TaxRate.min(0.01).nullable().default(null),
    /** Points for the holder's account of points, besides. */
    giftPoints: z.int().min(1).max(1_000_000).nullable().default(null),
    /** For the holder of the card, besides. */
    giftCoupons: GiftCoupons.default([]),
    /** What the gift may buy; what is paid in buys anything. */
    products: z
      .array(z.object({ productId: Ref('products') }))
      .max(50)
      .default([]),
    /** How long the gift lasts after the day of the top-up, by one of the two; without end where neither is said. */
    giftDays: z.int().min(1).max(3650).nullable().default(null),
    giftMonths: z.int().min(1).max(120).nullable().default(null),
    /** For the card from its purchase on, until the package ends. */
    discountId: Ref('discounts').nullable().default(null),
    /** Of two of the same price the heavier one counts. */
    weight: z.int().min(0).max(9999).default(0),
    startTime: Instant.nullable().default(null),
    endTime: Instant.nullable().default(null),
    taxRate: TaxRate.nullable().default(null),
  }),
  read: { shelfStatus: ShelfStatus, createdDate: Instant },
  label: ['name'],
  unsearchable: ['classification', 'products', 'giftCoupons'],
  sort: 'priceCents',
})

export const shelving = {
  shelve: endpoint('POST', '/debitItems/:id/shelve', {
    permission: 'topUp.package.write',
    returns: debitItems.row,
    rows: true,
    summary: 'Puts a top-up package on the shelf: from then on it is offered',
  }),
  unshelve: endpoint('POST', '/debitItems/:id/unshelve', {
    permission: 'topUp.package.write',
    returns: debitItems.row,
    rows: true,
    summary: 'Takes a top-up package off the shelf; what was bought by it stays',
  }),
}
export const debitItemActs = actsBy('debitItems.shelfStatus', ShelfStatus, {
  shelve: { call: shelving.shelve, in: ['offShelf'] },
  unshelve: { call: shelving.unshelve, in: ['onShelf', 'expired'] },
})

/** A package as a top-up is offered it, with the gift for the payment that was asked about, or for its own price. */
const Tier = z.object({
  id: Id,
  name: z.string(),
  priceCents: Cents,
  giftCents: Cents,
  giftPoints: z.int(),
  /** As they could be given to the holder of the card now; of a card that is yet to be issued as if somebody held it. */
  coupons: z.array(CouponToGive),
  /** Names of what the gift may buy; empty where anything. */
  products: z.array(z.string()),
  /** The moment at which a gift of today ends. */
  giftEndsAt: Instant.nullable(),
})
export type Tier = z.output<typeof Tier>
/** 档位: the highest package that a payment reaches, and the next one with what is missing to it. */
export const topUpOffers = endpoint('GET', '/debitItems/tier', {
  permission: 'card.charge',
  query: z
    .strictObject({
      userCardId: z.coerce.number().int().positive().optional(),
      /** Of a card that is yet to be issued. */
      kind: ToppedUpKind.optional(),
      amountCents: z.coerce.number().int().min(0).max(100_000_000_00).default(0),
    })
    .refine(({ userCardId, kind }) => (userCardId === undefined) !== (kind === undefined), { error: 'cardOrKind', path: ['userCardId'] }),
  returns: z.object({
    tier: Tier.nullable(),
    next: Tier.nullable(),
    missingCents: Cents.nullable(),
    /** Whether the holder of the card has an account that points can be booked to; of a card that is yet to be issued nobody is known. */
    hasPoints: z.boolean(),
    /** All that the card may be topped up by now. */
    packages: z.array(Tier),
  }),
  summary: 'Which top-up packages a card is offered, which of them a payment reaches, and what is missing to the next',
})
