import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Slowness } from './slowness.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const river = 1,
  harbour = 2
async function quickCalls(slowness: Slowness, company: number, count: number) {
  for (let call = 0; call < count; call++) await slowness.watch(company, async () => {})
}

test('a company is slow as soon as a call lasts, and until five after it were quick; the others are not', async () => {
  const slowness = new Slowness(2000)
  const lasting = slowness.watch(river, () => after(5000))
  await vi.advanceTimersByTimeAsync(1999)
  expect(slowness.is(river)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([slowness.is(river), slowness.is(harbour)]).toEqual([true, false])

  // What is quick beside one that lasts says nothing: a list of the same company, a sale that was refused.
  await quickCalls(slowness, river, 20)
  expect(slowness.is(river)).toBe(true)
  await vi.advanceTimersByTimeAsync(3000)
  await lasting
  await quickCalls(slowness, river, 4)
  expect(slowness.is(river)).toBe(true)
  await quickCalls(slowness, river, 1)
  expect(slowness.is(river)).toBe(false)
})

test('one that fails after a long time was slow, one that fails at once was quick', async () => {
  const slowness = new Slowness(2000)
  const refused = () => slowness.watch(river, () => Promise.reject(new Error('refused'))).catch(() => {})
  const lasting = slowness.watch(river, () => after(3000).then(() => Promise.reject(new Error('too long')))).catch(() => {})
  await vi.advanceTimersByTimeAsync(3000)
  await lasting
  for (let call = 0; call < 4; call++) await refused()
  expect(slowness.is(river)).toBe(true)
  await refused()
  expect(slowness.is(river)).toBe(false)
})

test('who is suspected goes by itself until its own calls were quick', async () => {
  const slowness = new Slowness(2000)
  slowness.suspect(river)
  slowness.suspect(harbour)
  await quickCalls(slowness, harbour, 5)
  expect([slowness.is(river), slowness.is(harbour)]).toEqual([true, false])
})
