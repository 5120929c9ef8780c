import type { Coupon, Line } from '../modules/reckoning/coupon.ts'

/**
 * A model of the use of coupons for tests: exact fractions, every choice tried, nothing shared with the product but the shapes. Lines, and
 * what their price rules take off.
 */
export function cheapestByHand(lines: readonly Line[], held: readonly Coupon[], ruled: readonly number[], at: number) {
  const fit = held.filter(coupon => coupon.startsAt <= at && at < coupon.endsAt && lines.some(line => isOf(coupon, line)))
  let best = { ids: [] as number[], ends: [] as number[], offs: [...ruled], total: total(ruled) }
  for (const set of powerSet(fit)) {
    const offs = offByHand(lines, set, ruled)
    if (!offs) continue
    const ids = set.map(({ id }) => id).toSorted((a, b) => a - b)
    const ends = set.map(({ endsAt }) => endsAt).toSorted((a, b) => a - b)
    const next = { ids, ends, offs, total: total(offs) }
    if (next.total > best.total || (next.total === best.total && rank(next) < rank(best))) best = next
  }
  return best
}

/** Fewer, then earlier ends, then lower ids, as text that sorts in that order. */
const rank = ({ ids, ends }: { ids: number[]; ends: number[] }): string =>
  [ids.length, ...ends, ...ids].map(figure => String(figure).padStart(6, '0')).join('/')

const powerSet = <T>(all: readonly T[]): T[][] =>
  all.reduce<T[][]>((sets, each) => [...sets, ...sets.map(set => [...set, each])], [[]]).filter(set => set.length > 0)

const total = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)

/** Whether a coupon is for a line. */
function isOf({ gives, conditions: { products, items } }: Coupon, { isCharged, type, itemId, productId }: Line): boolean {
  if (isCharged || (gives.kind === 'litre' && type !== 'fuel') || (gives.kind === 'goods' && gives.itemId !== itemId)) return false
  return products.length + items.length === 0 || items.includes(itemId) || products.includes(productId ?? -1)
}

/** What rules and these coupons take off each line; nothing where they may not be used together. */
export function offByHand(lines: readonly Line[], set: readonly Coupon[], ruled: readonly number[]): number[] | undefined {
  if (set.length > 5 || (set.length > 1 && set.some(({ isStackable }) => !isStackable))) return undefined
  const own = lines.map((line, place) => (set.some(coupon => !coupon.joinsReduced && isOf(coupon, line)) ? 0 : ruled[place]!))
  const start = lines.map(({ amountCents }, place) => amountCents - own[place]!)
  const isShort = (coupon: Coupon) => total(start.filter((_, place) => isOf(coupon, lines[place]!))) < coupon.minimumCents
  if (set.some(isShort)) return undefined
  const now = [...start]
  const free = lines.map(() => 0)
  for (const kind of ['goods', 'litre', 'percent', 'amount'])
    for (const coupon of set.filter(({ gives }) => gives.kind === kind).toSorted((a, b) => a.id - b.id))
      step(coupon, lines, start, now, free)
  return lines.map(({ amountCents }, place) => amountCents - now[place]!)
}

/** One coupon: `now` sinks. `free` counts the pieces of each line that were given. */
function step(coupon: Coupon, lines: readonly Line[], start: readonly number[], now: number[], free: number[]): void {
  const { gives } = coupon
  const places = lines.flatMap((line, place) => (isOf(coupon, line) ? [place] : []))
  if (gives.kind === 'goods') {
    for (let piece = 0; piece < gives.pieces; piece++) {
      const place = places.find(each => free[each]! < lines[each]!.quantity && now[each]! > 0)
      if (place === undefined) return
      const upTo = (pieces: number) => half(BigInt(start[place]!) * BigInt(pieces), BigInt(lines[place]!.quantity))
      now[place]! -= Math.min(now[place]!, upTo(free[place]! + 1) - upTo(free[place]!))
      free[place]!++
    }
  } else if (gives.kind === 'litre') {
    let left = gives.upToCl ?? Infinity
    for (const place of places) {
      const volumeCl = Math.min(left, lines[place]!.quantity)
      left -= volumeCl
      now[place]! -= Math.min(now[place]!, half(BigInt(volumeCl) * BigInt(gives.centsPerL), 100n))
    }
  } else if (gives.kind === 'percent') {
    const shares = places.map(place => half(BigInt(now[place]!) * BigInt(Math.round(gives.percent * 100)), 10_000n))
    const most = Math.min(total(shares), gives.capCents ?? Infinity)
    for (const [turn, cents] of split(most, shares).entries()) now[places[turn]!]! -= cents
  } else {
    const weights = places.map(place => now[place]!)
    for (const [turn, cents] of split(Math.min(gives.cents, total(weights)), weights).entries()) now[places[turn]!]! -= cents
  }
}

/** Half up. */
const half = (over: bigint, under: bigint): number => Number((2n * over + under) / (2n * under))

/** One cent after the other goes to the line that is furthest behind what it is due, after each has its whole cents. */
function split(cents: number, weights: readonly number[]): number[] {
  const all = total(weights)
  if (all === 0) return weights.map(() => 0)
  const parts = weights.map(weight => Number((BigInt(cents) * BigInt(weight)) / BigInt(all)))
  const behind = (place: number) => BigInt(cents) * BigInt(weights[place]!) - BigInt(parts[place]!) * BigInt(all)
  while (total(parts) < cents) {
    const next = parts.map((_, place) => place).reduce((one, other) => (behind(other) > behind(one) ? other : one))
    parts[next]!++
  }
  return parts
}
