import type { LossFound, LossStudy } from './loss-causes.ts'
import type { LossGiven } from './loss-given.ts'
import { median } from './level-filter.ts'

/** What a cause took, or brought, in each of the times between some moments: whole centilitres that add up to what it took in all. */
export interface LossShare {
  readonly found: LossFound
  readonly volumesCl: readonly number[]
  /** Of all of them together: two standard deviations. */
  readonly uncertaintyCl: number
}
export interface LossShares {
  readonly shares: readonly LossShare[]
  /** What warmth took or brought; null where temperatures are not known at both ends. */
  readonly temperatureCl: readonly (number | null)[]
  /** A standard deviation of one of these. */
  readonly temperatureErrorCl: number
}

const hour = 3_600_000

/**
 * Each cause by its own way: a load where it came, a nozzle by what it sold, a leak by hours.
 * @param edges the ends of the times, in order
 */
export function sharesOf({ found, curve }: LossStudy, given: LossGiven, edges: readonly number[]): LossShares {
  const factor = curve.isAtReference ? given.factorAt!(meanCelsius(given)) : 1
  const between = (upTo: (at: number) => number) => {
    const sums = edges.map(at => Math.round(upTo(at)))
    return sums.slice(1).map((sum, turn) => sum - sums[turn]!)
  }
  const shares = found.map((cause): LossShare => {
    const unit = unitsOf(cause, given, factor)
    const units = unit(edges.at(-1)!) - unit(edges[0]!)
    return {
      found: cause,
      volumesCl: between(at => cause.size * unit(at)),
      uncertaintyCl: Math.ceil(2 * cause.error * Math.abs(units)),
    }
  })
  const warmth = edges.map(at => warmthAt(curve.points, given, at))
  const temperatureCl = warmth.slice(1).map((after, turn) => {
    const before = warmth[turn]!
    return after === null || before === null ? null : Math.round(after) - Math.round(before)
  })
  return { shares, temperatureCl, temperatureErrorCl: warmthError(curve.points) }
}

/** How often its size has come up until a moment. What is found at the reference temperature is told as it lay in the tank. */
function unitsOf({ cause, key, from }: LossFound, { loads, sales, tests, unsold }: LossGiven, factor: number): (at: number) => number {
  const once =
    (moment: number, size = 1) =>
    (at: number) =>
      at >= moment ? size : 0
  switch (cause) {
    case 'leak':
      return at => Math.max(0, at - from) / hour / factor
    case 'shortLoad': {
      const { endAt, factor: own } = loads.find(load => load.key === key)!
      return once(endAt, 1 / (factor === 1 ? 1 : (own ?? 1)))
    }
    case 'meterDrift': {
      const own = sales.filter(({ nozzle }) => nozzle === key)
      return at => own.reduce((sum, sale) => (sale.at <= at ? sum + sale.volumeCl : sum), 0)
    }
    case 'calibration':
      return once(tests.find(test => test.key === key)!.at)
    case 'atOnce':
      return once(from, 1 / factor)
    case 'notRun':
      return once(unsold.find(each => each.key === key)!.to)
  }
}

function meanCelsius({ tanks }: LossGiven): number {
  const told = tanks.flat().flatMap(({ celsius }) => celsius ?? [])
  return told.reduce((sum, celsius) => sum + celsius, 0) / Math.max(1, told.length)
}

const [nearMs, most] = [3 * hour, 4]
/** The mean of the hours next to a moment, on its side of every load. */
function warmthAt(points: LossStudy['curve']['points'], { loads }: LossGiven, at: number): number | null {
  const sameSide = (moment: number) => !loads.some(({ endAt }) => endAt > Math.min(at, moment) && endAt <= Math.max(at, moment))
  const near = points
    .filter(point => point.warmthCl !== null && Math.abs(point.at - at) <= nearMs && sameSide(point.at))
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))
    .slice(0, most)
  return near.length === 0 ? null : near.reduce((sum, { warmthCl }) => sum + warmthCl!, 0) / near.length
}

/** What thermometers make of it, from hour to hour: of a mean of some hours, at both ends. */
function warmthError(points: LossStudy['curve']['points']): number {
  const steps = points.slice(1).flatMap(({ warmthCl }, turn) => (warmthCl === null ? [] : [Math.abs(warmthCl - points[turn]!.warmthCl!)]))
  if (steps.length === 0) return 0
  return Math.ceil(median(steps) / 0.6745 / Math.sqrt(most))
}
