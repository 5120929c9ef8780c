import { expect, test } from 'vitest'
import { dice, seed } from '../../testing/sampling.ts'
import { linesOf, parsedLines } from './read-text.ts'

const roll = dice(seed)
const one = <T>(...of: readonly T[]): T => of[Math.floor(roll() * of.length)]!
const cell = () => one('', '62990001', ' 04 11', 'b ', '卡号', '\u3000全角', '\u00a0', 'a b', '\ufeffx', '\v')
const many = <T>(most: number, each: () => T) => Array.from({ length: Math.floor(roll() * (most + 1)) }, each)

/** A table as machines write one, with blank lines and short ones among the others. */
function table(): [text: string, delimiter: string] {
  const [end, delimiter] = [one('\n', '\n', '\r\n'), one(',', ';', '\t', '|')]
  return [`${many(4, () => many(3, cell).join(delimiter)).join(end)}${one('', end, end + end)}`, delimiter]
}

test('a text without quotes is parted as the parser of the library parts it', () => {
  for (let turn = 0; turn < 3000; turn++) {
    const [text, delimiter] = table()
    expect({ text, lines: linesOf(text, delimiter) }).toEqual({ text, lines: parsedLines(text, delimiter) })
  }
})

test.each([
  [
    'a cell in quotes has the delimiter and an end of line',
    'a,"b,\nc"\nd,e\n',
    [
      ['a', 'b,\nc'],
      ['d', 'e'],
    ],
  ],
  [
    'lines of an old Macintosh',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('what is more than that is left to the library: %s', (_, text, records) => {
  expect(linesOf(text, ',').map(({ record }) => record)).toEqual(records)
})
