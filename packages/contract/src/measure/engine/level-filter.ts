/** What a gauge says of a tank at a moment. */
export interface LevelReading {
  /** Milliseconds. */
  readonly at: number
  readonly volumeCl: number
}

/** How a series of readings moves while nothing is unloaded. */
export interface LevelScale {
  /** The variance of one reading. */
  readonly noise: number
  /** The variance that sales add to the level with each millisecond: they come in lumps. */
  readonly lumps: number
  /** What is sold in a millisecond, on average. */
  readonly sales: number
}

/** A level that is known so well. */
export interface KnownLevel {
  readonly volumeCl: number
  readonly variance: number
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Of so few readings no noise can be told. */
const fewest = 12

/** Of all steps no more than this unload: a tanker is at a tank for an hour and a half a day at most. */
const unloadingShare = 0.06

/**
 * The variance of one reading. Sales only lower the level, so that what rises from one reading to the next is noise, or a tanker; the
 * largest rises are left to tankers, and the scale of noise is taken from the middle of the others. Where nearly nothing rises, no noise
 * shows that could be taken for a delivery.
 */
function noiseOf(steps: readonly number[]): number {
  const rises = steps.filter(cl => cl > 0).toSorted((a, b) => a - b)
  const ofNoise = rises.length - Math.ceil(unloadingShare * steps.length)
  if (ofNoise < steps.length / 100) return 0
  const share = ofNoise / 2 / rises.length
  // The quantile of a half-normal distribution, near enough below its median.
  const deviations = 1.2533 * share + 0.38 * share ** 3
  return (rises[Math.floor(ofNoise / 2)]! / deviations) ** 2 / 2
}

const stepsOf = (readings: readonly LevelReading[]) =>
  readings.slice(1).map(({ at, volumeCl }, i) => ({ ms: at - readings[i]!.at, cl: volumeCl - readings[i]!.volumeCl }))

/** What one customer buys: where noise hides it, what is sold comes in lumps all the same. */
const usualSaleCl = 40_00
/** Of readings: no level is averaged over many more than the root of this. */
const longestMemory = 64

/** Beyond so many standard deviations, and so much besides, a reading is not noise. */
const [beyond, unnoticedCl] = [3.5, 20_00]
export const limitOf = (variance: number): number => beyond * Math.sqrt(variance) + unnoticedCl

/** The variance of one reading, from the series itself where it is long enough. */
export function noiseIn(readings: readonly LevelReading[], assumedNoiseCl: number): number {
  return readings.length <= fewest ? assumedNoiseCl ** 2 : noiseOf(stepsOf(readings).map(({ cl }) => cl))
}

/** What is sold by the readings, and in which lumps: by all steps but those that rise more than noise does. */
export function scaleOf(readings: readonly LevelReading[], noise: number): LevelScale {
  const selling = stepsOf(readings).filter(({ cl }) => cl <= limitOf(2 * noise))
  if (selling.length < fewest) return { noise, lumps: 0, sales: 0 }
  const ms = selling.reduce((sum, step) => sum + step.ms, 0)
  const sales = Math.max(0, -selling.reduce((sum, { cl }) => sum + cl, 0) / ms)
  const scattered = selling.reduce((sum, step) => sum + (step.cl + sales * step.ms) ** 2, 0)
  const seen = (scattered - 2 * noise * selling.length) / ms
  return { noise, lumps: Math.max(seen, sales * usualSaleCl, noise / (longestMemory * (ms / selling.length))), sales }
}

/**
 * The level after each reading, by this one and those before it: what is noise is averaged, as far as sales leave the level where it was.
 * With `backward` by this one and those after it.
 */
export function levelsOf(readings: readonly LevelReading[], scale: LevelScale, backward = false): KnownLevel[] {
  const { noise, lumps } = scale
  const sales = backward ? -scale.sales : scale.sales
  const levels: KnownLevel[] = []
  let before: { at: number; level: KnownLevel } | undefined
  for (const { at, volumeCl } of backward ? readings.toReversed() : readings) {
    const level = before ? refined(before, Math.abs(at - before.at), volumeCl) : { volumeCl, variance: noise }
    levels.push(level)
    before = { at, level }
  }
  return backward ? levels.toReversed() : levels

  function refined({ level }: { level: KnownLevel }, ms: number, volumeCl: number): KnownLevel {
    const expected = level.volumeCl - sales * ms
    // It was filled: what was known before says nothing of it any more.
    if (Math.abs(volumeCl - expected) > limitOf(level.variance + lumps * ms + noise)) return { volumeCl, variance: noise }
    const variance = level.variance + lumps * ms
    const share = variance + noise === 0 ? 1 : variance / (variance + noise)
    return { volumeCl: expected + share * (volumeCl - expected), variance: (1 - share) * variance }
  }
}

/** A tanker fills a tank no slower than this; a level that rises so must stand out of the noise within a step. */
const slowestRate = 120_00 / 60_000
const longestAverageMs = 5 * 60_000

/** Readings that follow each other closely, averaged as far as noise asks for; and the variance that is left. */
export function averaged(readings: readonly LevelReading[], noise: number): { readings: readonly LevelReading[]; noise: number } {
  const stepMs = Math.max(1, median(stepsOf(readings).map(({ ms }) => ms)))
  let count = 1
  while (limitOf((2 * noise) / count) > slowestRate * count * stepMs && (count + 1) * stepMs <= longestAverageMs) count++
  if (count === 1) return { readings, noise }
  const blocks: LevelReading[] = []
  for (let i = 0; i < readings.length; ) {
    const from = readings[i]!.at
    const block = [readings[i]!]
    while (++i < readings.length && block.length < count && readings[i]!.at - from < (count + 0.5) * stepMs) block.push(readings[i]!)
    const sum = block.reduce((total, { at, volumeCl }) => ({ at: total.at + at - from, volumeCl: total.volumeCl + volumeCl }), {
      at: 0,
      volumeCl: 0,
    })
    blocks.push({ at: from + Math.round(sum.at / block.length), volumeCl: sum.volumeCl / block.length })
  }
  return { readings: blocks, noise: noise / count }
}
