import type { fuelInventories, RowOf } from '@forecourt/contract'
import type { StockDay } from '@forecourt/contract/measure/monthly-control.ts'
import type { StockPoint } from '@forecourt/contract/measure/sir.ts'

export type StockRow = RowOf<typeof fuelInventories>
/** What is judged: the days of one tank, or of one manifold, the earliest first. */
export type StockFigures = Pick<
  StockRow,
  | 'businessDay'
  | 'productId'
  | 'startTime'
  | 'endTime'
  | 'openingCl'
  | 'receivedCl'
  | 'transferredCl'
  | 'adjustedCl'
  | 'meteredCl'
  | 'bookCl'
  | 'varianceCl'
  | 'beginVarianceCl'
>

/**
 * The latest days that belong together: of one product, and of one book. Where the book was opened anew, what was missing before says
 * nothing of what is missing now.
 */
export function together<R extends StockFigures>(rows: readonly R[]): R[] {
  const breaks = rows.findLastIndex((row, at) => {
    const before = rows[at - 1]
    return before !== undefined && (row.productId !== before.productId || row.openingCl !== before.bookCl)
  })
  return rows.slice(Math.max(0, breaks))
}

/** An adjustment explains nothing: it changes the book, and not what is in the tank. It is added back before anything is judged. */
function withoutAdjustments(rows: readonly StockFigures[]): (number | null)[] {
  let adjusted = 0
  return rows.map(({ adjustedCl, varianceCl }) => {
    adjusted += adjustedCl
    return varianceCl === null ? null : varianceCl + adjusted
  })
}

export function stockDays(rows: readonly StockFigures[]): StockDay[] {
  const variances = withoutAdjustments(rows)
  return rows.map(({ businessDay: day, meteredCl }, at) => ({ day, meteredCl, cumulativeCl: variances[at]! }))
}

/** Each measured end of a day, and the begin of the first one where it was measured. */
export function stockPoints(rows: readonly StockFigures[]): StockPoint[] {
  const [first] = rows
  if (!first) return []
  const begun = Date.parse(first.startTime)
  const variances = withoutAdjustments(rows)
  const points: StockPoint[] = []
  if (first.beginVarianceCl !== null) points.push({ hours: 0, varianceCl: first.beginVarianceCl, soldCl: 0, deliveries: 0 })
  let [soldCl, deliveries] = [0, 0]
  for (const [at, { endTime, meteredCl, receivedCl, transferredCl, adjustedCl }] of rows.entries()) {
    soldCl += meteredCl
    // Whatever else was booked leaves an error of its own behind, as a delivery does.
    if (receivedCl !== 0 || transferredCl !== 0 || adjustedCl !== 0) deliveries += 1
    const varianceCl = variances[at]!
    if (varianceCl !== null) points.push({ hours: (Date.parse(endTime) - begun) / 3_600_000, varianceCl, soldCl, deliveries })
  }
  return points
}
