import type { StandingLevel } from './chart-points.ts'
import { normalOf, solved, varianceOf, zeros, type Equation, type Matrix, type Normal, type Solution } from './least-squares.ts'
import { volumeOf, type ChartPoint } from './tank-chart.ts'

/** What a chart is off by at a height: true − chart, and the standard deviation of that. */
export interface ErrorAt {
  readonly errorCl: number
  readonly deviationCl: number
}
/** 形状（倾斜、直径）, 曲线. */
export type ErrorKind = 'shape' | 'curve'
export interface ChartError {
  readonly kind: ErrorKind
  readonly at: (heightMm: number) => ErrorAt
  /** How well it explains the levels for the unknowns that it takes: the smaller the better (Bayesian information criterion). */
  readonly cost: number
  /** Of a shape: how much higher the fuel stands than the gauge says, as a tilt makes it, and how much wider the tank is, as a share. */
  readonly shiftMm: number | null
  readonly wider: number | null
}

/** So far a tank may have settled or its gauge be set, so far may a diameter be off: wide enough to say nothing beforehand. */
const [shiftPrior, widerPrior] = [100, 0.05]
/** What is unsure besides heights: sales and what was averaged. */
const besides = 300 ** 2
/** For a height to be told from a curve. */
const slopeStep = 4

export interface Levels {
  readonly chart: readonly ChartPoint[]
  readonly levels: readonly StandingLevel[]
  /** Standard deviation of the share that the meters are off by. */
  readonly meterShare: number
}

/** The chart read between its lines and, so that a shape may be tried beyond its ends, there like its ends. */
function readAt(chart: readonly ChartPoint[], heightMm: number): number {
  const [first, last] = [chart[0]!, chart.at(-1)!]
  return volumeOf(chart, Math.min(last.heightMm, Math.max(first.heightMm, heightMm)))!
}
const slopeAt = (chart: readonly ChartPoint[], heightMm: number): number =>
  (readAt(chart, heightMm + slopeStep) - readAt(chart, heightMm - slopeStep)) / (2 * slopeStep)

/** A millimetre weighs more in the middle of a tank; a level that was read more often weighs more. Known but for one scale. */
function weightsOf({ chart, levels }: Levels, noiseMm: number): number[] {
  return levels.map(({ heightMm, readings }) => 1 / ((slopeAt(chart, heightMm) * noiseMm) ** 2 / readings + besides))
}
/** How far the gauge is off, in millimetres: the one of these is taken that explains the levels best. */
const noises = [0.6, 1.2, 2.4, 4]

interface Asked {
  readonly normal: Normal
  readonly weights: readonly number[]
  readonly penalty: Matrix
  readonly pull?: readonly number[]
  /** How far the meters are off by these values, in standard deviations of what they may be off by. */
  readonly meter: (values: readonly number[]) => number
}
interface Fitted {
  readonly solution: Solution
  readonly scale: number
  readonly cost: number
}
function fitted({ normal, weights, penalty, pull, meter }: Asked): Fitted | undefined {
  const solution = solved(normal, penalty, pull)
  if (!solution || normal.count <= solution.freedom) return undefined
  const { count } = normal
  const known = weights.reduce((sum, weight) => sum + Math.log(weight), 0)
  // What strains the meters beyond what is known of them explains nothing.
  const strain = meter(solution.values) ** 2
  const cost = count * Math.log(Math.max(1e-12, solution.rest / count)) + strain - known + solution.freedom * Math.log(count)
  return { solution, scale: solution.rest / (count - solution.freedom), cost }
}

/** 倾斜, 直径, 两者. */
export type Shape = 'tilt' | 'diameter' | 'both'
const shapes: readonly Shape[] = ['tilt', 'diameter', 'both']
/** What is not asked for is held where it is. */
const fixed = 1e12

/**
 * A tank that lies askew or is wider than its chart has it. A tilt moves the level at the gauge, so that all heights are off by the same; a
 * diameter stretches heights and volumes. Both follow from the chart itself, whatever the tank is made like, and say where the bottom is.
 */
