import type { CouponOutcome, CouponReason, Sale, Withheld } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { couponRefusal, couponsNamed, holdCoupons, outcomeOf, spendCoupons, type Hand, type Lying } from '../deal/index.ts'
import { reckon, type CouponOutcome as Reckoned } from '../reckoning/index.ts'
import type { DatedSale } from './clock.ts'
import type { SentSale } from './intake-facts.ts'
import type { NewOrder } from './intake-write.ts'
import { roundingCents, type NamedDiscount, type PricedLine } from './pricing.ts'

/** The coupons that a batch of sales says were used, and what became of them within the batch. */
export interface ChargedFacts {
  readonly hands: ReadonlyMap<Sale, Hand>
  readonly taken: Map<number, 'used' | 'heldElsewhere'>
}
/** What the coupons of one sale come to. */
export interface Charged {
  readonly outcomes: readonly CouponOutcome[]
  /** By line: what each of them took off, and all that the device says they did. */
  readonly given: readonly (readonly NamedDiscount[])[]
  readonly offCents: readonly number[]
  readonly withheld: readonly Withheld[]
  /** The device charged something else than it should have. */
  readonly differs: boolean
}

const couponsOf = (line: Sale['lineItems'][number]) => line.coupons ?? []
const offOf = (line: Sale['lineItems'][number]) => sum(couponsOf(line).map(({ amountCents }) => amountCents))

/** The sale before its coupons: what they took off is no discount yet. */
export const withoutCoupons = (sale: Sale): Sale =>
  sale.lineItems.some(line => couponsOf(line).length > 0)
    ? { ...sale, lineItems: sale.lineItems.map(line => ({ ...line, discountCents: line.discountCents - offOf(line) })) }
    : sale

/** Finds and locks the coupons that sales name, all together; sales without any cost nothing. */
export async function handsCharged(tx: Tx, sales: readonly SentSale[], dates: ReadonlyMap<Sale, DatedSale>): Promise<ChargedFacts> {
  const asked = sales.flatMap(({ ctx, counter: { companyId, stationId, deviceId }, sale }) => {
    const named = sale.lineItems.flatMap(couponsOf)
    if (named.length === 0) return []
    const { userCardId, cardNumber } = sale
    const [ids, codes] = [named.flatMap(({ userDealId }) => userDealId ?? []), named.flatMap(({ code }) => code ?? [])]
    return [{ ctx, companyId, stationId, deviceId, at: dates.get(sale)!.createdDate, userCardId, cardNumber, ids, codes, sale }]
  })
  const hands = await couponsNamed(tx, asked)
  return { hands: new Map(asked.map(({ sale }, turn) => [sale, hands[turn]!])), taken: new Map() }
}

/** One of the coupons of a sale: what it took off each line, and why it cannot have. */
interface Named {
  readonly lying: Lying
  readonly cents: readonly number[]
  readonly against: CouponReason | undefined
}

/**
 * What a device has charged is the fact: a coupon that can still be used is used, for what it took off, though never for more than it may
 * cost; one that was used, recalled or is kept by another order stays what that did, and the device has given the discount. Either way it
 * says what should have been. Of a sale that nobody has paid yet such a coupon is refused.
 * @param lines as they are before coupons @throws coupon.*, notFound @source decision O15
 */
export function chargedCoupons(ctx: Ctx, lines: readonly PricedLine[], sale: Sale, hand: Hand, taken: ChargedFacts['taken']): Charged {
  const named = namedOn(sale, hand, taken)
  const usable = named.filter(({ against }) => against === undefined)
  const found = reckonedOf(lines, sale, hand, usable)
  const judged = named.map(one => ({ ...one, ...shouldBe(one, found) }))
  const wrong = judged.find(({ why }) => why !== undefined)
  if (sale.payType === undefined && wrong?.why && wrong.why.reason !== 'chargedOtherwise')
    throw couponRefusal(ctx, wrong.lying, { ...wrong.why, reason: wrong.why.reason })
  for (const { lying } of usable) taken.set(lying.id, sale.payType === undefined ? 'heldElsewhere' : 'used')
  const used = usable.map(({ lying, cents }) => ({ lying, cents: upTo(lying.worstCents, cents) }))
  return {
    outcomes: used.map(({ lying, cents }) => outcomeOf(lying, { cents: sum(cents) })),
    given: lines.map((_, place) =>
      used.flatMap(({ lying: { id, name, version }, cents }): NamedDiscount[] =>
        cents[place]! > 0 ? [{ kind: 'coupon', name, sourceId: id, version, amountCents: cents[place]! }] : [],
      ),
    ),
    offCents: sale.lineItems.map(offOf),
    withheld: judged.flatMap(({ lying: { id, name, version }, why }) =>
      why ? [{ kind: 'coupon' as const, name, sourceId: id, version, ...why }] : [],
    ),
    differs: wrong !== undefined,
  }
}

