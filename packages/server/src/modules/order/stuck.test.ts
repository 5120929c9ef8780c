import { orderPayments, orders } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { runDueJobs } from '../../testing/jobs.ts'
import { serial, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { tasks } from './index.ts'

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

  await runDueJobs(tasks, after(9))
  expect((await it.lin.call(orders.get, { id: stuck.id })).status).toBe('lock')
  await runDueJobs(tasks, after(11))
  const standing = async () => Promise.all([stuck, paid, again].map(async ({ id }) => (await it.lin.call(orders.get, { id })).status))
  expect(await standing()).toEqual(['open', 'success', 'lock'])
  await runDueJobs(tasks, after(16))
  expect(await standing()).toEqual(['open', 'success', 'open'])
  expect((await it.audits()).filter(({ detail }) => detail?.timeout)).toMatchObject([
    { action: 'order.release', subject: `orders:${stuck.id}`, detail: { from: 'lock' } },
    { subject: `orders:${again.id}` },
  ])
  expect((await it.lin.call(orderPayments.cash, { id: stuck.id, body: {} })).status).toBe('success')
})
