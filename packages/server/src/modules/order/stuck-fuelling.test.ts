import { dispenserStatus, orderPayments, orders, releaseCauses, stuckFuellings } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const after = (minutes: number) => setClock(new Date(noon.getTime() + minutes * 60_000))

/** A shop whose nozzle says what it does, and what is found to be stuck there. */
async function place() {
  const it = await shop()
  const says = (state: 'busy' | 'idle') =>
    it.device.call(dispenserStatus.report, { body: { dispensers: [], nozzles: [{ logicNo: it.nozzle.logicNo, state }] } })
  const stuck = async () => (await it.lin.call(stuckFuellings.list, { query: {} })).content
  const leader = await signedIn(it.company, { roles: [{ role: 'station_leader', stationId: it.station.id }] })
  const [cause] = (await leader.call(releaseCauses.list, {})).content
  const release = { id: it.nozzle.id, body: { causeId: cause!.id, reason: 'The hose hangs in its place' } }
  const idle = { ...release, body: { ...release.body, pumpIsIdle: true } }
  return { ...it, says, stuck, release, idle }
}

// @req FUE-015 NAV-004
test('a nozzle that has been at work for ten minutes without a sale is found, and released with a reason that the log keeps', async () => {
  const it = await place()
  await it.says('busy')
  after(5)
  await it.says('busy')
  expect(await it.stuck()).toEqual([])
  after(11)
  await it.says('busy')
  expect(await it.stuck()).toEqual([
    {
      since: noon.toISOString(),
      nozzle: { id: it.nozzle.id, logicNo: it.nozzle.logicNo, dispenser: expect.any(Number), state: 'busy', stuck: true },
      orders: [],
    },
  ])

  expect(await it.lin.refused(stuckFuellings.release, it.release)).toBe('nozzle.pumpNotIdle')
  const before = await it.events()
  expect(await it.lin.call(stuckFuellings.release, it.idle)).toEqual({ id: it.nozzle.id, logicNo: it.nozzle.logicNo, orders: [] })
  expect(await it.stuck()).toEqual([])
  expect((await it.audits()).filter(({ action }) => action === 'nozzle.release')).toMatchObject([
    { subject: `nozzleControls:${it.nozzle.id}`, detail: { reason: 'The hose hangs in its place', state: 'busy', pumpIsIdle: true } },
  ])
  const told = (await it.events()).slice(before.length)
  expect(told).toMatchObject([{ topic: 'nozzleStatus', payload: { nozzles: [{ logicNo: it.nozzle.logicNo, state: 'idle' }] } }])
  expect(await it.lin.refused(stuckFuellings.release, it.idle)).toBe('nozzle.notStuck')
  // It is at work again: the ten minutes begin anew.
  await it.says('busy')
  after(20)
  expect(await it.stuck()).toEqual([])
})

test('one whose sale has come is not stuck, however long its device calls it busy', async () => {
  const it = await place()
  await it.says('busy')
  after(4)
  await it.sell()
  after(15)
  expect(await it.stuck()).toEqual([])
  expect(await it.lin.refused(stuckFuellings.release, it.idle)).toBe('nozzle.notStuck')
})

test('orders of the nozzle that are locked are open again; no money is moved, and asked twice it is done once', async () => {
  const it = await place()
  await it.says('idle')
  const [locked, other] = [await it.sell(), await it.sell()]
  await it.lin.call(orderPayments.lock, { id: locked.id })
  after(1)
  expect(await it.stuck()).toMatchObject([
    { since: noon.toISOString(), nozzle: { stuck: false, state: 'idle' }, orders: [{ id: locked.id, status: 'lock', paidCents: 0 }] },
  ])
  const once = () => it.lin.call(stuckFuellings.release, it.release, { 'idempotency-key': 'release-1' })
  const done = await once()
  expect(done.orders).toMatchObject([{ id: locked.id, status: 'open' }])
  expect(await once()).toEqual(done)
  for (const { id } of [locked, other]) expect(await it.lin.call(orders.get, { id })).toMatchObject({ status: 'open', paidCents: 0 })
  expect((await it.audits()).filter(({ action }) => action === 'order.release')).toHaveLength(1)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test.each([
  ['without a cause', { reason: 'Hung up' }, 'release.causeRequired'],
  ['with a cause that is not there', { causeId: 1 }, 'notFound'],
  ['with what is not asked for', { reason: 'x', amountCents: 1 }, 'validation'],
])('%s nothing is released', async (_, body, code) => {
  const it = await place()
  await it.says('busy')
  after(11)
  expect(await it.lin.refused(stuckFuellings.release, { id: it.nozzle.id, body: { pumpIsIdle: true, ...body } })).toBe(code)
  expect(await it.stuck()).toHaveLength(1)
})

test('a nozzle of another station or company is not there to see or release', async () => {
  const [it, there] = [await place(), await place()]
  const west = await it.addStation('Riverside West')
  const leader = await signedIn(it.company, { roles: [{ role: 'station_leader', stationId: west.id }] })
  await it.says('busy')
  after(11)
  for (const who of [leader, there.lin]) {
    expect(await who.call(stuckFuellings.list, { query: {} })).toEqual({ content: [] })
    expect(await who.refused(stuckFuellings.release, it.idle)).toBe('notFound')
  }
  const salesman = await signedIn(it.company, { roles: [{ role: 'station_salesman', stationId: it.station.id }] })
  expect(await salesman.refused(stuckFuellings.release, it.idle)).toBe('auth.forbidden')
  expect(await it.stuck()).toHaveLength(1)
})
