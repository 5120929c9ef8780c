import type { CouponOutcome, Withheld } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { sql } from 'kysely'
import { refuse } from '../../platform/execution/refusal.ts'
import {
  couponRefusal,
  couponsAtHand,
  couponsToSpend,
  outcomeOf,
  type CouponOrder,
  type GivenCoupon,
  type Hand,
  type Lying,
  type ToSpend,
} from '../deal/index.ts'
import type { AtHand, CouponOutcome as Reckoned } from '../reckoning/index.ts'

/** What a customer brings to a sale, and what of it is to be used: what costs least where nothing is chosen. */
export interface BroughtCoupons {
  readonly hand: Hand
  readonly chosen: readonly number[] | undefined
  readonly payType: string | null
}
interface Asked {
  readonly createdDate?: string | undefined
  readonly userCardId?: number | undefined
  readonly cardNumber?: string | undefined
  readonly couponCodes?: readonly string[] | undefined
  readonly userDealIds?: readonly number[] | undefined
  readonly payType?: string | undefined
}

/** The coupons of the holder of the card and of the codes that were told. @param lock they are going to be used @throws notFound */
export async function broughtCoupons(
  ctx: Ctx,
  counter: { readonly companyId: number; readonly stationId: number },
  asked: Asked,
  lock: boolean,
): Promise<BroughtCoupons> {
  const { userCardId, cardNumber, couponCodes = [], userDealIds, createdDate, payType = null } = asked
  const { companyId, stationId } = counter
  const at = createdDate === undefined ? ctx.now : new Date(createdDate)
  const deviceId = ctx.actor.kind === 'device' ? ctx.actor.id : undefined
  const bearer = { companyId, stationId, at, userCardId, cardNumber, codes: couponCodes, deviceId, chosen: userDealIds }
  const hand = await couponsAtHand(ctx, bearer, lock)
  const told = (code: string) => hand.lying.some(each => each.code === code.toUpperCase())
  if (!couponCodes.every(told)) refuse('coupon.codeUnknown', { field: 'couponCodes' })
  if (userDealIds?.some(id => !hand.lying.some(each => each.id === id))) refuse('notFound', { resource: 'userDeals', field: 'userDealIds' })
  return { hand, chosen: lock ? (userDealIds ?? []) : userDealIds, payType }
}

/** As the reckoning takes them: without those against which something stands whatever is bought. */
export const handOf = ({ hand, chosen, payType }: BroughtCoupons): AtHand => ({
  at: hand.at,
  isMember: hand.isMember,
  tags: hand.tags,
  deviceType: hand.deviceType,
  payType,
  held: hand.lying.filter(({ against }) => against === undefined),
  chosen,
})

/** What each coupon came to. */
export function outcomesOf({ hand }: BroughtCoupons, reckoned: readonly Reckoned[]): CouponOutcome[] {
  return hand.lying.map(lying => {
    const found = reckoned.find(({ coupon }) => coupon.id === lying.id)
    if (found && 'cents' in found) return outcomeOf(lying, { cents: found.cents })
    const { reason = lying.against ?? 'notChosen', haveCents = null, needCents = null } = found ?? {}
    return outcomeOf(lying, { reason, haveCents, needCents })
  })
}

/** A coupon that was to be used and gives nothing is refused, never left out without a word. @throws coupon.* */
export function refuseUnused(ctx: Ctx, { hand, chosen = [] }: BroughtCoupons, outcomes: readonly CouponOutcome[]): void {
  for (const id of chosen) {
    const lying = hand.lying.find(each => each.id === id) as Lying
    const { reason, haveCents, needCents } = outcomes.find(each => each.id === id)!
    if (reason !== null) throw couponRefusal(ctx, lying, { reason, haveCents, needCents })
  }
}

/** What an order keeps of coupons that were at hand and gave nothing. */
export const withheldOf = (outcomes: readonly CouponOutcome[]): Withheld[] =>
  outcomes.flatMap(({ id, name, terms, reason, haveCents, needCents }) =>
    reason === null ? [] : [{ kind: 'coupon', name, sourceId: id, version: terms, reason, haveCents, needCents } as const],
  )

/** The coupons of orders that are about to be paid; only orders that cost less than their lines are looked at. */
export const couponsOf = (
  orders: readonly (CouponOrder & { readonly discountCents: number; readonly paidCents: number })[],
): Promise<ToSpend> =>
  couponsToSpend(
    orders.filter(({ discountCents, paidCents }) => discountCents > 0 && paidCents === 0),
    givenOn,
  )

async function givenOn({ tx }: Ctx, companyId: number, orders: readonly number[]): Promise<GivenCoupon[]> {
  const { rows } = await sql<GivenCoupon>`
    select source_id as id, order_id, station_id, sum(amount_cents)::bigint as cents from order_discount
    where company_id = ${companyId} and order_id = any(${[...orders]}::bigint[]) and kind = 'coupon'
    group by source_id, order_id, station_id`.execute(tx)
  return rows
}
