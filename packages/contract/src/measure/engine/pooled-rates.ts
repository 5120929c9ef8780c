/** What one stretch says of a rate. */
export interface RateSeen {
  readonly rate: number
  /** By the scatter of its own readings. */
  readonly variance: number
  /** How much a thermometer that shows too little or too late would add to the rate, for each unit of its fault. */
  readonly warmth: number
}
export interface PooledRate {
  readonly rate: number
  readonly standardError: number
}

/**
 * The rate that stretches have in common. They scatter by their own readings and, alike in all of them, by whatever else was at work on a
 * night; how much that is, is told by the stretches themselves (restricted maximum likelihood). How far thermometers are off is known
 * beforehand only as a tolerance, and is estimated with the rate.
 * @param prior what the fault of the thermometer is expected to be, and its standard deviation
 */
export function pooledRate(seen: readonly RateSeen[], prior: { readonly mean: number; readonly deviation: number }): PooledRate {
  const mean = seen.reduce((sum, { rate }) => sum + rate, 0) / seen.length
  const spread = seen.reduce((sum, { rate }) => sum + (rate - mean) ** 2, 0) / Math.max(1, seen.length - 1)
  let best = fitted(seen, prior, 0)
  for (let step = 0; step <= 24; step++) {
    const fit = fitted(seen, prior, spread * 2 ** (1 - step / 2))
    if (fit.likelihood > best.likelihood) best = fit
  }
  return best
}

interface Fit extends PooledRate {
  readonly likelihood: number
}

/** Of so large a variance between the stretches: two unknowns, the rate and the fault of the thermometer. */
function fitted(seen: readonly RateSeen[], { mean, deviation }: { mean: number; deviation: number }, between: number): Fit {
  const pull = deviation > 0 ? 1 / deviation ** 2 : 0
  let [a, b, c, u, v] = [0, 0, pull, 0, pull * mean]
  for (const { rate, variance, warmth } of seen) {
    const weight = 1 / (variance + between)
    a += weight
    b += weight * warmth
    c += weight * warmth ** 2
    u += weight * rate
    v += weight * warmth * rate
  }
  const isFree = deviation > 0
  const determinant = isFree ? a * c - b * b : a
  const rate = isFree ? (c * u - b * v) / determinant : (u - b * mean) / a
  const fault = isFree ? (a * v - b * u) / determinant : mean
  let [rest, logs] = [isFree ? ((fault - mean) / deviation) ** 2 : 0, 0]
  for (const { rate: one, variance, warmth } of seen) {
    rest += (one - rate - fault * warmth) ** 2 / (variance + between)
    logs += Math.log(variance + between)
  }
  // Where the stretches scatter more than all of this explains, the error is as large as they scatter.
  const more = Math.max(1, rest / Math.max(1, seen.length - 1))
  return {
    rate,
    standardError: Math.sqrt(((isFree ? c : 1) / determinant) * more),
    likelihood: -(logs + Math.log(determinant) + rest) / 2,
  }
}
