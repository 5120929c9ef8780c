import type { LossPoint } from './loss-curve.ts'

/** Hours on each side that are averaged, how many moments are tried, from how many standard deviations and centilitres on. */
const [side, most, least, leastCl] = [6, 3, 4, 15_00]

/**
 * Moments at which the level seems to have moved at once, the largest first: with the hours before and after, and nothing near that the
 * books know of (a load, a test, what ran unsold), for then that is the likelier reason.
 * @param known when the books say that something happened, in milliseconds
 */
export function stepsOf(points: readonly LossPoint[], known: readonly number[]): number[] {
  const steps: { at: number; size: number; place: number }[] = []
  for (let place = side; place + side <= points.length; place++) {
    const [before, after] = [points.slice(place - side, place), points.slice(place, place + side)]
    const [from, until] = [before[0]!.at, after.at(-1)!.at]
    if (known.some(moment => moment > from && moment < until)) continue
    const mean = (of: readonly LossPoint[]) => of.reduce((sum, { restCl }) => sum + restCl, 0) / side
    const variance = [...before, ...after].reduce((sum, point) => sum + point.variance, 0) / side ** 2
    const size = Math.abs(mean(after) - mean(before))
    if (size > Math.max(leastCl, least * Math.sqrt(variance))) steps.push({ at: (before.at(-1)!.at + after[0]!.at) / 2, size, place })
  }
  const chosen: typeof steps = []
  for (const step of steps.toSorted((one, other) => other.size - one.size))
    if (chosen.length < most && chosen.every(({ place }) => Math.abs(place - step.place) >= side)) chosen.push(step)
  return chosen.map(({ at }) => at)
}
