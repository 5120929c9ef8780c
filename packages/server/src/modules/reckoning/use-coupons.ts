import { apportion } from './apportion.ts'
import { covers, type Coupon, type Line } from './coupon.ts'

const steps = ['goods', 'litre', 'percent', 'amount'] as const
/** More of them are never used on one order. */
export const togetherMost = 5

/** The order in which coupons are reckoned, whatever the order in which they were named. */
const inTurn = (coupons: readonly Coupon[]): Coupon[] =>
  coupons.toSorted((a, b) => steps.indexOf(a.gives.kind) - steps.indexOf(b.gives.kind) || a.id - b.id)

/** Several go together only where each of them may, and no more than five. */
export const mayJoin = (coupons: readonly Coupon[]): boolean =>
  coupons.length <= 1 || (coupons.length <= togetherMost && coupons.every(({ isStackable }) => isStackable))

/** What a coupon takes off each line. */
export interface Used {
  readonly coupon: Coupon
  readonly cents: readonly number[]
}

/**
 * What coupons take off lines that cost so much after price rules. Goods come first, as nothing is taken off what is given; then so much a
 * litre, then shares, then amounts. Each rounds once a line, half up; what goes over several lines is apportioned. No line goes below zero.
 */
export function useCoupons(coupons: readonly Coupon[], lines: readonly Line[], reduced: readonly number[]): Used[] {
  const left = [...reduced]
  const given = lines.map(() => 0)
  return inTurn(coupons).map(coupon => {
    const cents = takenOff(coupon, lines, reduced, left, given)
    for (const [place, off] of cents.entries()) left[place]! -= off
    return { coupon, cents }
  })
}

/** @param given pieces of each line that were given for nothing by coupons before; those that this one gives are added */
function takenOff(coupon: Coupon, lines: readonly Line[], reduced: readonly number[], left: readonly number[], given: number[]): number[] {
  const { gives } = coupon
  const covered = lines.map((line, place) => (covers(coupon, line) ? left[place]! : 0))
  if (gives.kind === 'goods') return piecesGiven(gives.pieces, lines, reduced, covered, given)
  if (gives.kind === 'litre') {
    let wantedCl = gives.upToCl ?? Number.MAX_SAFE_INTEGER
    return lines.map(({ quantity }, place) => {
      const volumeCl = covers(coupon, lines[place]!) ? Math.min(quantity, wantedCl) : 0
      wantedCl -= volumeCl
      return Math.min(covered[place]!, Math.floor((2 * volumeCl * gives.centsPerL + 100) / 200))
    })
  }
  const all = covered.reduce((sum, each) => sum + each, 0)
  if (gives.kind === 'amount') return apportion(Math.min(gives.cents, all), covered)
  const hundredths = Math.round(gives.percent * 100)
  const shares = covered.map(each => Math.floor((2 * each * hundredths + 10_000) / 20_000))
  const off = shares.reduce((sum, each) => sum + each, 0)
  return gives.capCents === null || off <= gives.capCents ? shares : apportion(gives.capCents, shares)
}

/** The first pieces of the lines that are left, at what a piece of the line costs. */
function piecesGiven(
  pieces: number,
  lines: readonly Line[],
  reduced: readonly number[],
  covered: readonly number[],
  given: number[],
): number[] {
  let wanted = pieces
  return lines.map(({ quantity }, place) => {
    if (covered[place] === 0) return 0
    const before = given[place]!
    const now = Math.min(quantity, before + wanted)
    wanted -= now - before
    given[place] = now
    return Math.min(covered[place]!, worthOf(reduced[place]!, now, quantity) - worthOf(reduced[place]!, before, quantity))
  })
}

/** So many of a line's pieces, rounded once, half up. */
const worthOf = (cents: number, pieces: number, of: number): number => (of === 0 ? 0 : Math.floor((2 * cents * pieces + of) / (2 * of)))
