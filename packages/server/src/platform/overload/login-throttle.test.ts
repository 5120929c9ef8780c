import { expect, test } from 'vitest'
import { QueueDeadline } from './queue-deadline.ts'
import { Refusal } from '../execution/refusal.ts'
import { LoginThrottle } from './login-throttle.ts'

const now = new Date('2026-05-01T04:00:00.000Z')
const wrong = (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'login.wrong'
const fail = async () => {
  throw new Refusal('login.wrong')
}
const codeOf = (thrown: unknown) => (thrown as Refusal).code
/** A moment for everything that waits for nothing. */
const settle = () => new Promise(resolve => setImmediate(resolve))

test('of a crowd a few are compared at once, the others wait their turn, and those beyond are asked to come again', async () => {
  const door = new LoginThrottle({ concurrency: 2, queueMax: 5 })
  let inside = 0,
    most = 0
  const doors: (() => void)[] = []
  const compare = async () => {
    most = Math.max(most, ++inside)
    await new Promise<void>(resolve => doors.push(resolve))
    inside--
    return 'in'
  }
  const crowd = Array.from({ length: 10 }, (_, who) => door.run(`10.0.0.${who}`, now, compare, wrong).catch(codeOf))
  for (let n = 0; n < 10; n++) {
    await settle()
    doors.shift()?.()
  }
  expect(await Promise.all(crowd)).toEqual([...Array(7).fill('in'), ...Array(3).fill('server.busy')])
  expect(most).toBe(2)
})

test('a caller whose deadline has passed is asked to come again, and the turn goes to the next', async () => {
  const door = new LoginThrottle({ concurrency: 1 })
  let leave!: () => void
  const inside = door.run('10.0.0.1', now, () => new Promise<void>(done => (leave = done)), wrong)
  const [hasty, calm] = [1, 60_000].map(ms => door.run('10.0.0.2', now, async () => 'in', wrong, new QueueDeadline(ms)).catch(codeOf))
  expect(await hasty).toBe('server.busy')
  leave()
  await inside
  expect(await calm).toBe('in')
})

test('in a storm the user who was wrong goes one at a time and slowly, and an honest user goes past', async () => {
  const waits: (() => void)[] = []
  const door = new LoginThrottle({
    concurrency: 4,
    failuresPerMinute: 10,
    suspectsMax: 3,
    wait: () => new Promise<void>(resolve => waits.push(resolve)),
  })
  const guess = (source: string, at = now) => door.run(source, at, fail, wrong).catch(codeOf)
  for (let n = 0; n < 11; n++) expect(await guess(`10.0.0.${n}`)).toBe('login.wrong')
  expect(waits).toHaveLength(0)

  const storm = Array.from({ length: 5 }, () => guess('10.0.0.1'))
  await settle()
  expect(waits).toHaveLength(1)
  expect(await door.run('10.9.9.9', now, async () => 'in', wrong)).toBe('in')
  for (let n = 0; n < 3; n++) {
    waits.shift()!()
    await settle()
  }
  expect(await Promise.all(storm)).toEqual([...Array(3).fill('login.wrong'), 'server.busy', 'server.busy'])

  // Two minutes later it is forgotten.
  const later = new Date(now.getTime() + 120_000)
  expect(await guess('10.0.0.1', later)).toBe('login.wrong')
  expect(waits).toHaveLength(0)
})

test('what fails otherwise is no wrong try', async () => {
  const door = new LoginThrottle({ failuresPerMinute: 0, wait: () => Promise.reject(new Error('slowed')) })
  const broken = async () => {
    throw new Error('the database is gone')
  }
  for (let n = 0; n < 3; n++) await expect(door.run('10.0.0.1', now, broken, wrong)).rejects.toThrow('gone')
  await door.run('10.0.0.1', now, fail, wrong).catch(() => {})
  await expect(door.run('10.0.0.1', now, fail, wrong)).rejects.toThrow('slowed')
})
