import type { Withheld } from '@forecourt/contract'
import { covers, unfit, type Coupon, type Facts, type Line, type Unfit } from './coupon.ts'
import { lowestPrice, type Lowered, type PriceOfLine, type PriceRule, type SoldAt } from './price-rule.ts'
import { mayJoin, useCoupons, type Used } from './use-coupons.ts'

/** The coupons that a customer has at hand, and what they ask of the sale. */
export interface AtHand extends Facts {
  readonly held: readonly Coupon[]
  /** The coupons that the customer wants, by their ids; those that cost least where nothing is said. */
  readonly chosen?: readonly number[] | undefined
}

/** What a coupon gives, or why it gives nothing. `haveCents` of `needCents` is what there is of a minimum. */
export type CouponOutcome =
  | { readonly coupon: Coupon; readonly cents: number }
  | {
      readonly coupon: Coupon
      readonly reason: Unfit | 'minimumNotReached' | 'notCombinable' | 'notChosen' | 'tooLittle'
      readonly haveCents: number | null
      readonly needCents: number | null
    }

export interface ReckonedLine {
  readonly rule: Lowered | undefined
  readonly withheld: readonly Withheld[]
  /** What each coupon takes off it. */
  readonly coupons: readonly { readonly coupon: Coupon; readonly cents: number }[]
  /** All that is taken off it, the cashier's part included; may exceed the amount by what a cashier allowed too much. */
  readonly discountCents: number
}

export interface Reckoned {
  readonly lines: readonly ReckonedLine[]
  readonly coupons: readonly CouponOutcome[]
}

/** The coupons that are tried together are the best twelve at most: every choice of five of them is. */
const triedMost = 12

/**
 * What a sale costs and why: on each line the best price rule, then coupons, then what the cashier allows. Nothing but what is given
 * counts, neither a clock nor a database; the order in which rules and coupons are named changes nothing.
 * @source decisions MK3, MK11; requirement I6
 */
export function reckon(lines: readonly Line[], at: SoldAt, prices: readonly PriceRule[], atHand?: AtHand): Reckoned {
  const { held = [], chosen } = atHand ?? {}
  const priced = lines.map(line => pricedBy(prices, line, at))
  const against = new Map(held.map(coupon => [coupon, unfit(coupon, lines, at, atHand!)]))
  const fit = held.filter(coupon => !against.get(coupon))
  const tried = (set: readonly Coupon[]) => attempt(set, lines, priced)
  const wanted = chosen && fit.filter(({ id }) => chosen.includes(id))
  const best = wanted ? tried(wanted) : cheapest(fit, tried)
  const used = best.refusals.size > 0 ? tried([]) : best
  const outcome = (coupon: Coupon): CouponOutcome => {
    const own = used.used.find(each => each.coupon === coupon)
    const cents = own ? sum(own.cents) : 0
    if (cents > 0) return { coupon, cents }
    const none = { coupon, haveCents: null, needCents: null }
    const reason = against.get(coupon)
    if (reason) return { ...none, reason }
    const refused = best.refusals.get(coupon) ?? tried([coupon]).refusals.get(coupon)
    if (refused) return { coupon, ...refused }
    return { ...none, reason: own ? 'tooLittle' : 'notChosen' }
  }
  return {
    lines: lines.map((line, place) => lineOf(line, priced[place]!, used, place)),
    coupons: held.toSorted((a, b) => a.id - b.id).map(outcome),
  }
}

/** The rules of prices are for fuel that nobody was charged for yet. */
const pricedBy = (prices: readonly PriceRule[], line: Line, at: SoldAt): PriceOfLine => {
  const { type, priceCents, quantity, isCharged, kept = [] } = line
  const isOpen = type === 'fuel' && priceCents !== null && !isCharged
  if (!isOpen && kept.length === 0) return { best: undefined, withheld: [] }
  return lowestPrice(isOpen ? prices : [], { ...line, priceCents: priceCents ?? 0, volumeCl: quantity }, at, kept)
}

interface Refused {
  readonly reason: 'minimumNotReached' | 'notCombinable'
  readonly haveCents: number | null
  readonly needCents: number | null
}
interface Attempt {
  readonly set: readonly Coupon[]
  readonly used: readonly Used[]
  /** Lines on which a coupon has taken the place of the price rules. */
  readonly replaced: readonly boolean[]
  readonly refusals: ReadonlyMap<Coupon, Refused>
  /** Price rules and coupons together. */
  readonly offCents: number
}

