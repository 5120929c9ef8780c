/** Sums over all points by which any choice of columns is judged: products of columns with each other and with what is to be explained. */
export interface Products {
  readonly gram: readonly (readonly number[])[]
  readonly right: readonly number[]
  readonly square: number
}
/** A column that is in use, and what is known of its size beforehand: a variance; infinite where nothing is. */
export interface Term {
  readonly column: number
  readonly variance: number
}
export interface Estimate {
  readonly value: number
  readonly error: number
}
/** How well some terms explain the points (logarithm of the likelihood, over all sizes that they may have), and their sizes. */
export interface Explained {
  readonly evidence: number
  readonly sizes: ReadonlyMap<number, Estimate>
}

export function productsOf(columns: readonly (readonly number[])[], values: readonly number[], weights: readonly number[]): Products {
  const product = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, at) => sum + value * other[at]! * weights[at]!, 0)
  return {
    gram: columns.map((one, row) => columns.map((other, place) => (place <= row ? product(one, other) : 0))),
    right: columns.map(column => product(column, values)),
    square: product(values, values),
  }
}
const gramAt = ({ gram }: Products, one: number, other: number): number => gram[Math.max(one, other)]![Math.min(one, other)]!

/** The same with a column of known size taken out. */
export function without(products: Products, column: number, size: number): Products {
  return {
    gram: products.gram,
    right: products.right.map((value, at) => value - size * gramAt(products, at, column)),
    square: products.square - 2 * size * products.right[column]! + size * size * gramAt(products, column, column),
  }
}

/** Bayesian linear regression: each term has its own variance beforehand; undefined where the columns do not suffice to tell them apart. */
export function explained(products: Products, terms: readonly Term[]): Explained | undefined {
  const lower: number[][] = []
  let [evidence, rest] = [-products.square / 2, 0]
  const solved: number[] = []
  for (const [row, { column, variance }] of terms.entries()) {
    const own: number[] = []
    for (let place = 0; place <= row; place++) {
      let left = gramAt(products, column, terms[place]!.column) + (place === row ? 1 / variance : 0)
      const other = lower[place] ?? own
      for (let k = 0; k < place; k++) left -= own[k]! * other[k]!
      if (place < row) own.push(left / other[place]!)
      else if (left > 1e-12) own.push(Math.sqrt(left))
      else return undefined
    }
    lower.push(own)
    rest = products.right[column]!
    for (let k = 0; k < row; k++) rest -= own[k]! * solved[k]!
    solved.push(rest / own[row]!)
    evidence += solved[row]! ** 2 / 2 - Math.log(own[row]!) - (Number.isFinite(variance) ? Math.log(variance) / 2 : 0)
  }
  return { evidence, sizes: sizesOf(terms, lower, solved) }
}

/** Back through the triangle: each size, and the root of its variance, from the rows of the inverse. */
function sizesOf(terms: readonly Term[], lower: readonly (readonly number[])[], solved: readonly number[]): Map<number, Estimate> {
  const { length } = terms
  const values: number[] = Array.from({ length }, () => 0)
  for (let row = length - 1; row >= 0; row--) {
    let left = solved[row]!
    for (let k = row + 1; k < length; k++) left -= lower[k]![row]! * values[k]!
    values[row] = left / lower[row]![row]!
  }
  return new Map(terms.map(({ column }, at) => [column, { value: values[at]!, error: Math.sqrt(varianceAt(lower, at)) }]))
}

/** Of the inverse of L·Lᵀ, the place at which row and column are the same: the squared length of L⁻¹·e. */
function varianceAt(lower: readonly (readonly number[])[], at: number): number {
  const found: number[] = []
  let sum = 0
  for (let row = at; row < lower.length; row++) {
    let left = row === at ? 1 : 0
    for (let k = at; k < row; k++) left -= lower[row]![k]! * found[k - at]!
    const value = left / lower[row]![row]!
    found.push(value)
    sum += value * value
  }
  return sum
}
