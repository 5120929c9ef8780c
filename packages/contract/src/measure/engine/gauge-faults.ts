import type { LevelReading } from './level-filter.ts'

/** Longer than this a gauge that reads wrong is not told from a tank that was emptied. */
const longestMs = 3 * 3_600_000

/** In order of time, each moment once: what a gauge tells twice counts once. */
export function inOrder(readings: readonly LevelReading[]): LevelReading[] {
  const sorted = readings.filter(({ at, volumeCl }) => Number.isFinite(at) && Number.isFinite(volumeCl)).toSorted((a, b) => a.at - b.at)
  return sorted.filter(({ at }, i) => i === 0 || sorted[i - 1]!.at !== at)
}

/** How fast a tank is known to sink: on average, and at most, with room. What is sold in the busiest step is far from a leap. */
function salesOf(readings: readonly LevelReading[]): { usual: number; fastest: number } {
  const steps = readings.slice(1).map(({ at, volumeCl }, i) => ({ ms: at - readings[i]!.at, cl: readings[i]!.volumeCl - volumeCl }))
  const sinking = steps.map(({ ms, cl }) => cl / ms).filter(rate => rate > 0)
  const fastest = 4 * (sinking.toSorted((a, b) => a - b)[Math.floor(0.95 * (sinking.length - 1))] ?? 0)
  const selling = steps.filter(({ ms, cl }) => cl >= 0 && cl <= fastest * ms)
  const ms = selling.reduce((sum, step) => sum + step.ms, 0)
  return { usual: ms === 0 ? 0 : selling.reduce((sum, { cl }) => sum + cl, 0) / ms, fastest }
}

/**
 * Without what a faulty gauge told: readings that leap away from the level in one step and come back to it in one step, upward or down, as
 * when a probe reads nothing for an hour. A tank that sinks so fast is not selling, and one that was filled does not sink back.
 */
export function withoutFaults(readings: readonly LevelReading[], leastCl: number): LevelReading[] {
  const { usual, fastest } = salesOf(readings)
  const kept: LevelReading[] = []
  for (let i = 0; i < readings.length; i++) {
    const reading = readings[i]!
    const last = kept.at(-1)
    const back = last && leaps(last, reading) ? returnOf(last, i) : undefined
    if (back === undefined) kept.push(reading)
    else i = back - 1
  }
  return kept

  function leaps(from: LevelReading, to: LevelReading): boolean {
    const risen = to.volumeCl - from.volumeCl
    return risen >= leastCl || -risen >= leastCl + fastest * (to.at - from.at)
  }
  /** Where the level is again what it was, less what may have been sold; nothing where it never is. */
  function returnOf(from: LevelReading, first: number): number | undefined {
    const up = readings[first]!.volumeCl > from.volumeCl
    for (let i = first + 1; i < readings.length && readings[i]!.at - from.at <= longestMs; i++) {
      const [before, now] = [readings[i - 1]!, readings[i]!]
      const risen = now.volumeCl - before.volumeCl
      const leapsBack = up ? -risen >= leastCl + fastest * (now.at - before.at) : risen >= leastCl
      const sold = leastCl / 2 + 3 * usual * (now.at - from.at)
      const isBack = now.volumeCl <= from.volumeCl + leastCl / 2 && now.volumeCl >= from.volumeCl - sold
      if (leapsBack && isBack) return i
      // It moves on from where it leapt to as a tank does that is filled or emptied.
      if (Math.abs(now.volumeCl - readings[first]!.volumeCl) > leastCl + sold && !leapsBack) return undefined
    }
    return undefined
  }
}
