import { expect, test } from 'vitest'
import { QueueDeadline } from './queue-deadline.ts'
import { Refusal } from '../execution/refusal.ts'
import { openTenantLimit } from './tenant-limit.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))
/** A call that lasts until it is ended. */
function lasting() {
  let end!: () => void
  const whole = new Promise<string>(done => {
    end = () => done('done')
  })
  return { act: () => whole, end }
}
const codeOf = (thrown: unknown) => (thrown as Refusal).code
const long = () => new QueueDeadline(60_000)
const river = 1,
  harbour = 2

test('calls of a company that last wait for each other in turn; those of another company go on', async () => {
  const tenantLimit = openTenantLimit(2)
  const calls = [lasting(), lasting(), lasting(), lasting()]
  const order: number[] = []
  const answers = calls.map(({ act }, at) => tenantLimit.run(river, long(), act).then(() => order.push(at)))
  await settle()
  expect(await tenantLimit.run(harbour, long(), async () => 'at once')).toBe('at once')
  for (const { end } of calls.toReversed()) end()
  await Promise.all(answers)
  expect(new Set(order)).toEqual(new Set([0, 1, 2, 3]))
  expect(order.indexOf(2)).toBeLessThan(order.indexOf(3))
})

test('a caller who waits too long for the company is told to come again, and takes nobody’s place', async () => {
  const tenantLimit = openTenantLimit(1)
  const first = lasting()
  const inside = tenantLimit.run(river, long(), first.act)
  expect(await tenantLimit.run(river, new QueueDeadline(20), async () => 'never').catch(codeOf)).toBe('server.busy')
  first.end()
  expect(await inside).toBe('done')
  expect(await tenantLimit.run(river, long(), async () => 'in')).toBe('in')
  // A call that fails leaves its place, too.
  await tenantLimit.run(river, long(), () => Promise.reject(new Error('broken'))).catch(() => {})
  expect(await tenantLimit.run(river, long(), async () => 'in')).toBe('in')
})
