import { expect, test } from 'vitest'
import { optionOf } from './option.ts'

const look = { ground: 'light', text: '#000', line: '#ccc', back: '#fff', still: true } as const
const drawn = (values: readonly (number | null)[]) => {
  const labels = values.map((_, at) => String(at))
  const figures = { kind: 'line' as const, labels, series: [{ name: 'Level', values }], unit: 'L', write: String }
  return (optionOf(figures, look)['series'] as { showAllSymbol?: boolean }[])[0]!
}

test('marks of a line may give way to each other; those of points that no line joins are always drawn', () => {
  expect(drawn([1, 2, null, 3, 4])).not.toHaveProperty('showAllSymbol')
  expect(drawn([1, null, null, 3])).toMatchObject({ showAllSymbol: true })
})
