import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { openShare } from './share.ts'

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
const river = 1,
  harbour = 2

test('calls of a company that last wait for each other in turn; those of another company go on', async () => {
  const share = openShare({ atOnce: 2, waitMs: 5000 })
  const calls = [lasting(), lasting(), lasting(), lasting()]
  const order: number[] = []
  const answers = calls.map(({ act }, at) => share.run(river, act).then(() => order.push(at)))
  await settle()
  expect(await share.run(harbour, async () => 'at once')).toBe('at once')
  for (const { end } of calls.toReversed()) end()
  await Promise.all(answers)
  expect(new Set(order)).toEqual(new Set([0, 1, 2, 3]))
  expect(order.indexOf(2)).toBeLessThan(order.indexOf(3))
})

test('who waits too long for his company is told to come again, and takes nobody’s place', async () => {
  const share = openShare({ atOnce: 1, waitMs: 20 })
  const first = lasting()
  const inside = share.run(river, first.act)
  expect(await share.run(river, async () => 'never').catch(codeOf)).toBe('server.busy')
  first.end()
  expect(await inside).toBe('done')
  expect(await share.run(river, async () => 'in')).toBe('in')
  // A call that fails leaves its place, too.
  await share.run(river, () => Promise.reject(new Error('broken'))).catch(() => {})
  expect(await share.run(river, async () => 'in')).toBe('in')
})

test('a company is slow from a call that took long until one that did not', async () => {
  const share = openShare({ slowMs: 30 })
  expect(share.isSlow(river)).toBe(false)
  await share.run(river, () => new Promise(done => setTimeout(done, 60)))
  expect([share.isSlow(river), share.isSlow(harbour)]).toEqual([true, false])
  await share.run(river, async () => {})
  expect(share.isSlow(river)).toBe(false)
})
