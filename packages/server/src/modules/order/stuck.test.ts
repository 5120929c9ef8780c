import { orderPayments, orders } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { runDueJobs } from '../../testing/jobs.ts'
import { serial, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { order } from './index.ts'

beforeEach(() => setClock(noon))
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

test('an order whose terminal falls silent is open again after ten minutes, and the log says so', async () => {
  const it = await shop()
  const [stuck, paid, again] = [await it.sell(), await it.sell(), await it.sell()]
  for (const { id } of [stuck, paid, again]) await it.lin.call(orderPayments.lock, { id })
  await it.lin.call(orderPayments.cash, { id: paid.id, body: { payType: 'wx', externalSerialNo: serial() } })
  setClock(after(5))
  await it.lin.call(orderPayments.release, { id: again.id })
  await it.lin.call(orderPayments.lock, { id: again.id })

  await runDueJobs(order.tasks, after(9))
  expect((await it.lin.call(orders.get, { id: stuck.id })).status).toBe('lock')
  await runDueJobs(order.tasks, after(11))
  const statuses = async () => Promise.all([stuck, paid, again].map(async ({ id }) => (await it.lin.call(orders.get, { id })).status))
  expect(await statuses()).toEqual(['open', 'success', 'lock'])
  await runDueJobs(order.tasks, after(16))
  expect(await statuses()).toEqual(['open', 'success', 'open'])
  expect((await it.audits()).filter(({ detail }) => detail?.timeout)).toMatchObject([
    { action: 'order.release', subject: `orders:${stuck.id}`, detail: { from: 'lock' } },
    { subject: `orders:${again.id}` },
  ])
  expect((await it.lin.call(orderPayments.cash, { id: stuck.id, body: {} })).status).toBe('success')
})

// @req SAL-004
test('a terminal whose payment failed says why; the order waits until it is opened again, and is paid then', async () => {
  const it = await shop()
  const { id } = await it.sell()
  expect(await it.device.refused(orderPayments.fail, { id, body: { reason: 'Nothing under way' } })).toBe('order.statusForbids')
  await it.device.call(orderPayments.lock, { id })
  expect(await it.device.refused(orderPayments.fail, { id, body: { reason: ' ' } })).toBe('validation')
  expect(await it.device.call(orderPayments.fail, { id, body: { reason: 'Card reader: no answer' } })).toMatchObject({ status: 'fail' })
  expect((await it.audits()).at(-1)).toMatchObject({ action: 'order.fail', detail: { from: 'lock', reason: 'Card reader: no answer' } })

  expect(await it.lin.refused(orderPayments.cash, { id, body: {} })).toBe('order.statusForbids')
  expect(await it.device.refused(orderPayments.lock, { id })).toBe('order.statusForbids')
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ status: 'fail', paidCents: 0, failReason: 'Card reader: no answer' })
  expect(await it.lin.call(orderPayments.release, { id })).toMatchObject({ status: 'open' })
  expect(await it.lin.call(orderPayments.cash, { id, body: {} })).toMatchObject({ status: 'success' })
})