/** What these coupons together take off; or what stands against using them together. */
function attempt(set: readonly Coupon[], lines: readonly Line[], priced: readonly PriceOfLine[]): Attempt {
  const replaced = lines.map(line => set.some(coupon => !coupon.joinsReduced && covers(coupon, line)))
  const ruled = priced.map(({ best }, place) => (replaced[place] ? 0 : (best?.amountCents ?? 0)))
  const reduced = lines.map(({ amountCents }, place) => amountCents - ruled[place]!)
  const refusals = new Map<Coupon, Refused>()
  for (const coupon of set) {
    const haveCents = sum(reduced.filter((_, place) => covers(coupon, lines[place]!)))
    if (!mayJoin(set)) refusals.set(coupon, { reason: 'notCombinable', haveCents: null, needCents: null })
    else if (haveCents < coupon.minimumCents)
      refusals.set(coupon, { reason: 'minimumNotReached', haveCents, needCents: coupon.minimumCents })
  }
  const used = refusals.size > 0 ? [] : useCoupons(set, lines, reduced)
  return { set, used, replaced, refusals, offCents: sum(ruled) + sum(used.flatMap(({ cents }) => cents)) }
}

/** The choice that costs least; of several the one with fewer coupons, then that whose coupons end earlier, then of lower ids. */
function cheapest(fit: readonly Coupon[], tried: (set: readonly Coupon[]) => Attempt): Attempt {
  const alone = fit
    .map(coupon => ({ coupon, off: tried([coupon]).offCents }))
    .toSorted((a, b) => b.off - a.off || a.coupon.endsAt - b.coupon.endsAt || a.coupon.id - b.coupon.id)
    .slice(0, triedMost)
    .map(({ coupon }) => coupon)
  let best = tried([])
  for (const set of choices(alone)) {
    if (!mayJoin(set)) continue
    const next = tried(set)
    if (next.refusals.size === 0 && isBetter(next, best)) best = next
  }
  return best
}

/** Every choice of at least one. */
function* choices(coupons: readonly Coupon[]): Generator<Coupon[]> {
  for (let bits = 1; bits < 2 ** coupons.length; bits++) yield coupons.filter((_, place) => (bits >> place) % 2 === 1)
}

function isBetter(one: Attempt, other: Attempt): boolean {
  if (one.offCents !== other.offCents) return one.offCents > other.offCents
  if (one.set.length !== other.set.length) return one.set.length < other.set.length
  return comesBefore(one.set, other.set, ({ endsAt }) => endsAt) ?? comesBefore(one.set, other.set, ({ id }) => id) ?? false
}

/** Whose smallest figure that the other does not share is lower; nothing where all are the same. */
function comesBefore(one: readonly Coupon[], other: readonly Coupon[], of: (coupon: Coupon) => number): boolean | undefined {
  const [own, its] = [one, other].map(set => set.map(of).toSorted((a, b) => a - b)) as [number[], number[]]
  const place = own.findIndex((figure, at) => figure !== its[at])
  return place < 0 ? undefined : own[place]! < its[place]!
}

function lineOf({ allowedCents }: Line, { best, withheld }: PriceOfLine, { used, replaced }: Attempt, place: number): ReckonedLine {
  const rule = replaced[place] ? undefined : best
  const coupons = used.flatMap(({ coupon, cents }) => (cents[place]! > 0 ? [{ coupon, cents: cents[place]! }] : []))
  const replacedRule: Withheld[] =
    best && replaced[place]
      ? [{ ...withoutAmount(best), reason: 'replaced', haveCents: best.amountCents, needCents: sum(coupons.map(({ cents }) => cents)) }]
      : []
  return {
    rule,
    withheld: [...replacedRule, ...withheld],
    coupons,
    discountCents: (rule?.amountCents ?? 0) + sum(coupons.map(({ cents }) => cents)) + allowedCents,
  }
}

const withoutAmount = ({ kind, name, sourceId, version }: Lowered) => ({ kind, name, sourceId, version })
const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