export function shapeError(of: Levels, noiseMm: number, shape: Shape = 'both'): ChartError | undefined {
  const { chart, levels, meterShare } = of
  const weights = weightsOf(of, noiseMm)
  const volumeBy = (shift: number, wider: number, height: number) => wider ** 2 * readAt(chart, (height + shift) / wider)
  const termsAt = (shift: number, wider: number, height: number): [number, number] => {
    const inside = (height + shift) / wider
    return [wider * slopeAt(chart, inside), 2 * wider * readAt(chart, inside) - (height + shift) * slopeAt(chart, inside)]
  }
  const isFixed = (one: Shape) => (shape === 'both' || shape === one ? 1 : fixed)
  const priors = [isFixed('tilt') / shiftPrior ** 2, isFixed('diameter') / widerPrior ** 2, 1 / meterShare ** 2]
  let [shift, wider, meter] = [0, 1, 0]
  let last: Fitted | undefined
  for (let step = 0; step < 4; step++) {
    const equations = levels.map(({ heightMm, chartCl, soldCl, run }, at): Equation => {
      const moved = volumeBy(shift, wider, heightMm) - readAt(chart, heightMm)
      const terms = [...termsAt(shift, wider, heightMm), soldCl]
      return { terms, seen: -(chartCl + soldCl + moved + meter * soldCl), weight: weights[at]!, group: run }
    })
    const normal = normalOf(equations, 3)
    const scale = last?.scale ?? 1
    const penalty = diagonal(priors.map(prior => prior * scale))
    const pull = [-shift, 1 - wider, -meter].map((value, at) => value * priors[at]! * scale)
    const before = meter
    last = fitted({ normal, weights, penalty, pull, meter: values => (before + values[2]!) / meterShare })
    if (!last) return undefined
    const [more, stretch, counted] = last.solution.values
    shift += more!
    wider += stretch!
    meter += counted!
  }
  if (!(wider > 0.5 && wider < 2)) return undefined
  const { covariance } = last!.solution
  const scale = Math.max(1e-9, last!.scale)
  return {
    kind: 'shape',
    cost: last!.cost,
    shiftMm: shift,
    wider: wider - 1,
    at: height => ({
      errorCl: volumeBy(shift, wider, height) - readAt(chart, height),
      deviationCl: Math.sqrt(scale * varianceOf(covariance, [...termsAt(shift, wider, height), 0])),
    }),
  }
}

const diagonal = (values: readonly number[]): Matrix => {
  const matrix = zeros(values.length)
  for (const [at, value] of values.entries()) matrix[at]![at] = value
  return matrix
}

const knots = 16
/** From a straight line to nearly free, by steps. */
const stiffness = Array.from({ length: 13 }, (_, at) => 10 ** (at - 6))

/**
 * Any smooth error. It is told from differences of levels alone, so that it says nothing of what lies below the lowest of them: there the
 * chart is taken to be right.
 */
export function curveError(of: Levels, noiseMm: number): ChartError | undefined {
  const { levels, meterShare } = of
  const heights = levels.map(({ heightMm }) => heightMm)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const step = (high - low) / knots
  if (!(step > 0)) return undefined
  /** Hat functions; the first of them, at the lowest height, is nothing. */
  const termsAt = (height: number): number[] => {
    const place = Math.min(knots, Math.max(0, (height - low) / step))
    return Array.from({ length: knots }, (_, at) => Math.max(0, 1 - Math.abs(place - at - 1)))
  }
  const weights = weightsOf(of, noiseMm)
  const equations = levels.map(({ heightMm, chartCl, soldCl, run }, at): Equation => {
    return { terms: [...termsAt(heightMm), soldCl], seen: -(chartCl + soldCl), weight: weights[at]!, group: run }
  })
  const normal = normalOf(equations, knots + 1)
  const rough = roughness()
  const usual = normal.matrix.reduce((sum, row, at) => sum + (at < knots ? row[at]! : 0), 0) / knots
  let best: Fitted | undefined
  for (const stiff of stiffness) {
    const fitWith = (scale: number) => {
      const penalty = rough.map(row => row.map(value => value * stiff * usual))
      penalty[knots]![knots] = scale / meterShare ** 2
      return fitted({ normal, weights, penalty, meter: values => values[knots]! / meterShare })
    }
    const first = fitWith(1)
    const fit = first && fitWith(first.scale)
    if (fit && (!best || fit.cost < best.cost)) best = fit
  }
  if (!best) return undefined
  const { solution, scale, cost } = best
  return {
    kind: 'curve',
    cost,
    shiftMm: null,
    wider: null,
    at: height => {
      const terms = [...termsAt(height), 0]
      const errorCl = terms.reduce((sum, term, at) => sum + term * solution.values[at]!, 0)
      return { errorCl, deviationCl: Math.sqrt(scale * varianceOf(solution.covariance, terms)) }
    },
  }
}

/** Squares of second differences, the first knot being nothing; a little of each value itself, so that no knot is free where nobody was. */
function roughness(): Matrix {
  const matrix = zeros(knots + 1)
  const squared = (parts: readonly (readonly [number, number])[]) => {
    for (const [one, value] of parts)
      for (const [other, factor] of parts) if (one >= 0 && other >= 0) matrix[one]![other]! += value * factor
  }
  for (let at = 1; at < knots; at++)
    squared([
      [at - 2, 1],
      [at - 1, -2],
      [at, 1],
    ])
  for (let at = 0; at < knots; at++) matrix[at]![at]! += 1e-10
  return matrix
}

/** What explains the levels best for what it takes, with the gauge that it supposes: the fewest unknowns that will do. */
export function chartError(of: Levels): ChartError | undefined {
  const all = noises.flatMap(noise => [...shapes.map(shape => shapeError(of, noise, shape)), curveError(of, noise)])
  return all.filter(error => error !== undefined).toSorted((one, other) => one.cost - other.cost)[0]
}
