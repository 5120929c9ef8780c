import { expect, test } from 'vitest'
import { dueWhen } from './idle.ts'

const at = (now: number, seen: number, told: number) =>
  dueWhen({ now: now * 60_000, seen: seen * 60_000, told: told * 60_000, minutes: 15 })

test('a screen that was left alone for a quarter of an hour is signed out; one at which somebody works tells the server so', () => {
  expect(at(14, 0, 0)).toBeUndefined()
  expect(at(15, 0, 0)).toBe('leave')
  expect(at(4, 4, 0)).toBeUndefined()
  expect(at(5, 4, 0)).toBe('tell')
  expect(at(18, 4, 5)).toBeUndefined()
  expect(at(19, 4, 5)).toBe('leave')
})
