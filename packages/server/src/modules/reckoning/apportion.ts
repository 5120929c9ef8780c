/**
 * Parts of a sum in proportion to weights, in whole cents: each gets what it is due rounded down, and the cents that are left go to the
 * largest remainders; of equal ones to the earlier. Where the sum is at most that of the weights, no part exceeds its weight.
 */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0 || cents === 0) return weights.map(() => 0)
  const due = weights.map(weight => {
    const exact = BigInt(cents) * BigInt(weight)
    return { cents: Number(exact / BigInt(whole)), remainder: exact % BigInt(whole) }
  })
  const left = cents - due.reduce((sum, each) => sum + each.cents, 0)
  const ranked = due.map((_, place) => place).toSorted((a, b) => compare(due[b]!.remainder, due[a]!.remainder) || a - b)
  const more = new Set(ranked.slice(0, left))
  return due.map((each, place) => each.cents + (more.has(place) ? 1 : 0))
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)
