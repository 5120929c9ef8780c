import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounce } from './debounce.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

// @req UIX-053
test('of many calls in a row the last is made, once nothing more has come for a while', () => {
  const heard: string[] = []
  const say = debounce((word: string) => void heard.push(word), 300)
  say('z')
  vi.advanceTimersByTime(299)
  say('zh')
  vi.advanceTimersByTime(299)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['zh'])
  say('zhao')
  vi.advanceTimersByTime(300)
  expect(heard).toEqual(['zh', 'zhao'])
})

// @req UIX-053
test('at once: the first call is made, those that follow closely are not', () => {
  const heard: number[] = []
  const press = debounce((turn: number) => void heard.push(turn), 300, true)
  for (const turn of [1, 2, 3]) {
    press(turn)
    vi.advanceTimersByTime(200)
  }
  expect(heard).toEqual([1])
  vi.advanceTimersByTime(100)
  press(4)
  expect(heard).toEqual([1, 4])
})

test('what is waited for can be done at once, or dropped', () => {
  const heard: number[] = []
  const keep = debounce((value: number) => void heard.push(value), 300)
  keep(1)
  keep.flush()
  keep.flush()
  expect(heard).toEqual([1])
  keep(2)
  keep.cancel()
  vi.advanceTimersByTime(300)
  expect(heard).toEqual([1])
})
