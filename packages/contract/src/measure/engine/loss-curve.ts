import type { LossGiven, LossReading } from './loss-given.ts'

/** An hour in which all the tanks were measured: means of its readings. */
export interface LossPoint {
  readonly at: number
  /** What the tanks hold more, or less, than the book says since the beginning, at the reference temperature where it is known. */
  readonly restCl: number
  /** By how much of it the temperature is to blame: observed less at the reference temperature; null where that is not known. */
  readonly warmthCl: number | null
  /** Of the mean of its readings. */
  readonly variance: number
  /** How each possible cause would show in it, in the order of the causes. */
  readonly columns: readonly number[]
}
export interface LossCurve {
  readonly points: readonly LossPoint[]
  readonly isAtReference: boolean
  /** A standard deviation of one reading. */
  readonly noiseCl: number
  readonly nozzles: readonly number[]
}

const [minute, hour] = [60_000, 3_600_000]
/** While a tanker unloads, and until the level is calm, it says nothing. */
const [unrestBefore, unrestAfter] = [10 * minute, 20 * minute]

/** One reading, with everything that had happened by then. */
interface Seen {
  readonly at: number
  readonly volumeCl: number
  readonly referenceCl: number
}
/** Sums up to a moment: one after the other they cost one walk through the facts. */
interface Facts {
  readonly at: number
  readonly column: number | undefined
  readonly observedCl: number
  readonly referenceCl: number
}

/** The hours of these tanks, with sold litres by nozzle, loads and tests as columns. */
export function lossCurve(given: LossGiven): LossCurve {
  const isAtReference = given.factorAt !== null && hasTemperatures(given.tanks)
  const nozzles = [...new Set([...given.sales, ...given.unsold, ...given.tests].map(({ nozzle }) => nozzle))].toSorted((a, b) => a - b)
  const factorAt = isAtReference ? given.factorAt : () => 1
  const tanks = given.tanks.map(readings => seenOf(calm(readings, given), factorAt))
  const facts = factsOf(given, nozzles, warmthOf(given.tanks, factorAt), isAtReference)
  const columns = nozzles.length + given.loads.length + given.tests.length + given.unsold.length
  const points = pointsOf(tanks, facts, columns, isAtReference)
  const noise = points.length === 0 ? 0 : points.reduce((sum, { single }) => sum + single, 0) / points.length
  return { points, isAtReference, noiseCl: Math.sqrt(noise), nozzles }
}

/** A temperature that never moves is not a measurement. @source decisions WS17 */
const hasTemperatures = (tanks: readonly (readonly LossReading[])[]): boolean =>
  tanks.every(readings => {
    const told = readings.flatMap(({ celsius }) => celsius ?? [])
    return told.length * 2 > readings.length && new Set(told).size > 1
  })

const calm = (readings: readonly LossReading[], { loads }: LossGiven): readonly LossReading[] =>
  readings.filter(({ at }) => !loads.some(({ beginAt, endAt }) => at > beginAt - unrestBefore && at < endAt + unrestAfter))

/** Each reading by its own temperature: what its thermometer is off by shows in the spread of an hour, too. */
function seenOf(readings: readonly LossReading[], factorAt: (celsius: number) => number): Seen[] {
  let known = readings.find(({ celsius }) => celsius !== null)?.celsius ?? 0
  return readings.map(({ at, volumeCl, celsius }) => {
    known = celsius ?? known
    return { at, volumeCl, referenceCl: volumeCl * factorAt(known) }
  })
}

/** The factor of what is sold at a moment: temperatures of the tanks, smoothed over some readings. */
function warmthOf(tanks: readonly (readonly LossReading[])[], factorAt: (celsius: number) => number): (at: number) => number {
  const told = tanks.flat().filter(({ celsius }) => celsius !== null)
  told.sort((one, other) => one.at - other.at)
  let [next, celsius] = [0, told[0]?.celsius ?? 0]
  return at => {
    for (; next < told.length && told[next]!.at <= at; next++) celsius += (told[next]!.celsius! - celsius) / 8
    return factorAt(celsius)
  }
}

/** All that the book counts, what ran unsold, and what would show a cause, in the order of time. */
function factsOf(given: LossGiven, nozzles: readonly number[], warmth: (at: number) => number, isAtReference: boolean): Facts[] {
  const placeOf = new Map(nozzles.map((nozzle, place) => [nozzle, place]))
  const [loads, tests] = [nozzles.length, nozzles.length + given.loads.length]
  const unsold = tests + given.tests.length
  const drawn = [
    ...given.sales.map(({ at, nozzle, volumeCl }) => ({ at, column: placeOf.get(nozzle), volumeCl })),
    ...given.unsold.map(({ to, volumeCl }) => ({ at: to, column: undefined, volumeCl })),
    ...given.moved.map(({ at, volumeCl }) => ({ at, column: undefined, volumeCl: -volumeCl })),
  ]
  const together = [...drawn, ...given.loads.map(({ endAt: at }) => ({ at, column: undefined, volumeCl: 0 }))]
  together.sort((one, other) => one.at - other.at)
  const warmthThen = new Map(together.map(({ at }) => [at, warmth(at)]))
  return [
    ...drawn.map(({ at, column, volumeCl }) => ({ at, column, observedCl: volumeCl, referenceCl: volumeCl * warmthThen.get(at)! })),
    ...given.loads.map(({ endAt, noteCl, factor }, turn) => ({
      at: endAt,
      column: loads + turn,
      observedCl: -noteCl,
      referenceCl: -noteCl * (isAtReference ? (factor ?? warmthThen.get(endAt)!) : 1),
    })),
    ...given.tests.map(({ at }, turn) => ({ at, column: tests + turn, observedCl: 0, referenceCl: 0 })),
    ...given.unsold.map(({ to: at }, turn) => ({ at, column: unsold + turn, observedCl: 0, referenceCl: 0 })),
  ].toSorted((one, other) => one.at - other.at)
}

