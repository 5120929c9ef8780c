import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollUp } from './scroll-up.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 10))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// @req UIX-044
test('a list is at its top 800 ms after its page was turned, and not before', () => {
  const pane = { scrollTop: 100_000 }
  scrollUp(pane, false)
  vi.advanceTimersByTime(400)
  expect(pane.scrollTop).toBeGreaterThan(0)
  expect(pane.scrollTop).toBeLessThan(100_000)
  vi.advanceTimersByTime(380)
  expect(pane.scrollTop).toBeGreaterThan(0)
  vi.advanceTimersByTime(20)
  expect(pane.scrollTop).toBe(0)
})

// @req UIX-044
test('it is there at once for a reader who wants nothing to move', () => {
  const pane = { scrollTop: 400 }
  scrollUp(pane, true)
  expect(pane.scrollTop).toBe(0)
})

// @req UIX-044
test('where the rows scroll with their page, it rolls to the beginning of the list and no further', () => {
  const pane = { scrollTop: 1000 }
  scrollUp(pane, false, 300)
  vi.advanceTimersByTime(780)
  expect(pane.scrollTop).toBeGreaterThanOrEqual(300)
  vi.advanceTimersByTime(20)
  expect(pane.scrollTop).toBe(300)
  scrollUp(pane, true, 400)
  expect(pane.scrollTop).toBe(300)
})

test('a reader who scrolls down meanwhile is left where they are', () => {
  const pane = { scrollTop: 400 }
  scrollUp(pane, false)
  vi.advanceTimersByTime(100)
  pane.scrollTop = 500
  vi.advanceTimersByTime(900)
  expect(pane.scrollTop).toBe(500)
})
