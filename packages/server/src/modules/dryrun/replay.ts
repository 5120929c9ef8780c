import type { DryRunClash } from '@forecourt/contract'
import { litrePrice, reckon, type AtHand, type Coupon, type CouponOutcome, type PriceRule, type Reckoned } from '../reckoning/index.ts'
import type { PastLine, PastSale } from './past-sales.ts'

/** What else lowers a sale. */
export interface Rival {
  readonly kind: DryRunClash['kind']
  readonly name: string
  readonly sourceId: number
  /** Whether what is tried counts instead of it. */
  readonly won: boolean
  /** What it gave; where it counts, what is tried would have given. */
  readonly cents: number
}
/** What a sale comes to with what is tried; nothing is given where it only lost against something else. */
export interface Outcome {
  readonly givesCents: number
  /** By how much the sale costs less than it did. */
  readonly costCents: number
  readonly rival: Rival | undefined
  /** The coupons that were tried and used. */
  readonly used: readonly Coupon[]
  /** What is taken off each line now. */
  readonly offCents: readonly number[]
}

/** What is tried on one sale: a price rule, or coupons. */
export interface OnSale {
  readonly rule?: PriceRule | undefined
  readonly isTriedRule: (sourceId: number) => boolean
  /** Coupons that are tried, besides those that the sale used. */
  readonly held: readonly Coupon[]
  readonly isTriedCoupon: (coupon: Coupon) => boolean
  /** The coupons as the customer chose them then; else those that cost least. */
  readonly asChosen: boolean
  readonly tags: readonly number[]
}

/** Reckons a past sale again, with what is tried. @returns nothing where it changes nothing and nothing stands against it but its terms */
export function replay(sale: PastSale, lines: readonly PastLine[], tried: OnSale): Outcome | undefined {
  const place = { stationId: sale.stationId, moment: sale.moment }
  const rules = tried.rule ? [asCharged(tried.rule, sale, lines, place)] : []
  const usedThen = sale.used.map(({ coupon }) => coupon)
  const hand: AtHand = {
    at: sale.at,
    deviceType: sale.deviceType,
    payType: sale.payType,
    isMember: sale.userId !== null,
    tags: tried.tags,
    held: [...usedThen, ...tried.held],
    ...(tried.asChosen && { chosen: usedThen.map(({ id }) => id) }),
  }
  const found = reckon(lines, place, rules, hand)
  const given = givenBy(found, tried)
  const rival = tried.rule ? rivalOfRule(found, tried) : rivalOfCoupons(found, sale, tried, () => alone(sale, lines, tried, hand))
  if (given.cents === 0 && rival === undefined) return undefined
  const offCents = found.lines.map(({ discountCents }) => discountCents)
  const costCents = sum(offCents) - sum(lines.map(({ discountCents }) => discountCents))
  return { givesCents: given.cents, costCents: given.cents === 0 ? 0 : costCents, rival, used: given.used, offCents }
}

/**
 * A sale as it would have been without what is tried, where that was on offer already: what it gave, or would have, is left out, and the
 * rest is reckoned as the customer chose then.
 */
export function without(
  sale: PastSale,
  lines: readonly PastLine[],
  { isTriedRule, isTriedCoupon }: Pick<OnSale, 'isTriedRule' | 'isTriedCoupon'>,
) {
  const used = sale.used.filter(({ coupon }) => !isTriedCoupon(coupon))
  const others = lines.map(line => ({ ...line, kept: (line.kept ?? []).filter(({ sourceId }) => !isTriedRule(sourceId)) }))
  const isSame = used.length === sale.used.length && others.every(({ kept }, at) => kept.length === (lines[at]!.kept ?? []).length)
  if (isSame) return { sale, lines }
  const rest = { ...sale, used }
  const found = replay(rest, others, { isTriedRule: () => true, held: [], isTriedCoupon: () => true, asChosen: true, tags: [] })
  const off = found?.offCents ?? others.map(({ allowedCents }) => allowedCents)
  return { sale: rest, lines: others.map((line, at) => ({ ...line, discountCents: off[at]! })) }
}

