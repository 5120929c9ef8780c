import { expect, test } from 'vitest'
import { stockDays, stockPoints, together, type StockFigures } from './control-figures.ts'

/** Days from the first of May on, of a tank that holds 10,000 litres and sells 1,000 a day. */
const days = (...over: Partial<StockFigures>[]): StockFigures[] =>
  over.map((each, at) => ({
    businessDay: `2026-05-${String(at + 1).padStart(2, '0')}`,
    productId: 1,
    startTime: new Date(Date.UTC(2026, 4, at + 1)).toISOString(),
    endTime: new Date(Date.UTC(2026, 4, at + 2)).toISOString(),
    openingCl: 10_000_00 - at * 1_000_00,
    receivedCl: 0,
    transferredCl: 0,
    adjustedCl: 0,
    meteredCl: 1_000_00,
    bookCl: 9_000_00 - at * 1_000_00,
    varianceCl: 0,
    beginVarianceCl: 0,
    ...each,
  }))

test('days of another product, or of a book that was opened anew, are not judged together with those after them', () => {
  expect(together(days({}, {}, {})).length).toBe(3)
  expect(together(days({ productId: 2 }, {}, {})).map(({ businessDay }) => businessDay)).toEqual(['2026-05-02', '2026-05-03'])
  expect(together(days({}, {}, { openingCl: 5_000_00 })).map(({ businessDay }) => businessDay)).toEqual(['2026-05-03'])
  expect(together([])).toEqual([])
})

test('an adjustment does not explain away what is missing', () => {
  const rows = days({ varianceCl: -50_00 }, { varianceCl: 0, adjustedCl: -60_00 }, { varianceCl: -10_00 })
  expect(stockDays(rows).map(({ cumulativeCl }) => cumulativeCl)).toEqual([-50_00, -60_00, -70_00])
  expect(stockPoints(rows).map(({ varianceCl, deliveries }) => [varianceCl, deliveries])).toEqual([
    [0, 0],
    [-50_00, 0],
    [-60_00, 1],
    [-70_00, 1],
  ])
})

test('a day that nobody measured is unknown, and its sales count all the same', () => {
  const rows = days({ varianceCl: -5_00 }, { varianceCl: null, receivedCl: 8_000_00 }, { varianceCl: -7_00 })
  expect(stockDays(rows)[1]).toEqual({ day: '2026-05-02', meteredCl: 1_000_00, cumulativeCl: null })
  expect(stockPoints(rows)).toEqual([
    { hours: 0, varianceCl: 0, soldCl: 0, deliveries: 0 },
    { hours: 24, varianceCl: -5_00, soldCl: 1_000_00, deliveries: 0 },
    { hours: 72, varianceCl: -7_00, soldCl: 3_000_00, deliveries: 1 },
  ])
  expect(stockPoints(days({ beginVarianceCl: null }))).toHaveLength(1)
  expect(stockPoints([])).toEqual([])
})
