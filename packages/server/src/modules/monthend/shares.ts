/** A fraction of whole numbers, its denominator above zero. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))
export function fraction(over: bigint, under: bigint): Fraction {
  const by = gcd(over, under) * (under < 0n ? -1n : 1n)
  return { over: over / by, under: under / by }
}
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under - b.over * a.under, a.under * b.under)
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under)
export const through = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under, a.under * b.over)
export const nothing: Fraction = { over: 0n, under: 1n }

/** So many at this price, in whole cents, half away from zero. */
export function worth(quantity: number, { over, under }: Fraction): number {
  const product = BigInt(quantity) * over
  const [size, sign] = product < 0n ? [-product, -1] : [product, 1]
  return sign * Number((2n * size + under) / (2n * under)) + 0
}

/** The price of one, where so many are worth so much; nothing where there are none. */
export const priceOf = (quantity: number, cents: number): Fraction => (quantity > 0 ? fraction(BigInt(cents), BigInt(quantity)) : nothing)

/**
 * Values of what leaves one stock, one after another: together they are what all of it is worth, to the cent, and nothing is left in a
 * stock that is empty.
 */
export function valuesOf(quantities: readonly number[], price: Fraction): number[] {
  let so = 0
  return quantities.map(quantity => {
    const before = worth(so, price)
    so += quantity
    return worth(so, price) - before + 0
  })
}

/**
 * Solves `x[i] = own[i] + Σ from[i][j] · x[j]`: prices of stocks that receive from each other. Exact, by elimination.
 * One that nothing determines is nothing.
 */
export function solve(own: readonly Fraction[], from: readonly (readonly Fraction[])[]): Fraction[] {
  const one: Fraction = { over: 1n, under: 1n }
  const rows = own.map((value, i) => [...own.map((_, j) => minus(i === j ? one : nothing, from[i]![j]!)), value])
  const size = own.length
  for (let at = 0; at < size; at++) {
    const pivot = rows.findIndex((row, i) => i >= at && row[at]!.over !== 0n)
    if (pivot < 0) continue
    ;[rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!]
    const lead = rows[at]![at]!
    rows[at] = rows[at]!.map(value => through(value, lead))
    for (let i = 0; i < size; i++) {
      const by = rows[i]![at]!
      if (i !== at && by.over !== 0n) rows[i] = rows[i]!.map((value, j) => minus(value, times(by, rows[at]![j]!)))
    }
  }
  return rows.map((row, i) => (row[i]!.over === 0n ? nothing : row[size]!))
}
