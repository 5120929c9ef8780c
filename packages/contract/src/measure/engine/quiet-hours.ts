import { expansionOf, type Expansion, type KnownOil } from './expansion.ts'
import { median } from './level-filter.ts'
import { gallonCl } from './monthly-control.ts'
import { pooledRate, type RateSeen } from './pooled-rates.ts'
import { quietStretches, type Busy, type QuietReading } from './quiet-stretches.ts'
import { leakClPerHour } from './sir.ts'
import { studentCdf, studentQuantile } from './student.ts'
import type { MeasureSettings } from './terms.ts'

export type { Busy, QuietReading } from './quiet-stretches.ts'
export { leakClPerHour } from './sir.ts'

/** 紧密, 渗漏, 无法判断, 未知（静止时间不足）. */
export type QuietVerdict = 'tight' | 'leak' | 'inconclusive' | 'unknown'
/** Why nothing is known: too little quiet time, or no temperature that moves. */
export type QuietUnknown = 'tooShort' | 'noTemperature'

export interface QuietInput {
  readonly readings: readonly QuietReading[]
  /** Sales, deliveries and transfers, each until it has settled. */
  readonly busy: readonly Busy[]
  /** The density of what is in the tank; empty where nobody knows it. */
  readonly oil: KnownOil
  readonly settings: MeasureSettings
  /** How sure it must be before a tank is called leaky: one in forty tight tanks is, where nothing else is said. */
  readonly certainty?: number
}

/** A time in which nothing moved the level. */
export interface Stretch {
  readonly from: number
  readonly until: number
  readonly readings: number
  /** Centilitres an hour, at the reference temperature; above zero fuel is lost. */
  readonly rate: number
  readonly standardError: number
  readonly volumeCl: number
}
export interface QuietRate {
  readonly rate: number
  readonly standardError: number
  readonly degrees: number
  readonly threshold: number
  readonly detectable: number
}
export interface QuietTest {
  readonly verdict: QuietVerdict
  readonly reason: QuietUnknown | null
  readonly hours: number
  /** What is missing before anything is said. */
  readonly missingHours: number
  readonly missingStretches: number
  readonly stretches: readonly Stretch[]
  /** Whether the density was known; without it the expansion is taken as somewhere between petrol and diesel. */
  readonly byDensity: boolean
  readonly found: QuietRate | null
}

/** Fewer stretches, and fewer hours in them, say nothing. */
export const [leastStretches, leastHours] = [5, 10]
const hour = 3_600_000
const usualCertainty = 0.975
/** As in SIR: below half of what a tightness test must find, evaporation and rounding are all that there is. */
const leastThreshold = (0.1 * gallonCl) / 2
/** A gauge that rounds to a millimetre does not know a level better than this. */
const levelLeast = 200 ** 2
/** What a volume grows by for each degree: petrol and diesel where the density is unknown, and how far that may be off. */
const unknownOil = { mean: 0.001, deviation: 0.000_25 }
/** Thermometers see a part of what changes, and see it late: so far may the correction be off, of an expansion of a thousandth. */
const knownOil = { mean: 0, deviation: 0.000_15 }

/**
 * 静态检漏: how fast a tank loses fuel while nothing is sold and nothing comes. Each stretch has a level of its own and a slope in common;
 * volumes are brought to the reference temperature, so that fuel that cools is no leak. Not certified by a third party.
 * @source decisions WS22; docs/adr/0097
 */
export function quietTest(input: QuietInput): QuietTest {
  const { readings, busy, certainty = usualCertainty } = input
  const knowsWarmth = movesIn(readings)
  const { factor, isKnown: byDensity } = expansionOf(input.oil, input.settings)
  const quiet = knowsWarmth ? quietStretches(withTemperature(readings), busy) : []
  const lines = alike(quiet.map(stretch => lineOf(stretch, factor)))
  const stretches = lines.map(({ stretch }) => stretch)
  const hours = stretches.reduce((sum, { from, until }) => sum + (until - from), 0) / hour
  const missing = { missingHours: Math.max(0, leastHours - hours), missingStretches: Math.max(0, leastStretches - stretches.length) }
  const said = { hours, ...missing, stretches, byDensity }
  if (!knowsWarmth) return { ...said, verdict: 'unknown', reason: 'noTemperature', found: null }
  if (missing.missingHours > 0 || missing.missingStretches > 0) return { ...said, verdict: 'unknown', reason: 'tooShort', found: null }
  const { rate, standardError } = pooledRate(
    lines.map(({ seen }) => seen),
    byDensity ? knownOil : unknownOil,
  )
  const degrees = stretches.length - 1
  const threshold = Math.max(studentQuantile(certainty, degrees) * standardError, leastThreshold)
  const found = { rate: rate + 0, standardError, degrees, threshold, detectable: 2 * threshold }
  return { ...said, verdict: verdictOf(found), reason: null, found }
}

