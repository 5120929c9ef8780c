import type { deals, dealTasks, discounts, Parsed } from '@forecourt/contract'
import { termsOf, type Terms } from '../deal/index.ts'
import type { Coupon, PriceRule } from '../reckoning/index.ts'

type DealBody = Parsed<typeof deals.create>['body']
type ActivityBody = Parsed<typeof dealTasks.create>['body']
type DiscountBody = Parsed<typeof discounts.create>['body']

/** A coupon of an activity, as one that is issued now gets it. */
export interface GiftTerms {
  readonly dealId: number
  readonly version: number
  readonly terms: Terms
  readonly perUser: number
  readonly validDays: number
}

/** What is tried. */
export type Tried =
  /** Fuel costs less: for everybody, or for those who hold a card. */
  | { readonly kind: 'price'; readonly rule: PriceRule; readonly forCards: boolean }
  /** Everyone who takes part has so many of a coupon from the first day on. */
  | {
      readonly kind: 'coupon'
      readonly terms: Terms
      readonly dealId: number
      readonly version: number
      readonly perUser: number
      readonly maxCount: number
      readonly budgetCents: number | null
    }
  /** Coupons are given for what members do. */
  | { readonly kind: 'gifts'; readonly activity: ActivityBody; readonly coupons: readonly GiftTerms[] }

/** Of what is not saved yet. */
const unsaved = 0

export const triedDeal = (body: DealBody, dealId: number | null, version: number): Tried => ({
  kind: 'coupon',
  terms: termsOf(body),
  dealId: dealId ?? unsaved,
  version,
  perUser: body.perUser,
  maxCount: body.maxCount,
  budgetCents: body.budgetCents,
})

/** An activity that lowers a price: on all days that are looked at, whenever it is to last. */
export const triedPrice = (body: ActivityBody, id: number | null): Tried => ({
  kind: 'price',
  forCards: false,
  rule: { ...body, id: id ?? unsaved, version: 1, kind: 'activity', validFrom: null, validUntil: null },
})

export const triedDiscount = (body: DiscountBody, id: number | null): Tried => ({
  kind: 'price',
  forCards: true,
  rule: { ...body, id: id ?? unsaved, version: 1, kind: 'card', validFrom: null, validUntil: null },
})

/** A coupon as somebody holds it while a sale is tried. */
export const heldAs = (
  { terms, dealId, version }: Pick<GiftTerms, 'terms' | 'dealId' | 'version'>,
  id: number,
  startsAt: number,
  endsAt: number,
): Coupon => ({ ...terms, id, dealId, version, startsAt, endsAt })
