import type { PointsRule } from '@forecourt/contract'

/** A sale, as far as points and growth depend on it. */
export interface Earning {
  /** Of what was paid, so much in money: not by points, gifts or coupons, nor out of the gift on a card. */
  readonly moneyCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly lines: readonly { readonly productId: number | null; readonly volumeCl: number; readonly netCents: number }[]
}

/** Rules have two decimals: in hundredths they are whole, and what is multiplied stays exact. */
const hundredths = (times: number): bigint => BigInt(Math.round(times * 100))

/**
 * Points of a sale: by money or by litres, each product by its own multiple, all by that of the member's level; rounded down once.
 * Of what was paid otherwise than in money each line has its share. @source decisions ME5
 */
export function earnedPoints(rule: PointsRule, { moneyCents, lines }: Earning, times: number): number {
  const netCents = lines.reduce((sum, line) => sum + line.netCents, 0)
  if (netCents <= 0 || moneyCents <= 0) return 0
  let sum = 0n
  for (const { productId, volumeCl, netCents: own } of lines) {
    const of = rule.products.find(each => each.productId === productId)?.times ?? 1
    sum += BigInt(rule.per === 'yuan' ? own : volumeCl) * hundredths(of)
  }
  // A hundredth of a yuan or litre, three rules in hundredths, and the share of money.
  const whole = sum * hundredths(rule.points) * hundredths(times) * BigInt(Math.min(moneyCents, netCents))
  return Number(whole / (100_000_000n * BigInt(netCents)))
}

/** Growth of a sale, by the money that was paid; rounded down. @source decisions ME6 */
export const earnedGrowth = (perYuan: number, { moneyCents }: Earning): number =>
  Number((BigInt(Math.max(0, moneyCents)) * hundredths(perYuan)) / 10_000n)

/** What is taken back of it: by share of the whole, and all of it with the last cent. */
export const takenBack = (full: number, { paidCents, refundedCents }: Pick<Earning, 'paidCents' | 'refundedCents'>): number =>
  refundedCents >= paidCents ? full : Number((BigInt(full) * BigInt(refundedCents)) / BigInt(paidCents))

export interface Rung {
  readonly id: number
  readonly fromGrowth: number
  readonly keepGrowth: number
}
/**
 * The level that a growth reaches; one that stands already stays as long as it is kept. Up at once; down only where the month is new.
 */
export function levelAt<R extends Rung>(levels: readonly R[], growth: number, current: number | null, mayFall: boolean): R | null {
  const rising = levels.toSorted((a, b) => a.fromGrowth - b.fromGrowth)
  const reached = rising.findLast(({ fromGrowth }) => growth >= fromGrowth)
  const own = rising.find(({ id }) => id === current)
  if (own && own.fromGrowth >= (reached?.fromGrowth ?? -1) && (!mayFall || growth >= own.keepGrowth)) return own
  return reached ?? null
}
