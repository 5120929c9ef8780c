import { limitOf, median, type KnownLevel, type LevelReading } from './level-filter.ts'

export interface GaugeReading extends LevelReading {
  /** Null where the gauge does not tell it. */
  readonly temperature: number | null
}
/** What the nozzles of the tank sold, each sale at the moment at which it was told. */
export interface SoldAt {
  readonly at: number
  readonly volumeCl: number
}
export interface MeasuredSide extends KnownLevel {
  /** By so many readings. */
  readonly count: number
  /** Their average; null where no gauge measured one. */
  readonly temperature: number | null
}
export interface Unloading {
  /** The level at the beginning, and when it stood still again: what is sold at the same time is taken out of both. */
  readonly before: MeasuredSide
  readonly after: MeasuredSide | null
  /** The first reading of the level that stands still; null while it rises. */
  readonly stillAt: number | null
}

const minute = 60_000
/** Of a gauge of which there are too few readings to tell. */
const assumedNoiseCl = 15_00
/** Readings so long before and after are averaged: sales that are known do not blur them. */
const [sideMs, most] = [60 * minute, 12]
/** A gauge that tells whole litres, or whole millimetres, is off by that however often it is read. */
const leastVarianceCl2 = 2_00 ** 2

/**
 * What a gauge shows of a tank while one tanker unloads into it, with what was sold taken out: before and after it, the level with the
 * sales added up stands still, so that its readings are averaged. It is over with the first step after the last rise; a step is a rise when
 * noise hardly makes it. Nothing where the gauge did not measure before it began.
 */
export function unloadingOf(
  readings: readonly GaugeReading[],
  sales: readonly SoldAt[],
  { beginAt, endAt }: { beginAt: number; endAt: number | null },
): Unloading | undefined {
  const adjusted = withSales(readings, sales)
  const noise = noiseOf(adjusted)
  const early = adjusted.filter(({ at }) => at <= beginAt && at >= beginAt - sideMs)
  if (early.length === 0) return undefined
  const before = sideOf(early.slice(-most), noise)
  const later = adjusted.filter(({ at }) => at > beginAt && (endAt === null || at <= endAt + sideMs))
  const line = [early.at(-1)!, ...later]
  const rises = line.slice(1).map(({ volumeCl }, i) => volumeCl - line[i]!.volumeCl > limitOf(2 * noise))
  const last = rises.lastIndexOf(true)
  const ended = endAt === null ? undefined : line.findIndex(({ at }) => at >= endAt)
  // The reading that ends the last rise may lie within it: it counts where another one says the same.
  const still = line.slice(Math.max(last + 1, ended ?? 0))
  const isStill = ended === undefined ? last >= 0 && still.length >= 2 : ended > 0 && still.length > 0
  if (!isStill) return { before, after: null, stillAt: null }
  return { before, after: sideOf(still.slice(0, most), noise), stillAt: still[0]!.at }
}

/** With the sales added only noise makes a level fall, so that what falls tells how much noise there is. */
function noiseOf(readings: readonly GaugeReading[]): number {
  const falls = readings.slice(1).flatMap(({ volumeCl }, i) => (volumeCl < readings[i]!.volumeCl ? [readings[i]!.volumeCl - volumeCl] : []))
  if (falls.length < 4) return readings.length < 10 ? assumedNoiseCl ** 2 : 0
  return (median(falls) / 0.6745) ** 2 / 2
}

/** Each reading with all that was sold since the first one added. */
function withSales(readings: readonly GaugeReading[], sales: readonly SoldAt[]): GaugeReading[] {
  const inOrder = sales.toSorted((a, b) => a.at - b.at)
  const start = readings[0]?.at ?? 0
  let [next, sold] = [0, 0]
  return readings.map(reading => {
    for (; next < inOrder.length && inOrder[next]!.at <= reading.at; next++) if (inOrder[next]!.at > start) sold += inOrder[next]!.volumeCl
    return { ...reading, volumeCl: reading.volumeCl + sold }
  })
}

function sideOf(readings: readonly GaugeReading[], noise: number): MeasuredSide {
  const count = readings.length
  const temperatures = readings.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  // One sale that was under way, or was told a little later than the level fell, does not move the middle.
  const volumeCl = count < 4 ? sumOf(readings) / count : middleOf(readings.map(reading => reading.volumeCl))
  return {
    volumeCl: Math.round(volumeCl),
    variance: noise / count + leastVarianceCl2,
    count,
    temperature:
      temperatures.length === 0 ? null : Math.round((10 * temperatures.reduce((sum, each) => sum + each, 0)) / temperatures.length) / 10,
  }
}

const sumOf = (readings: readonly LevelReading[]) => readings.reduce((sum, { volumeCl }) => sum + volumeCl, 0)

/** The mean without those that lie far from the median. */
function middleOf(values: readonly number[]): number {
  const middle = median(values)
  const spread = median(values.map(value => Math.abs(value - middle)))
  const near = values.filter(value => Math.abs(value - middle) <= 4 * spread + 1)
  return near.reduce((sum, value) => sum + value, 0) / near.length
}

export const verdicts = ['short', 'over', 'agrees'] as const
export interface Judged {
  readonly differenceCl: number
  /** Twice the standard deviation of the difference. */
  readonly uncertaintyCl: number
  readonly verdict: (typeof verdicts)[number]
  /** How sure it is that something is missing, or too much: percent, 50 where it is as likely as not. */
  readonly confidence: number
}

/** Short or over against a note, where that is at least as sure as is asked for; else they agree as far as can be measured. */
export function judgedAgainst(receivedCl: number, noteCl: number, variance: number, asked: number): Judged {
  const differenceCl = receivedCl - noteCl
  const deviations = variance === 0 ? (differenceCl === 0 ? 0 : 9) : Math.abs(differenceCl) / Math.sqrt(variance)
  const confidence = Math.min(99.9, Math.floor(1000 * normalShare(deviations)) / 10)
  const verdict = confidence < asked ? 'agrees' : differenceCl < 0 ? 'short' : 'over'
  return { differenceCl, uncertaintyCl: Math.ceil(2 * Math.sqrt(variance)), verdict, confidence }
}

/** The share of a normal distribution below so many standard deviations; by Abramowitz and Stegun 26.2.17, to seven decimals. */
export function normalShare(deviations: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(deviations))
  const tail =
    (Math.exp((-deviations * deviations) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return deviations >= 0 ? 1 - tail : tail
}

/** The limits of JJG 443 for pumps are ± 0.30 %, two standard deviations. A gauge tells temperatures to about 0.3 °C. */
const [metersShare, celsius, expansion] = [0.0015, 0.3, 0.0012]

/** The variance of what was received less what the note says, as observed. */
export function varianceAsObserved(sides: Pick<Unloading, 'before' | 'after'>, soldCl: number, note: { volumeCl: number; share: number }) {
  return sides.before.variance + (sides.after?.variance ?? 0) + (metersShare * soldCl) ** 2 + (note.share * note.volumeCl) ** 2
}

/** The same at the reference temperature: each temperature has its own error, the averaged ones less of it. */
export function varianceAtReference(sides: Pick<Unloading, 'before' | 'after'>, soldCl: number, note: { volumeCl: number; share: number }) {
  const ofSide = ({ volumeCl, count }: MeasuredSide) => (volumeCl * expansion * celsius) ** 2 / Math.max(1, count)
  const ofTemperatures = ofSide(sides.before) + (sides.after ? ofSide(sides.after) : 0) + (note.volumeCl * expansion * celsius) ** 2
  return varianceAsObserved(sides, soldCl, note) + ofTemperatures
}
