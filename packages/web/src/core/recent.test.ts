import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recentAtMost, withRecent, type Recent } from './recent.ts'

const depot = (id: number, value = `Depot ${id}`): Recent<string> => ({ id, value })

test('the newest supplier goes first, one chosen again moves up, the eleventh is forgotten', () => {
  const ten = Array.from({ length: 10 }, (_, turn) => depot(turn)).reduce(withRecent<string>, [])
  expect(ten.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  expect(withRecent(ten, depot(4)).map(({ id }) => id)).toEqual([4, 9, 8, 7, 6, 5, 3, 2, 1, 0])
  expect(withRecent(ten, depot(10)).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(withRecent(ten, depot(4, 'Renamed'))).toHaveLength(recentAtMost)
  expect(withRecent([depot(4)], depot(4, 'Renamed'))).toEqual([depot(4, 'Renamed'), depot(4)])
})

test('however it is chosen: never more than ten, none twice, the last choice first', () => {
  const choice = fc.record({ id: fc.nat(15), value: fc.constantFrom('a', 'b') })
  fc.assert(
    fc.property(fc.array(choice, { minLength: 1, maxLength: 60 }), choices => {
      const kept = choices.reduce(withRecent<string>, [])
      expect(kept.length).toBeLessThanOrEqual(recentAtMost)
      expect(new Set(kept.map(({ id, value }) => `${id} ${value}`)).size).toBe(kept.length)
      expect(kept[0]).toEqual(choices.at(-1))
    }),
  )
})
