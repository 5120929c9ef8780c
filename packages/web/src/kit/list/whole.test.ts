import { expect, test } from 'vitest'
import { scrolledWidth, wholeColumns, type Breadth } from './whole.ts'

const number = (width: number): Breadth => ({ natural: width, least: width })
const words = (natural: number, least = 100): Breadth => ({ natural, least })
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('where columns are scrolled, words keep up to 180 pixels and numbers all they need', () => {
  expect([words(130), words(181), number(250)].map(scrolledWidth)).toEqual([130, 180, 250])
})

test('columns that fit fill the pane', () => {
  const { widths, starts } = wholeColumns([number(100), words(200), number(150)], 601)
  expect(sum(widths)).toBe(601)
  expect(starts).toEqual([0])
  expect(widths.every((width, index) => width >= [100, 200, 150][index]!)).toBe(true)
})

test('words give way before anything is scrolled; numbers never do', () => {
  const { widths, starts } = wholeColumns([number(100), words(300), words(200), number(150)], 600)
  expect(starts).toEqual([0])
  expect(sum(widths)).toBe(600)
  expect([widths[0], widths[3]].every((width, index) => width! >= [100, 150][index]!)).toBe(true)
  expect(widths[1]).toBeGreaterThan(widths[2]!)
})

test('wherever it is scrolled to, the pane begins and ends with a whole column', () => {
  for (let round = 1; round < 200; round++) {
    const columns = Array.from({ length: 2 + (round % 14) }, (_, index) => {
      const width = 60 + ((round * 37 + index * 53) % 240)
      return index % 3 === 0 ? words(width + 40, width) : number(width)
    })
    const room = 320 + ((round * 61) % 700)
    const { widths, starts } = wholeColumns(columns, room)
    expect(widths.every((width, index) => width >= columns[index]!.least)).toBe(true)
    const ends = widths.map((_, index) => sum(widths.slice(0, index + 1)))
    for (const start of starts) expect([...ends, 0]).toContain((ends[start - 1] ?? 0) + room)
    expect((ends[starts.at(-1)! - 1] ?? 0) + room).toBe(ends.at(-1))
    for (const [index, end] of ends.entries())
      expect(starts.some(start => index >= start && end <= (ends[start - 1] ?? 0) + room)).toBe(true)
  }
})

test('a column that is wider than the pane stands alone', () => {
  expect(wholeColumns([number(100), number(500), number(100)], 300).starts).toEqual([0, 1, 2])
})

test('a column that its reader has drawn keeps its width; the others share what is left', () => {
  const { widths } = wholeColumns([number(100), { natural: 333, least: 333, fixed: true }, number(150)], 800)
  expect(widths[1]).toBe(333)
  expect(sum(widths)).toBe(800)
})
