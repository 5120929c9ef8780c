import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlowTenantBreaker } from './slow-tenant-breaker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const river = 1,
  harbour = 2
async function quickCalls(breaker: SlowTenantBreaker, company: number, count: number) {
  for (let call = 0; call < count; call++) await breaker.run(company, async () => {})
}

test('a company is slow as soon as a call lasts, and until five after it were quick; the others are not', async () => {
  const breaker = new SlowTenantBreaker(2000)
  const lasting = breaker.run(river, () => after(5000))
  await vi.advanceTimersByTimeAsync(1999)
  expect(breaker.isOpen(river)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([breaker.isOpen(river), breaker.isOpen(harbour)]).toEqual([true, false])

  // What is quick beside one that lasts says nothing: a list of the same company, a sale that was refused.
  await quickCalls(breaker, river, 20)
  expect(breaker.isOpen(river)).toBe(true)
  await vi.advanceTimersByTimeAsync(3000)
  await lasting
  await quickCalls(breaker, river, 4)
  expect(breaker.isOpen(river)).toBe(true)
  await quickCalls(breaker, river, 1)
  expect(breaker.isOpen(river)).toBe(false)
})

test('one that fails after a long time was slow, one that fails at once was quick', async () => {
  const breaker = new SlowTenantBreaker(2000)
  const refused = () => breaker.run(river, () => Promise.reject(new Error('refused'))).catch(() => {})
  const lasting = breaker.run(river, () => after(3000).then(() => Promise.reject(new Error('too long')))).catch(() => {})
  await vi.advanceTimersByTimeAsync(3000)
  await lasting
  for (let call = 0; call < 4; call++) await refused()
  expect(breaker.isOpen(river)).toBe(true)
  await refused()
  expect(breaker.isOpen(river)).toBe(false)
})

test('who is suspected goes by itself until its own calls were quick', async () => {
  const breaker = new SlowTenantBreaker(2000)
  breaker.trip(river)
  breaker.trip(harbour)
  await quickCalls(breaker, harbour, 5)
  expect([breaker.isOpen(river), breaker.isOpen(harbour)]).toEqual([true, false])
})
