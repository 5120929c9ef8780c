import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueueDeadline } from './queue-deadline.ts'
import type { Refusal } from '../execution/refusal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<string>(come => setTimeout(() => come('in'), ms))
const codeOf = (thrown: unknown) => (thrown as Refusal).code

test('two waits share one patience: who has waited long for the first has little left for the second', async () => {
  const queueDeadline = new QueueDeadline(1500)
  const ends: string[] = []
  const way = async () => {
    ends.push(await queueDeadline.wait(after(1000)))
    // What it does meanwhile is no waiting.
    await after(5000)
    ends.push(await queueDeadline.wait(after(400)))
    ends.push(await queueDeadline.wait(after(400)).catch(codeOf))
  }
  const done = way()
  await vi.advanceTimersByTimeAsync(6400)
  expect(ends).toEqual(['in', 'in'])
  await vi.advanceTimersByTimeAsync(100)
  expect(ends).toEqual(['in', 'in', 'server.busy'])
  await done
})

test('a turn that comes when nobody waits any more is handed on, once; one that was taken is not', async () => {
  const late: string[] = []
  const queueDeadline = new QueueDeadline(100)
  const waits = [after(50), after(200)].map(turn => queueDeadline.wait(turn, it => late.push(it)).catch(codeOf))
  await vi.advanceTimersByTimeAsync(150)
  expect(late).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(waits)).toEqual(['in', 'server.busy'])
  expect(late).toEqual(['in'])
})

test('what goes wrong while one waits is reported as it is, and what goes wrong after that disturbs nobody', async () => {
  const broken = (ms: number) => new Promise<never>((_, fail) => setTimeout(() => fail(new Error('the database is gone')), ms))
  const outcomes = [broken(50), broken(200)].map(turn => new QueueDeadline(100).wait(turn).catch((thrown: Error) => thrown.message))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(outcomes)).toEqual(['the database is gone', 'server.busy'])
})
