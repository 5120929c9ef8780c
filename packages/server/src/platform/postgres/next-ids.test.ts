import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { nextIds } from './next-ids.ts'

test('ids that are drawn together ascend and are each their own, however many there are within a millisecond', async () => {
  const { within } = await world()
  const ids = await within(({ tx }) => nextIds(tx, 20_000))
  expect(ids.every((id, turn) => turn === 0 || id > ids[turn - 1]!)).toBe(true)
})
