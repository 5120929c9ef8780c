import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a file opens in the right encoding and never runs as a formula', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['=1+1', '-5.00'],
    ]),
  ).toBe("\uFEFFa,b\r\n'=1+1,-5.00\r\n")
})

test.each([
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['+8613800000000', "'+8613800000000"],
  ['@cmd', "'@cmd"],
  ['-2+3', "'-2+3"],
  ['\tx', "'\tx"],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋8', "'＋8"],
  ['－2', "'－2"],
  ['＠cmd', "'＠cmd"],
  ['1,208.00', '"1,208.00"'],
  ['-1,208.00', '"-1,208.00"'],
  ['two\nlines', '"two\nlines"'],
  ['中心站', '中心站'],
  ['', ''],
])('the cell %j is written %j', (value, cell) => expect(csvOf([[value]])).toBe(`\uFEFF${cell}\r\n`))
