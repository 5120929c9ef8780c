/** A symmetric matrix, row by row. */
export type Matrix = number[][]

export const zeros = (rows: number, columns = rows): Matrix => Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0))

/** The inverse of a symmetric positive matrix, by Gauss and Jordan; undefined where it has none. */
export function inverseOf(matrix: Matrix): Matrix | undefined {
  const size = matrix.length
  const work = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))])
  for (let step = 0; step < size; step++) {
    let pivot = step
    for (let row = step + 1; row < size; row++) if (Math.abs(work[row]![step]!) > Math.abs(work[pivot]![step]!)) pivot = row
    const top = work[pivot]!
    if (!(Math.abs(top[step]!) > 0)) return undefined
    work[pivot] = work[step]!
    work[step] = top.map(value => value / top[step]!)
    for (let row = 0; row < size; row++) {
      const factor = work[row]![step]!
      if (row !== step && factor !== 0) work[row] = work[row]!.map((value, column) => value - factor * work[step]![column]!)
    }
  }
  return work.map(row => row.slice(size))
}

export const times = (matrix: Matrix, vector: readonly number[]): number[] => matrix.map(row => dot(row, vector))
export const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, at) => sum + value * other[at]!, 0)
/** The variance of a sum of unknowns with these weights. */
export const varianceOf = (covariance: Matrix, weights: readonly number[]): number => dot(weights, times(covariance, weights))

/** One equation: what stands for each unknown, what was seen, how much it counts, and the group whose own level it is measured from. */
export interface Equation {
  readonly terms: readonly number[]
  readonly seen: number
  readonly weight: number
  readonly group: number
}
/** What equations say together, each group with a level of its own, which is not looked for. */
export interface Normal {
  readonly matrix: Matrix
  readonly right: number[]
  readonly square: number
  /** Equations less groups. */
  readonly count: number
}

export function normalOf(equations: readonly Equation[], unknowns: number): Normal {
  const groups = Map.groupBy(equations, ({ group }) => group)
  const matrix = zeros(unknowns)
  const right = Array.from({ length: unknowns }, () => 0)
  let square = 0
  for (const all of groups.values()) {
    const whole = all.reduce((sum, { weight }) => sum + weight, 0)
    const meanTerms = right.map((_, at) => all.reduce((sum, { weight, terms }) => sum + weight * terms[at]!, 0) / whole)
    const meanSeen = all.reduce((sum, { weight, seen }) => sum + weight * seen, 0) / whole
    for (const { terms, seen, weight } of all) {
      const own = terms.map((term, at) => term - meanTerms[at]!)
      const rest = seen - meanSeen
      square += weight * rest * rest
      for (let row = 0; row < unknowns; row++) {
        const factor = weight * own[row]!
        if (factor === 0) continue
        right[row]! += factor * rest
        for (let column = 0; column < unknowns; column++) matrix[row]![column]! += factor * own[column]!
      }
    }
  }
  return { matrix, right, square, count: equations.length - groups.size }
}

export interface Solution {
  readonly values: number[]
  /** Not yet multiplied by the variance of one equation. */
  readonly covariance: Matrix
  /** What the equations leave unexplained. */
  readonly rest: number
  /** How many unknowns were really free. */
  readonly freedom: number
}

/** The best values, where something is known beforehand: what a penalty adds to the equations, and to their right sides. */
export function solved({ matrix, right, square }: Normal, penalty: Matrix, pull?: readonly number[]): Solution | undefined {
  const covariance = inverseOf(matrix.map((row, at) => row.map((value, column) => value + penalty[at]![column]!)))
  if (!covariance) return undefined
  const values = times(
    covariance,
    right.map((value, at) => value + (pull?.[at] ?? 0)),
  )
  const freedom = covariance.reduce((sum, row, at) => sum + row.reduce((own, value, column) => own + value * matrix[column]![at]!, 0), 0)
  const rest = Math.max(0, square - 2 * dot(values, right) + dot(values, times(matrix, values)))
  return { values, covariance, rest, freedom }
}
