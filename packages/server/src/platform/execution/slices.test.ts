import { expect, test } from 'vitest'
import { inSlices } from './slices.ts'

test('every row comes once and in its order, and other work of the process has its turn between two slices', async () => {
  const all = Array.from({ length: 1750 }, (_, turn) => turn)
  const seen: number[] = []
  let turns = 0
  const count = setInterval(() => turns++, 0)
  for await (const some of inSlices(all)) {
    seen.push(...some)
    // Work that holds the process.
    const until = performance.now() + 5
    while (performance.now() < until);
  }
  clearInterval(count)
  expect(seen).toEqual(all)
  expect(turns).toBeGreaterThanOrEqual(2)
  for await (const some of inSlices([])) expect(some).toEqual('nothing comes')
})