/** @throws coupon.codeUnknown, notFound */
function namedOn({ lineItems }: Sale, hand: Hand, taken: ChargedFacts['taken']): Named[] {
  const found = new Map<number, number[]>()
  for (const [place, line] of lineItems.entries())
    for (const { userDealId, code, amountCents } of couponsOf(line)) {
      const lying = hand.lying.find(each => (userDealId === undefined ? each.code === code!.toUpperCase() : each.id === userDealId))
      if (!lying)
        return userDealId === undefined ? refuse('coupon.codeUnknown', { field: 'lineItems' }) : refuse('notFound', { field: 'lineItems' })
      const cents = found.get(lying.id) ?? lineItems.map(() => 0)
      cents[place]! += amountCents
      found.set(lying.id, cents)
    }
  return hand.lying.map(lying => ({ lying, cents: found.get(lying.id)!, against: taken.get(lying.id) ?? lying.against }))
}

/** What they would have taken off, chosen together, had the sale been reckoned here. */
function reckonedOf(lines: readonly PricedLine[], sale: Sale, hand: Hand, usable: readonly Named[]): readonly Reckoned[] {
  const asked = lines.map(line => ({
    ...line,
    type: line.categoryType,
    quantity: line.categoryType === 'fuel' ? line.volumeCl : line.pieces,
    amountCents: line.amountCents - line.discountCents,
    allowedCents: 0,
    isCharged: false,
  }))
  const held = usable.map(({ lying }) => lying)
  const { at, isMember, tags, deviceType, place } = hand
  const facts = { at, isMember, tags, deviceType, payType: sale.payType ?? null, held, chosen: held.map(({ id }) => id) }
  return reckon(asked, place, [], facts).coupons
}

type Why = Pick<Withheld, 'haveCents' | 'needCents'> & { readonly reason: CouponReason | 'chargedOtherwise' }

/** What is wrong with what a coupon took off; nothing where it is what was to be. */
function shouldBe({ lying, cents, against }: Named, found: readonly Reckoned[]): { why: Why | undefined } {
  const charged = sum(cents)
  if (against) return { why: { reason: against, haveCents: charged, needCents: 0 } }
  const own = found.find(({ coupon }) => coupon.id === lying.id)!
  if (!('cents' in own)) return { why: { reason: own.reason, haveCents: own.haveCents, needCents: own.needCents } }
  if (Math.abs(own.cents - charged) <= roundingCents) return { why: undefined }
  return { why: { reason: 'chargedOtherwise', haveCents: charged, needCents: own.cents } }
}

/** So much at most, of the first lines first. */
function upTo(mostCents: number | null, cents: readonly number[]): number[] {
  let left = mostCents ?? Number.MAX_SAFE_INTEGER
  return cents.map(each => {
    const own = Math.min(each, left)
    left -= own
    return own
  })
}

/**
 * Lines with what coupons have taken off; what no coupon can have given stays a discount of the device.
 * @throws order.discountTooLarge
 */
export const withCoupons = (lines: readonly PricedLine[], { given, offCents, withheld }: Charged): PricedLine[] =>
  lines.map((line, place) => {
    const discounts = [...(line.discounts ?? []), ...given[place]!]
    const kept = [...(line.withheld ?? []), ...(place === 0 ? withheld : [])]
    const discountCents = line.discountCents + offCents[place]!
    if (discountCents > line.amountCents) refuse('order.discountTooLarge')
    return { ...line, discountCents, ...(discounts.length > 0 && { discounts }), withheld: kept }
  })

interface Written {
  readonly ctx: Ctx
  readonly order: NewOrder
  readonly orderId: number
}
/** The coupons of orders that were written: of paid ones they are used, of others they wait for the payment. */
export async function keepCharged(written: readonly Written[]): Promise<void> {
  const own = written
    .map(({ ctx, order: { coupons = [], counter, status }, orderId }) => ({
      ctx,
      orderId,
      companyId: counter.companyId,
      stationId: counter.stationId,
      status,
      used: coupons.filter(({ isUsed }) => isUsed).map(({ id, cents }) => ({ id, cents })),
    }))
    .filter(({ used }) => used.length > 0)
  if (own.length === 0) return
  const usedOf = new Map(own.map(({ orderId, used }) => [orderId, used]))
  await spendCoupons(
    own.filter(({ status }) => status === 'success'),
    orderId => usedOf.get(orderId)!,
  )
  for (const { status, used, ...order } of own)
    if (status !== 'success')
      await holdCoupons(
        order,
        used.map(({ id }) => id),
      )
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
