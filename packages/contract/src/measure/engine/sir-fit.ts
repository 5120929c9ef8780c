/** A moment at which a tank was measured. Volumes in centilitres. */
export interface StockPoint {
  readonly hours: number
  /** Measured − book, since the first moment began to be reckoned. */
  readonly varianceCl: number
  /** Metered since the first moment. */
  readonly soldCl: number
  /** Deliveries since the first moment. */
  readonly deliveries: number
}

export interface Fit {
  /** Centilitres an hour. */
  readonly slope: number
  readonly slopeError: number
  /** How well these variances explain what was measured (restricted log-likelihood). */
  readonly likelihood: number
}

interface Variances {
  /** Of one measured level, and of what one delivery leaves behind. */
  readonly level: number
  readonly delivery: number
  /** Of the share by which the meters are off. */
  readonly meter: number
}

/**
 * The line through the points by generalised least squares. The errors of two levels are independent; those of deliveries add up, so that
 * all later points share them; what the meters are off by is in every point in proportion to what was sold.
 */
export function fitted(points: readonly StockPoint[], { level, delivery, meter }: Variances): Fit | undefined {
  const lower = choleskyOf(points, (one, other) => {
    const shared = delivery * Math.min(one.deliveries, other.deliveries) + meter * one.soldCl * other.soldCl
    return one === other ? shared + level : shared
  })
  if (!lower) return undefined
  const origin = points[0]!.hours
  const [ones, hours, values] = [
    solved(
      lower,
      points.map(() => 1),
    ),
    solved(
      lower,
      points.map(point => point.hours - origin),
    ),
    solved(
      lower,
      points.map(point => point.varianceCl),
    ),
  ]
  // The normal equations of a line, of points that are independent of each other now.
  const [a, b, c] = [dot(ones, ones), dot(ones, hours), dot(hours, hours)]
  const determinant = a * c - b * b
  if (!(determinant > 0)) return undefined
  const [u, v] = [dot(ones, values), dot(hours, values)]
  const slope = (a * v - b * u) / determinant
  const intercept = (c * u - b * v) / determinant
  const rest = values.reduce((sum, value, at) => sum + (value - intercept * ones[at]! - slope * hours[at]!) ** 2, 0)
  const logDeterminant = lower.reduce((sum, row, at) => sum + 2 * Math.log(row[at]!), 0)
  return {
    slope,
    slopeError: Math.sqrt(a / determinant),
    likelihood: -(logDeterminant + Math.log(determinant) + rest) / 2,
  }
}

/** A reading of a gauge is rounded to whole millimetres, some litres of a tank: no level is better known than this. */
const levelLeast = 200 ** 2
const steps = 7

/**
 * The fit with the variances of levels and deliveries that explain the points best. What the meters may be off by is known beforehand: time
 * and what was sold grow together, so that points alone could not tell a leak from a meter.
 */
export function bestVariances(points: readonly StockPoint[], meterShare: number): Fit | undefined {
  const meter = meterShare ** 2
  const spread = roughVariance(points)
  const sizes = Array.from({ length: steps }, (_, at) => Math.max(levelLeast, spread * 4 ** (1 - at)))
  let best: Fit | undefined
  for (const level of new Set(sizes)) {
    for (const delivery of new Set([0, ...sizes])) {
      const fit = fitted(points, { level, delivery, meter })
      if (fit && (!best || fit.likelihood > best.likelihood)) best = fit
    }
  }
  return best
}

/** Of the points around a straight line, by ordinary least squares. */
function roughVariance(points: readonly StockPoint[]): number {
  const fit = (of: (point: StockPoint) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [meanHours, meanValue] = [fit(({ hours }) => hours), fit(({ varianceCl }) => varianceCl)]
  const across = fit(({ hours }) => (hours - meanHours) ** 2)
  const slope = across > 0 ? fit(({ hours, varianceCl }) => (hours - meanHours) * (varianceCl - meanValue)) / across : 0
  return Math.max(
    levelLeast,
    fit(({ hours, varianceCl }) => (varianceCl - meanValue - slope * (hours - meanHours)) ** 2),
  )
}

/** The lower triangle L with L·Lᵀ = the covariance of the points; undefined where it is none. */
function choleskyOf(points: readonly StockPoint[], covariance: (one: StockPoint, other: StockPoint) => number): number[][] | undefined {
  const lower: number[][] = []
  for (const [at, one] of points.entries()) {
    const row: number[] = []
    for (let place = 0; place <= at; place++) {
      const other = lower[place] ?? row
      let rest = covariance(one, points[place]!)
      for (let k = 0; k < place; k++) rest -= row[k]! * other[k]!
      if (place < at) row.push(rest / other[place]!)
      else if (rest > 0) row.push(Math.sqrt(rest))
      else return undefined
    }
    lower.push(row)
  }
  return lower
}

/** x with L·x = values. */
function solved(lower: readonly (readonly number[])[], values: readonly number[]): number[] {
  const found: number[] = []
  for (const [at, row] of lower.entries()) {
    let rest = values[at]!
    for (let k = 0; k < at; k++) rest -= row[k]! * found[k]!
    found.push(rest / row[at]!)
  }
  return found
}

const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, at) => sum + value * other[at]!, 0)
