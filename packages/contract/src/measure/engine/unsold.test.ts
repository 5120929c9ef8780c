import { expect, test } from 'vitest'
import { unsoldOf, type MeteredSale } from './unsold.ts'

const minute = 60_000
const sale = (key: number, at: number, litres: number, reading: number | null): MeteredSale => ({
  key,
  at: at * minute,
  volumeCl: litres * 100,
  readingCl: reading === null ? null : reading * 100,
})

test('what runs between two sales without one is told to the centilitre, with the sales on both sides', () => {
  const sales = [sale(1, 0, 30, 1030), sale(2, 10, 20, 1050), sale(3, 30, 10, 1120), sale(4, 40, 5, 1125)]
  expect(unsoldOf(sales, [])).toEqual([{ from: 10 * minute, to: 30 * minute, volumeCl: 60_00, between: [2, 3] }])
})

test('sales that told no reading are counted; what an event moved is no sale that is missing', () => {
  const sales = [sale(1, 0, 30, 1030), sale(2, 10, 20, null), sale(3, 20, 10, 1060)]
  expect(unsoldOf(sales, [])).toEqual([])
  const tested = [sale(1, 0, 30, 1030), sale(2, 20, 10, 1060)]
  expect(unsoldOf(tested, [{ at: 10 * minute, movedCl: 20_00 }])).toEqual([])
  const exchanged = [sale(1, 0, 30, 1030), sale(2, 20, 10, 15)]
  expect(unsoldOf(exchanged, [{ at: 10 * minute, movedCl: 5_00 - 1_030_00 }])).toEqual([])
})

test('a centilitre a sale is rounding; what no nozzle could have given is a meter that jumped', () => {
  expect(unsoldOf([sale(1, 0, 30, 1030), { ...sale(2, 10, 20, 1050), readingCl: 1_050_01 }], [])).toEqual([])
  expect(unsoldOf([sale(1, 0, 30, 1030), sale(2, 10, 20, 9_000)], [])).toEqual([])
  expect(unsoldOf([sale(1, 0, 30, 1030), sale(2, 10, 20, 3)], [])).toEqual([])
})
