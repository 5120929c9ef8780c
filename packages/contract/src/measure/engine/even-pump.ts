import type { LevelReading } from './level-filter.ts'

/** Rates that differ by less are the same one. */
const same = 0.002
/** So many steps, and such a share of all, must agree before a pump is taken to be even. */
const [fewest, leastShare] = [3, 0.1]

export interface Step {
  readonly ms: number
  readonly cl: number
}
const rateOf = ({ ms, cl }: Step): number => cl / ms

/** Steps between the readings of a rise that unload throughout: not the first and last one, and none in which it paused. */
export function stepsThroughout(readings: readonly LevelReading[], first: number, last: number): Step[] {
  const steps = readings.slice(first + 1, last + 1).map(({ at, volumeCl }, i) => {
    const before = readings[first + i]!
    return { ms: at - before.at, cl: volumeCl - before.volumeCl }
  })
  const fastest = Math.max(...steps.map(rateOf))
  return steps.slice(1, -1).filter(step => rateOf(step) >= fastest / 2)
}

/**
 * The rate of a tanker's pump, where it is even: many steps then agree on the same greatest rate, those in which nothing was sold. Nothing
 * where the load runs down by its own weight, or noise hides it.
 */
export function evenRateOf(steps: readonly Step[]): number | undefined {
  const rates = steps.map(rateOf).toSorted((a, b) => a - b)
  let best = { count: 0, rate: 0 }
  for (let [from, to] = [0, 0]; to < rates.length; to++) {
    while (rates[from]! < rates[to]! * (1 - same)) from++
    if (to - from + 1 >= best.count) best = { count: to - from + 1, rate: rates[to]! }
  }
  const above = rates.filter(rate => rate > best.rate * (1 + same)).length
  const isClear = best.count >= fewest && best.count >= rates.length * leastShare && above <= rates.length / 20
  return isClear ? best.rate : undefined
}

/** What was sold in steps that unload throughout: what the level lags behind the pump. Nothing where a step is faster than the pump. */
export function lagOf(steps: readonly Step[], rate: number): Step | undefined {
  if (steps.length === 0 || steps.some(step => rateOf(step) > rate * (1 + same))) return undefined
  return steps.reduce((sum, { ms, cl }) => ({ ms: sum.ms + ms, cl: sum.cl + Math.max(0, rate * ms - cl) }), { ms: 0, cl: 0 })
}
