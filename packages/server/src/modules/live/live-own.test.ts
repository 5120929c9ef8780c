import { exports, liveTicket, stationTopic, userTopic } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { setTenantScope } from '../../platform/execution/command.ts'
import { tellPages } from '../../platform/live/notices.ts'
import { signedIn } from '../../testing/access.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { channelOf, pageOf, place, until, withChannel, type Told } from '../../testing/live.ts'
import { db, noon } from '../../testing/world.ts'
import { exporting } from '../export/index.ts'

withChannel()

const ask = {
  query: { type: 'orders', search: 'createdDate>=2026-04-01,createdDate<=2026-05-01' },
  body: { name: 'Sales', columns: [{ path: 'orderNo', title: 'orderNo' }] },
}
const stands = (told: readonly Told[]) => told.filter(({ payload }) => payload.method === 'export.stands').map(({ payload }) => payload)

// @req EXP-007
test('who asked for an export is told how it stands, on each page and at every instance; a colleague is told nothing', async () => {
  const { master, company, station, addStation } = await place()
  const colleague = await signedIn(company, { roles: ['admin'] })
  const second = await channelOf()
  const there = await pageOf(master, station.id, second.port)
  const [page, other] = [await pageOf(master, station.id), await pageOf(colleague, station.id)]
  const elsewhere = await pageOf(colleague, (await addStation('West')).id)

  const { id } = await master.call(exports.ask, ask)
  await runDueJobs(exporting.tasks, noon)
  await master.call(exports.delete, { id })
  const whole = [
    { id, status: 'waiting', rows: 0, rowsTotal: null },
    { id, status: 'running', rows: 0, rowsTotal: 0 },
    { id, status: 'done', rows: 0, rowsTotal: 0 },
    { id, status: 'deleted' },
  ]
  for (const { told } of [page, there]) await until(() => expect(stands(told)).toMatchObject(whole))
  // What is told afterwards has come to all of them.
  const last = { topic: stationTopic(station.id, 'broadcast'), payload: { method: 'last' } }
  await db.transaction().execute(async tx => tellPages(await setTenantScope(tx, [company.id]), last))
  await until(() => expect(other.told).toContainEqual(last))
  expect([...stands(other.told), ...stands(elsewhere.told)]).toEqual([])
  await second.stop()
}, 60_000)

test('the topic of a user is granted to that user alone, and not to who may have no exports', async () => {
  const { master, company, station, device } = await place()
  const colleague = await pageOf(await signedIn(company, { roles: ['admin'] }), station.id)
  const topic = userTopic(master.id, 'exports')
  const cashier = await signedIn(company, { roles: [{ role: 'station_employee', stationId: station.id }] })
  const ticketOf = async (who: typeof master) => (await who.call(liveTicket, { body: { stationId: station.id } })).topics
  expect((await ticketOf(master)).filter(each => each.startsWith('users/'))).toEqual([topic])
  expect((await ticketOf(cashier)).filter(each => each.startsWith('users/'))).toEqual([])
  for (const asked of [topic, 'users/#', 'users/+/exports', userTopic(device.id, 'exports')])
    await expect(colleague.client.subscribeAsync(asked, { qos: 1 })).rejects.toThrow()
})

test('what was told in a transaction that came to nothing is heard by nobody', async () => {
  const { master, company, station } = await place()
  const page = await pageOf(master, station.id)
  const tell = (method: string, fails: boolean) =>
    db.transaction().execute(async tx => {
      await tellPages(await setTenantScope(tx, [company.id]), { topic: userTopic(master.id, 'exports'), payload: { method } })
      if (fails) throw new Error('taken back')
    })
  await expect(tell('never', true)).rejects.toThrow('taken back')
  await tell('told', false)
  await until(() => expect(page.told.map(({ payload }) => payload.method)).toContain('told'))
  expect(page.told.map(({ payload }) => payload.method)).not.toContain('never')
})