/** Litres of a nozzle add up in its column; of what happens once, the column is one from then on. */
const addedTo = (sums: number[], { column, referenceCl }: Facts): void => {
  if (column !== undefined) sums[column]! += referenceCl > 0 ? referenceCl : 1
}

interface Hour {
  readonly at: number
  readonly values: readonly number[]
  readonly observed: number
  readonly columns: readonly number[]
}

/** The readings of one tank, hour by hour, with what the facts add up to at each. */
function hoursOf(seen: readonly Seen[], facts: readonly Facts[], columns: number, withFacts: boolean): Map<number, Hour> {
  const sums: number[] = Array.from({ length: columns }, () => 0)
  let [next, observed, reference] = [0, 0, 0]
  const hours = new Map<number, { at: number; values: number[]; observed: number; columns: number[] }>()
  for (const reading of seen) {
    for (; withFacts && next < facts.length && facts[next]!.at <= reading.at; next++) {
      const fact = facts[next]!
      observed += fact.observedCl
      reference += fact.referenceCl
      addedTo(sums, fact)
    }
    const key = Math.floor(reading.at / hour)
    const own = hours.get(key) ?? { at: 0, values: [], observed: 0, columns: sums.map(() => 0) }
    hours.set(key, own)
    own.at += reading.at
    own.values.push(reading.referenceCl + reference)
    own.observed += reading.volumeCl + observed
    for (let place = 0; place < columns; place++) own.columns[place]! += sums[place]!
  }
  const mean = ({ at, values, observed: all, columns: own }: Hour): Hour => {
    const { length } = values
    return { at: at / length, values, observed: all / length, columns: own.map(sum => sum / length) }
  }
  return new Map([...hours].map(([key, own]) => [key, mean(own)]))
}

interface Measured extends LossPoint {
  /** The variance of one reading of each tank, around here. */
  readonly single: number
}

/** Hours in which every tank was measured; the facts are added once, at the readings of the first tank. */
function pointsOf(tanks: readonly (readonly Seen[])[], facts: readonly Facts[], columns: number, isAtReference: boolean): Measured[] {
  const byTank = tanks.map((seen, turn) => hoursOf(seen, facts, columns, turn === 0))
  const rows = [...(byTank[0]?.keys() ?? [])].flatMap(key => {
    const own = byTank.map(hours => hours.get(key))
    return own.every(each => each !== undefined) ? [own] : []
  })
  const spreads = byTank.map((_, turn) => spreadsOf(rows.map(own => own[turn]!.values)))
  return rows.map((own, row) => {
    const means = own.map(({ values }) => values.reduce((sum, value) => sum + value, 0) / values.length)
    const restCl = means.reduce((sum, mean) => sum + mean, 0)
    const observed = own.reduce((sum, each) => sum + each.observed, 0)
    const variance = own.reduce((sum, { values }, turn) => sum + spreads[turn]![row]! / values.length, 0)
    const single = spreads.reduce((sum, spread) => sum + spread[row]!, 0)
    const { at, columns: shown } = own[0]!
    return { at, restCl, warmthCl: isAtReference ? observed - restCl : null, variance, columns: shown, single }
  })
}

/** A gauge tells whole litres at best. */
const leastVariance = 50 ** 2
const around = 18

/** What one reading is off by, from the spread within hours; of the hours around each, for a tank is not as wide everywhere. */
function spreadsOf(hours: readonly (readonly number[])[]): number[] {
  const squares = hours.map(values => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return { sum: values.reduce((sum, value) => sum + (value - mean) ** 2, 0), degrees: values.length - 1 }
  })
  const all = meanOf(squares)
  return squares.map((_, at) => {
    const near = squares.slice(Math.max(0, at - around), at + around + 1)
    return Math.max(leastVariance, near.length < around ? all : meanOf(near))
  })
}
function meanOf(squares: readonly { readonly sum: number; readonly degrees: number }[]): number {
  const degrees = squares.reduce((sum, each) => sum + each.degrees, 0)
  return degrees === 0 ? assumedVariance : squares.reduce((sum, each) => sum + each.sum, 0) / degrees
}
/** Of a gauge that speaks once an hour at most. */
const assumedVariance = 25_00 ** 2
