/** A sale of one nozzle, and what its totaliser showed at the end of it. */
export interface MeteredSale {
  readonly key: number
  readonly at: number
  readonly volumeCl: number
  readonly readingCl: number | null
}
/** What moved the totaliser besides sales: an exchange, a rollover, a test. */
export interface MeterMoved {
  readonly at: number
  readonly movedCl: number
}
/** More, or less, ran between two readings of a totaliser than was sold. */
export interface UnsoldStretch {
  readonly from: number
  readonly to: number
  readonly volumeCl: number
  /** The sales at both ends of it. */
  readonly between: readonly [number, number]
}

const minute = 60_000
/** No nozzle gives more in a minute, and none takes back more than it gave: what a totaliser jumps beyond that, it has not counted. */
const mostClPerMinute = 130_00

/**
 * What ran through a nozzle without a sale, exactly: the totaliser at the end of one sale less that at the end of an earlier one, less
 * what was sold and what the meter moved by itself in between. A pump rounds each sale to a centilitre.
 */
export function unsoldOf(sales: readonly MeteredSale[], moves: readonly MeterMoved[]): UnsoldStretch[] {
  const stretches: UnsoldStretch[] = []
  let before: (MeteredSale & { readonly readingCl: number }) | undefined
  let [soldCl, count] = [0, 0]
  for (const sale of sales) {
    soldCl += sale.volumeCl
    count++
    const { readingCl } = sale
    if (readingCl === null) continue
    if (before) {
      const [from, to] = [before.at, sale.at]
      const movedCl = moves.reduce((sum, move) => (move.at > from && move.at <= to ? sum + move.movedCl : sum), 0)
      const volumeCl = readingCl - before.readingCl - soldCl - movedCl
      const isCounted = volumeCl >= -soldCl && volumeCl <= (mostClPerMinute * (to - from)) / minute + mostClPerMinute
      if (Math.abs(volumeCl) > count && isCounted) stretches.push({ from, to, volumeCl, between: [before.key, sale.key] })
    }
    before = { ...sale, readingCl }
    ;[soldCl, count] = [0, 0]
  }
  return stretches
}
