import { expect, test } from 'vitest'
import { readLines } from './invoice-lines.ts'

test('lines are read as a spreadsheet copies them, or by commas', () => {
  const line = { billNo: 'T1', weightKg: 31_580, volumeCl: null, priceCents: 784_550, amountCents: 24_776_089 }
  expect(readLines('T1\t31.580\t7,845.50\t247,760.89\r\n\nT1,31.58,7845.5,247760.89', false)).toEqual({ lines: [line, line] })
  expect(readLines('T2,13600.00,,81599.99', true)).toEqual({
    lines: [{ billNo: 'T2', weightKg: null, volumeCl: 13_600_00, priceCents: null, amountCents: 81_599_99 }],
  })
})

test.each([
  ['without a number', ',1,1,1'],
  ['without an amount', 'T1,1,1,'],
  ['with words for a figure', 'T1,one,1,1'],
  ['with a tenth of a cent', 'T1,1,1,1.001'],
  ['with a figure below zero', 'T1,-1,1,1'],
])('a line %s is named, and nothing is read', (_, text) => {
  expect(readLines(`T0,1,1,1\n${text}`, false)).toEqual({ line: 2, text })
})
