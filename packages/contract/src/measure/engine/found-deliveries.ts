import { evenRateOf, lagOf, stepsThroughout } from './even-pump.ts'
import { inOrder, withoutFaults } from './gauge-faults.ts'
import {
  averaged,
  levelsOf,
  limitOf,
  median,
  noiseIn,
  scaleOf,
  type KnownLevel,
  type LevelReading,
  type LevelScale,
} from './level-filter.ts'

export type { LevelReading } from './level-filter.ts'

export interface FindingOptions {
  /** What is less is no delivery: a test of a meter is given back to its tank as well. */
  readonly leastCl: number
  /** Two rises with less than this between them are one delivery: the hose goes to the next compartment. */
  readonly pauseMs: number
  /** The noise of a gauge of which there are too few readings to tell. */
  readonly assumedNoiseCl: number
}
export const usualFinding: FindingOptions = { leastCl: 300_00, pauseMs: 20 * 60_000, assumedNoiseCl: 15_00 }

/** A delivery that shows in the readings of its tank alone. */
export interface FoundDelivery {
  readonly beginAt: number
  readonly endAt: number
  /** The last reading before it, and the first one after it. */
  readonly beforeAt: number
  readonly afterAt: number
  /** What the tank held then; the noise of the gauge averaged as far as possible. */
  readonly beforeCl: number
  readonly afterCl: number
  /** What was sold between these two readings, by the rate of sale before and after. */
  readonly soldCl: number
  readonly litresCl: number
  /** Twice the standard deviation, without what sales are not known to be. */
  readonly levelUncertaintyCl: number
  /** Twice the standard deviation of litresCl. */
  readonly uncertaintyCl: number
  /** The level has stood still for longer than a pause: it is over. */
  readonly isOver: boolean
}

/** Readings between which the level rises: from `first`, the last before it, to `last`, the first after it. */
interface Rise {
  readonly first: number
  readonly last: number
}
interface Series {
  readonly readings: readonly LevelReading[]
  readonly scale: LevelScale
  readonly forward: readonly KnownLevel[]
  readonly backward: readonly KnownLevel[]
  readonly leastCl: number
}

const minute = 60_000
/** Of what rises slowly noise hides a step now and then: so much between two steps does not part them. */
const hiddenMs = 5 * minute
/** A tank may warm by a degree an hour, and swell by a thousandth with it. */
const swellingPerMs = 0.0012 / (60 * minute)
/** How fast a tanker unloads where nothing else is known. */
const usualRate = 400_00 / minute
/** How far before and after the rate of sale is looked at. */
const rateMs = 90 * minute

/**
 * Deliveries that readings of one tank show, in order of time. Nothing but a delivery lifts the level of a tank by much: sales only lower
 * it, warmth lifts it slowly, and noise comes back. Each scale is taken from the series itself.
 * @source requirement FUE; standards §2; decisions WS17
 */
export function foundDeliveries(told: readonly LevelReading[], options: FindingOptions = usualFinding): FoundDelivery[] {
  const ordered = inOrder(told)
  const single = noiseIn(ordered, options.assumedNoiseCl)
  const leastCl = Math.max(options.leastCl, 8 * Math.sqrt(single))
  const { readings, noise } = averaged(withoutFaults(ordered, leastCl), single)
  const scale = scaleOf(readings, noise)
  const series = { readings, scale, leastCl, forward: levelsOf(readings, scale), backward: levelsOf(readings, scale, true) }
  const groups = joined(risesOf(series), series, options.pauseMs)
  const rises = groups.filter(group => isDelivery(series, group))
  const typical = median(rises.map(group => rateAt(series, group[0]!, 'begin')).filter(rate => rate !== undefined)) || usualRate
  const steps = rises.flatMap(group => group.flatMap(({ first, last }) => stepsThroughout(readings, first, last)))
  const even = limitOf(2 * noise) > 2 * limitOf(0) ? undefined : evenRateOf(steps)
  return rises.map((group, i) => {
    const from = rises[i - 1]?.at(-1)?.last ?? 0
    const until = rises[i + 1]?.[0]?.first ?? readings.length - 1
    return deliveryOf(series, group, { from, until, typical, even, pauseMs: options.pauseMs })
  })
}

