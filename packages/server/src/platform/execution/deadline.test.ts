import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Deadline } from './deadline.ts'
import type { Refusal } from './refusal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<string>(come => setTimeout(() => come('in'), ms))
const codeOf = (thrown: unknown) => (thrown as Refusal).code

test('what is there in time is the answer; what is not is cut off, once, and its caller is asked to come again', async () => {
  const cut: string[] = []
  const deadline = new Deadline(1000)
  deadline.whenOver(() => cut.push('held'))
  deadline.whenOver(() => cut.push('released'))()
  const answers = [deadline.answer(after(900)), deadline.answer(after(1100)).catch(codeOf)]
  await vi.advanceTimersByTimeAsync(2000)
  expect(await Promise.all(answers)).toEqual(['in', 'server.busy'])
  expect([cut, deadline.isOver]).toEqual([['held'], true])
  expect(await deadline.answer(after(0)).catch(codeOf)).toBe('server.busy')
})

test('while a file comes in its time stands still', async () => {
  const deadline = new Deadline(1000)
  const way = (async () => {
    await after(600)
    await deadline.outside(() => after(60_000))
    return deadline.answer(after(500)).catch(codeOf)
  })()
  await vi.advanceTimersByTimeAsync(60_900)
  expect(deadline.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await way).toBe('server.busy')
})

test('a call that was answered cuts nothing off', async () => {
  const deadline = new Deadline(1000)
  deadline.whenOver(() => expect.unreachable())
  deadline.done()
  await vi.advanceTimersByTimeAsync(5000)
  expect(deadline.isOver).toBe(false)
})