/** Beyond so many standard errors, and as much more as all stretches scatter, a stretch had something of its own. */
const strange = 4

/** Without stretches in which something happened that no other one shows: a leak is in all of them alike. */
function alike<L extends { readonly seen: RateSeen }>(lines: readonly L[]): readonly L[] {
  if (lines.length < leastStretches) return lines
  const middle = median(lines.map(({ seen }) => seen.rate))
  const away = ({ seen: { rate, variance } }: L) => Math.abs(rate - middle) / Math.sqrt(variance)
  const usual = Math.max(1, 1.4826 * median(lines.map(away)))
  return lines.filter(line => away(line) <= strange * usual)
}

/** A level that rises by more than the smallest rate that is found is no proof of tightness: something is at work that nobody knows. */
function verdictOf({ rate, threshold, detectable }: QuietRate): QuietVerdict {
  if (rate >= threshold) return 'leak'
  return detectable <= leakClPerHour && rate > -detectable ? 'tight' : 'inconclusive'
}

/** How likely a leak of a rate is found: the power curve. At 0 it is how likely a tight tank is called leaky. */
export const chanceOfLeak = ({ threshold, standardError, degrees }: QuietRate, rate: number): number =>
  1 - studentCdf((threshold - rate) / standardError, degrees)

/** The power curve at rates from nothing to twice the leak that must be found, or to twice the smallest rate that is. */
export function quietPower(found: QuietRate): { rate: number; chance: number }[] {
  const most = 2 * Math.max(leakClPerHour, found.detectable)
  return Array.from({ length: 21 }, (_, at) => ({ rate: (at * most) / 20, chance: chanceOfLeak(found, (at * most) / 20) }))
}

/** A temperature that never moves is not a measurement. @source decisions WS17 */
const movesIn = (readings: readonly QuietReading[]): boolean =>
  new Set(readings.map(({ temperature }) => temperature).filter(one => one !== null)).size > 1

type Warm = QuietReading & { readonly temperature: number }
const withTemperature = (readings: readonly QuietReading[]): Warm[] => readings.filter((one): one is Warm => one.temperature !== null)

/** The straight line through a stretch, by ordinary least squares. */
function lineOf(readings: readonly QuietReading[], factor: Expansion['factor']): { stretch: Stretch; seen: RateSeen } {
  const [first, last] = [readings[0]!, readings.at(-1)!]
  const count = readings.length
  const mean = (of: (reading: Warm) => number) => (readings as readonly Warm[]).reduce((sum, one) => sum + of(one), 0) / count
  const around = mean(({ temperature }) => temperature)
  const hoursOf = ({ at }: QuietReading) => (at - first.at) / hour
  const volumeOf = ({ volumeCl, temperature }: Warm) => volumeCl * factor(temperature, around)
  const [meanHours, meanCl] = [mean(hoursOf), mean(volumeOf)]
  const across = count * mean(one => (hoursOf(one) - meanHours) ** 2)
  const slopeOf = (of: (reading: Warm) => number) => (count * mean(one => (hoursOf(one) - meanHours) * of(one))) / across
  const slope = slopeOf(one => volumeOf(one) - meanCl)
  const rest = count * mean(one => (volumeOf(one) - meanCl - slope * (hoursOf(one) - meanHours)) ** 2)
  const variance = Math.max(levelLeast, rest / (count - 2)) / across
  return {
    stretch: { from: first.at, until: last.at, readings: count, rate: 0 - slope, standardError: Math.sqrt(variance), volumeCl: meanCl },
    seen: { rate: 0 - slope, variance, warmth: -meanCl * slopeOf(({ temperature }) => temperature - around) },
  }
}