/** Steps from which the level goes up, seen from before as well as from after; those that follow each other are one rise. */
function risesOf(series: Series): Rise[] {
  const { readings, forward, backward, scale, leastCl } = series
  const limit = ({ variance }: KnownLevel) => limitOf(variance + scale.noise)
  const rising = readings
    .slice(1)
    .map(
      ({ volumeCl }, i) =>
        volumeCl - forward[i]!.volumeCl > limit(forward[i]!) && backward[i + 1]!.volumeCl - readings[i]!.volumeCl > limit(backward[i + 1]!),
    )
  const rises: Rise[] = []
  rising.forEach((rises_, i) => {
    if (!rises_) return
    const last = rises.at(-1)
    const isNear = last && (i - last.last <= 1 || readings[i]!.at - readings[last.last]!.at <= hiddenMs)
    if (isNear) rises[rises.length - 1] = { ...last, last: i + 1 }
    else rises.push({ first: i, last: i + 1 })
  })
  return rises.filter(rise => heightOf(series, rise) >= leastCl / 2)
}

const heightOf = ({ forward, backward }: Series, { first, last }: Rise): number => backward[last]!.volumeCl - forward[first]!.volumeCl

function joined(rises: readonly Rise[], { readings }: Series, pauseMs: number): Rise[][] {
  const groups: Rise[][] = []
  for (const rise of rises) {
    const last = groups.at(-1)?.at(-1)
    if (last && readings[rise.first]!.at - readings[last.last]!.at <= pauseMs) groups.at(-1)!.push(rise)
    else groups.push([rise])
  }
  return groups
}

function isDelivery(series: Series, group: readonly Rise[]): boolean {
  const whole = { first: group[0]!.first, last: group.at(-1)!.last }
  const [before, after] = [series.readings[whole.first]!, series.readings[whole.last]!]
  const swelling = swellingPerMs * after.volumeCl * (after.at - before.at)
  const sold = series.scale.sales * (after.at - before.at)
  return heightOf(series, whole) + sold >= series.leastCl + swelling
}

/**
 * How fast it unloads near its begin or its end: of up to three steps that unload throughout, which those are not that are slower than half
 * of the fastest. Nothing where there is no such step.
 */
function rateAt({ readings, scale }: Series, { first, last }: Rise, side: 'begin' | 'end'): number | undefined {
  const rateOf = (at: number) => {
    const [from, to] = [readings[at]!, readings[at + 1]!]
    return (to.volumeCl - from.volumeCl) / (to.at - from.at) + scale.sales
  }
  const inner = Array.from({ length: Math.max(0, last - first - 2) }, (_, i) => rateOf(first + 1 + i))
  const fastest = Math.max(...inner, rateOf(first), rateOf(last - 1))
  const throughout = inner.filter(rate => rate >= fastest / 2)
  const near = side === 'begin' ? throughout.slice(0, 3) : throughout.slice(-3)
  return near.length === 0 ? undefined : near.reduce((sum, rate) => sum + rate, 0) / near.length
}

interface Around {
  /** Between the delivery before and the next one. */
  readonly from: number
  readonly until: number
  readonly typical: number
  readonly even: number | undefined
  readonly pauseMs: number
}

function deliveryOf(series: Series, group: readonly Rise[], around: Around): FoundDelivery {
  const { readings, scale } = series
  const [opening, closing] = [group[0]!, group.at(-1)!]
  // Noise may hide the first and the last moments of unloading: one step more on each side is sure to lie outside.
  const hidden = limitOf(2 * scale.noise) > 2 * limitOf(0) ? 1 : 0
  const first = Math.max(around.from, opening.first - hidden)
  const last = Math.min(around.until, closing.last + hidden)
  const before = settled(series, around.from, first)
  const after = settled(series, around.until, last)
  const { beginAt, endAt } = timesOf(series, opening, closing, around.typical)
  const [beforeAt, afterAt] = [readings[first]!.at, readings[last]!.at]
  const between = afterAt - beforeAt
  const rate = (before.rate + after.rate) / 2
  const [beforeCl, afterCl] = [Math.round(before.level.volumeCl), Math.round(after.level.volumeCl)]
  const ofLevels = before.level.variance + after.level.variance
  const ofSales = scale.lumps * between + (between / 2) ** 2 * (before.rateVariance + after.rateVariance)
  const soldCl = Math.round(soldBetween(series, group, { rate, even: around.even, doubt: 3 * Math.sqrt(ofSales) }, between))
  return {
    beginAt,
    endAt,
    beforeAt,
    afterAt,
    beforeCl,
    afterCl,
    soldCl,
    litresCl: afterCl - beforeCl + soldCl,
    levelUncertaintyCl: Math.ceil(2 * Math.sqrt(ofLevels)),
    uncertaintyCl: Math.ceil(2 * Math.sqrt(ofLevels + ofSales)),
    isOver: readings.at(-1)!.at - afterAt > around.pauseMs,
  }
}

