import { orders, type BaseRow, type Resource, type Totals } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { columnsOf } from './columns.ts'
import { sumsOrRoom } from './totals.ts'

interface Row extends BaseRow {
  totalCents: number
}
const list = {
  of: orders,
  columns: columnsOf<Row>(orders as Resource as Resource<Row>, ['id', 'totalCents']),
  rows: [
    { id: 1, version: 1, totalCents: 100_00 },
    { id: 2, version: 1, totalCents: 300_00 },
  ],
  count: 5000,
  totals: undefined,
}

test('sums that are on their way keep room for as much as the rows let expect, and are not taken for sums', () => {
  expect(sumsOrRoom({ ...list, summing: true })).toMatchObject({ values: { totalCents: '1,000,000.00' }, coming: true })
})

test('sums that came are shown, and are not called coming', () => {
  const sums = sumsOrRoom({ ...list, totals: { count: 2, totalCents: 400_00 }, summing: false })
  expect(sums).toMatchObject({ values: { totalCents: '400.00' } })
  expect(sums).not.toHaveProperty('coming')
})

test('where sums failed, or no row is there to be summed, there is nothing', () => {
  expect(sumsOrRoom({ ...list, summing: false })).toBeUndefined()
  expect(sumsOrRoom({ ...list, rows: [], summing: true })).toBeUndefined()
})

test('money of several currencies has a line for each, and is never added', () => {
  const each = [
    { currency: 'CNY', count: 1, totalCents: 400_00 },
    { currency: 'EUR', count: 1, totalCents: 50_00 },
  ]
  const totals = { count: 2, totalCents: null, currencies: each } as unknown as Totals
  expect(sumsOrRoom({ ...list, totals, summing: false })).toMatchObject({ values: { totalCents: 'CNY 400.00\nEUR 50.00' } })
})