/** A pump has whole cents for a litre: what a card brings is taken off the litre there, and off the amount elsewhere. */
function asCharged(rule: PriceRule, { deviceType, isHeld }: PastSale, lines: readonly PastLine[], place: Parameters<typeof litrePrice>[2]) {
  const fuel = lines.find(({ type, priceCents }) => type === 'fuel' && priceCents !== null)
  if (!fuel || rule.percent === null || !(isHeld || (deviceType !== null && fuel.allowedCents === 0))) return rule
  const { productId, priceCents } = fuel
  const lowered = litrePrice([rule], { productId, priceCents: priceCents! }, place)
  return lowered ? { ...rule, percent: null, centsPerL: priceCents! - lowered.priceCents } : rule
}

function givenBy(found: Reckoned, { isTriedRule, isTriedCoupon }: OnSale): { cents: number; used: Coupon[] } {
  const byRule = found.lines.flatMap(({ rule }) => (rule && isTriedRule(rule.sourceId) ? [rule.amountCents] : []))
  const used = found.coupons.filter(each => 'cents' in each && isTriedCoupon(each.coupon)) as Extract<CouponOutcome, { cents: number }>[]
  return { cents: sum(byRule) + sum(used.map(({ cents }) => cents)), used: used.map(({ coupon }) => coupon) }
}

/** The rule of a line that the tried one outdoes, or that outdoes it; of several lines the one with the most. */
function rivalOfRule(found: Reckoned, { isTriedRule }: OnSale): Rival | undefined {
  const rivals = found.lines.flatMap(({ rule, withheld }): Rival[] => {
    if (!rule) return []
    const { kind, name, sourceId } = rule
    if (!isTriedRule(sourceId)) {
      const lost = withheld.find(each => each.reason === 'outdone' && isTriedRule(each.sourceId))
      return lost ? [{ kind, name, sourceId, won: false, cents: lost.haveCents! }] : []
    }
    return withheld.flatMap(each =>
      each.reason === 'outdone' && !isTriedRule(each.sourceId)
        ? [{ kind: each.kind, name: each.name, sourceId: each.sourceId, won: true, cents: each.haveCents! }]
        : [],
    )
  })
  return most(rivals)
}

/** What the tried coupons displace, or what keeps them from being used. @param alone what they would give by themselves */
function rivalOfCoupons(found: Reckoned, { used }: PastSale, { isTriedCoupon }: OnSale, alone: () => number): Rival | undefined {
  const outcomes = new Map(found.coupons.map(each => [each.coupon.id, each]))
  const gives = found.coupons.some(each => 'cents' in each && isTriedCoupon(each.coupon))
  const others = used.filter(({ coupon }) => !isTriedCoupon(coupon))
  if (gives) {
    const replaced = found.lines.flatMap(({ withheld }) => withheld.filter(({ reason }) => reason === 'replaced'))
    return most([
      ...replaced.map(({ kind, name, sourceId, haveCents }) => ({ kind, name, sourceId, won: true, cents: haveCents ?? 0 })),
      ...others.flatMap(({ coupon, cents }) => ('cents' in outcomes.get(coupon.id)! ? [] : [ofCoupon(coupon, true, cents)])),
    ])
  }
  const kept = others.find(({ coupon }) => 'cents' in outcomes.get(coupon.id)!)
  const isKeptOut = found.coupons.some(
    each => isTriedCoupon(each.coupon) && 'reason' in each && (each.reason === 'notChosen' || each.reason === 'notCombinable'),
  )
  if (!kept || !isKeptOut) return undefined
  const cents = alone()
  return cents > 0 ? ofCoupon(kept.coupon, false, cents) : undefined
}

const ofCoupon = ({ name, dealId }: Coupon, won: boolean, cents: number): Rival => ({ kind: 'coupon', name, sourceId: dealId, won, cents })

/** What the tried coupons take off a sale on which no other one is used. */
function alone(sale: PastSale, lines: readonly PastLine[], tried: OnSale, hand: AtHand): number {
  const { chosen: _then, ...rest } = hand
  const found = reckon(lines, { stationId: sale.stationId, moment: sale.moment }, [], { ...rest, held: tried.held })
  return givenBy(found, tried).cents
}

const most = (rivals: readonly Rival[]): Rival | undefined => rivals.toSorted((a, b) => b.cents - a.cents || a.sourceId - b.sourceId)[0]
const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