interface Selling {
  readonly rate: number
  readonly even: number | undefined
  readonly doubt: number
}
/** By the rate of sale before and after; and where the pump is even, by what the level lags behind it, as far as the two agree. */
function soldBetween({ readings }: Series, group: readonly Rise[], { rate, even, doubt }: Selling, between: number): number {
  const byRate = rate * between
  const lag =
    even === undefined
      ? undefined
      : lagOf(
          group.flatMap(({ first, last }) => stepsThroughout(readings, first, last)),
          even,
        )
  if (!lag) return byRate
  const byPump = lag.cl + rate * (between - lag.ms)
  return Math.abs(byPump - byRate) <= doubt ? byPump : byRate
}

/** The level at reading `at` and the rate of sale there, by the readings from it towards `far`. */
function settled({ readings, scale, forward, backward }: Series, far: number, at: number) {
  const isBefore = far <= at
  const all = isBefore ? readings.slice(far, at + 1) : readings.slice(at, far + 1)
  const near = all.filter(reading => Math.abs(reading.at - readings[at]!.at) <= rateMs)
  const [from, to] = [near[0]!, near.at(-1)!]
  const ms = to.at - from.at
  const isShort = ms < 10 * minute
  const rate = isShort ? scale.sales : Math.max(0, (from.volumeCl - to.volumeCl) / ms)
  const rateVariance = isShort ? scale.sales ** 2 : (scale.lumps * ms + 2 * scale.noise) / ms ** 2
  const levels = levelsOf(near, { ...scale, sales: rate }, !isBefore)
  const known = isBefore ? levels.at(-1) : levels[0]
  return { level: known ?? (isBefore ? forward : backward)[at]!, rate, rateVariance }
}

/** When it began and ended, within the steps in which it did, by how fast it unloads. */
function timesOf(series: Series, opening: Rise, closing: Rise, typical: number) {
  const { readings, scale } = series
  const risen = (from: number, to: number) =>
    readings[to]!.volumeCl - readings[from]!.volumeCl + scale.sales * (readings[to]!.at - readings[from]!.at)
  const stepRate = (from: number) => risen(from, from + 1) / (readings[from + 1]!.at - readings[from]!.at)
  const fastest = Math.max(typical, stepRate(opening.first), stepRate(closing.last - 1))
  const atBegin = rateAt(series, opening, 'begin') ?? fastest
  const atEnd = rateAt(series, closing, 'end') ?? fastest
  const [earliest, latest] = [readings[startOfRepeats(readings, opening.first)]!.at, readings[closing.last]!.at]
  if (closing.last - opening.first === 1) {
    // In one step: in the midst of it, for nothing says more.
    const spare = Math.max(0, latest - readings[opening.first]!.at - risen(opening.first, closing.last) / fastest) / 2
    return { beginAt: Math.round(readings[opening.first]!.at + spare), endAt: Math.round(latest - spare) }
  }
  const [second, lastButOne] = [readings[opening.first + 1]!.at, readings[closing.last - 1]!.at]
  const beginAt = second - risen(opening.first, opening.first + 1) / atBegin
  const endAt = lastButOne + risen(closing.last - 1, closing.last) / atEnd
  return {
    beginAt: Math.round(Math.min(second, Math.max(earliest, beginAt))),
    endAt: Math.round(Math.min(latest, Math.max(lastButOne, endAt))),
  }
}

/** Where the gauge began to say the same: it may have stood still while the level rose already. */
function startOfRepeats(readings: readonly LevelReading[], at: number): number {
  let start = at
  while (start > 0 && readings[start - 1]!.volumeCl === readings[at]!.volumeCl) start--
  return start
}
