import { expect, test } from 'vitest'
import { readChart } from './chart-text.ts'

test.each([
  ['commas', '0,0\n10,16.5\n20,46.48'],
  ['tabs, as a spreadsheet copies them', '0\t0\n10\t16.50\n20\t46.48\n'],
  ['semicolons and decimal commas', '0;0\r\n10;16,5\r\n20;46,48'],
  ['a line of heads, quotes and empty lines', '\uFEFF"height (mm)","litres"\n\n"0","0"\n"10","16.5"\n "20" , "46.48" \n'],
  ['blanks', '0 0\n10  16.5\n20 46.48'],
])('a chart is read with %s', (_how, text) => {
  expect(readChart(text)).toEqual({
    points: [
      { heightMm: 0, volumeCl: 0 },
      { heightMm: 10, volumeCl: 16_50 },
      { heightMm: 20, volumeCl: 46_48 },
    ],
    fault: undefined,
  })
})

test.each([
  ['0,0\n10', 2],
  ['0,0\nten,16', 2],
  ['0,0\n10,16.525', 2],
  ['0,0\n10,1,200.5', 2],
  ['head\n0,0\n-10,5', 3],
])('a line that is no height with its litres is named: %j', (text, fault) => {
  expect(readChart(text).fault).toBe(fault)
})
