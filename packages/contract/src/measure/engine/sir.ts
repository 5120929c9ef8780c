import { bestVariances, type Fit, type StockPoint } from './sir-fit.ts'
import { gallonCl } from './monthly-control.ts'
import { studentCdf, studentQuantile } from './student.ts'

export type { StockPoint } from './sir-fit.ts'

/** The leak that must be found: 0.2 gallons an hour, in centilitres. @source 40 CFR 280.43(h) */
export const leakClPerHour = 0.2 * gallonCl
/** 紧密, 不紧密, 无法判断. */
export type SirVerdict = 'tight' | 'notTight' | 'inconclusive'

/** Fewer points than these say nothing about a trend. */
export const sirPointsLeast = 10
/**
 * A tank that is measured very well is still not called leaky for less than half of what a tightness test must find (0.1 gallons an hour):
 * below it, evaporation and rounding are all that there is.
 */
const leastDetectable = 0.1 * gallonCl
/**
 * On each side, loss and gain: together a tight tank is called leaky once in twenty at most, and a leak of the minimum detectable rate is
 * missed once in forty.
 */
const certainty = 0.975

/** Half of the smallest rate that is found, and that rate, as the standard error of an estimate makes them. @source standards §3 */
export function sirLimits(standardError: number, degrees: number, probability: number): { threshold: number; detectable: number } {
  const threshold = studentQuantile(probability, degrees) * standardError
  return { threshold, detectable: 2 * threshold }
}

/** @param largest the smallest rate that must be found, in the unit of the others @source standards reference §3 */
export function sirVerdict(rate: number, detectable: number, largest: number): SirVerdict {
  if (Math.abs(rate) >= detectable / 2) return 'notTight'
  return detectable <= largest ? 'tight' : 'inconclusive'
}

export interface Sir {
  /** Centilitres an hour; above zero fuel is lost. */
  readonly rate: number
  readonly standardError: number
  readonly degrees: number
  readonly threshold: number
  readonly detectable: number
  readonly verdict: SirVerdict
}

export interface SirOptions {
  /** How far the meters of a tank may be off, as a share: 0.001 is one litre in a thousand. */
  readonly meterTolerance: number
}

/**
 * Statistical inventory reconciliation: how fast fuel is lost, by a regression of the cumulative variance on time. Each measured level has
 * an error of its own, each delivery one that stays, and the meters one that grows with what was sold; the standard error of the rate
 * contains them all. Undefined with too few points. Not certified by a third party.
 * @source decisions WS22; docs/adr/0092
 */
export function reconcile(points: readonly StockPoint[], { meterTolerance }: SirOptions): Sir | undefined {
  if (points.length < sirPointsLeast) return undefined
  const fit = bestVariances(points, meterTolerance / Math.sqrt(3))
  if (!fit) return undefined
  const { threshold: statistical, degrees } = limitsOf(fit, points.length)
  const threshold = Math.max(statistical, leastDetectable / 2)
  // Not its negative: a rate of nothing is 0, and not −0.
  const rate = 0 - fit.slope
  const detectable = 2 * threshold
  return {
    rate,
    standardError: fit.slopeError,
    degrees,
    threshold,
    detectable,
    verdict: sirVerdict(rate, detectable, leakClPerHour),
  }
}

function limitsOf({ slopeError }: Fit, count: number) {
  const degrees = count - 2
  return { degrees, ...sirLimits(slopeError, degrees, certainty) }
}

/** How likely a leak of a rate is found: the power curve. At 0 it is how likely a tight tank is called leaky. */
export const chanceFound = ({ threshold, standardError, degrees }: Sir, rate: number): number =>
  1 - studentCdf((threshold - rate) / standardError, degrees) + studentCdf((-threshold - rate) / standardError, degrees)

/** The power curve at rates from nothing to twice the leak that must be found. */
export const powerCurve = (sir: Sir): { rate: number; chance: number }[] =>
  Array.from({ length: 21 }, (_, at) => {
    const rate = (at * leakClPerHour) / 10
    return { rate, chance: chanceFound(sir, rate) }
  })
