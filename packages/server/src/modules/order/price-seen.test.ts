import { devicePermissions, dispenserStatus, orders, priceChanges, type Returned } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { afterwards } from '../../testing/price-change.ts'
import { noon, setClock } from '../../testing/world.ts'
import { seeBySales } from './price-seen.ts'

const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

/** A station whose two nozzles sell the fuel whose price has just changed from 8.00 to 8.10. */
async function changed() {
  setClock(noon)
  const it = await shop()
  const boss = await it.staff({ role: 'admin' })
  const { productId, tankId, dispenserId } = it.nozzle
  const [second] = await it.rows<{ id: number; logicNo: number }>(
    `insert into nozzle_control (company_id, station_id, logic_no, physical_no, dispenser_id, tank_id)
      values ($1, $2, 77, 2, $3, $4) returning id, logic_no as "logicNo"`,
    [it.company.id, it.station.id, dispenserId, tankId],
  )
  const body = { strategy: 'immediate' as const, stationIds: [it.station.id], prices: [{ productId, priceCents: 810 }] }
  const { id } = await boss.call(priceChanges.add, { body })
  const sells = (nozzleControlId: number, priceCents: number, seconds: number) =>
    it.sell({ nozzleControlId, lineItems: [{ volumeCl: 10_00, priceCents }], createdDate: at(seconds).toISOString() })
  const look = () => it.within(ctx => seeBySales(ctx, it.company.id))
  const job = (act: keyof typeof afterwards) => it.within(ctx => afterwards[act](ctx, it.company.id, id))
  const told = async () => {
    const { status, parts } = await boss.call(priceChanges.get, { id })
    return [status, ...parts[0]!.nozzles.map(({ state, seenCents }) => [state, seenCents])]
  }
  return { ...it, boss, id, second: second!, sells, look, job, told }
}

// @req FUE-006 FUE-007 FUE-023
test('nozzles confirm a price by their next sale; one that stands idle stays unconfirmed', async () => {
  const it = await changed()
  expect(await it.told()).toEqual(['wait', ['sent', null], ['sent', null]])
  setClock(at(61))
  await it.job('unconfirm')
  expect(await it.told()).toEqual(['wait', ['unconfirmed', null], ['unconfirmed', null]])
  setClock(at(120))
  await it.sells(it.nozzle.id, 810, 100)
  await it.look()
  expect(await it.told()).toEqual(['wait', ['confirmed', 810], ['unconfirmed', null]])
  setClock(at(25 * 3600))
  await it.job('expire')
  expect((await it.told())[0]).toBe('wait')
  await it.sells(it.second.id, 810, 24 * 3600)
  await it.look()
  expect(await it.told()).toEqual(['success', ['confirmed', 810], ['confirmed', 810]])
})

test('a sale at the old price is booked as charged, and the change names it and has failed', async () => {
  const it = await changed()
  setClock(at(60))
  const sale = await it.sells(it.nozzle.id, 800, 50)
  await it.look()
  expect(await it.told()).toEqual(['fail', ['mixed', 800], ['sent', null]])
  const { parts } = await it.boss.call(priceChanges.get, { id: it.id })
  expect(parts[0]!.nozzles[0]!.orderId).toBe(sale.id)
  const order: Returned<typeof orders.get> = await it.boss.call(orders.get, { id: sale.id })
  expect(order).toMatchObject({ totalCents: 80_00, priceDifference: true })
})

test('a late sale is priced by the moment at which its fuelling began, and says nothing of the new price', async () => {
  const it = await changed()
  setClock(at(60))
  const sale = await it.sells(it.nozzle.id, 800, -60)
  await it.look()
  expect(await it.boss.call(orders.get, { id: sale.id })).toMatchObject({ totalCents: 80_00, priceDifference: false })
  expect(await it.told()).toEqual(['wait', ['sent', null], ['sent', null]])
})

test('a device reads prices back: the new one confirms at once, the old one counts after a minute', async () => {
  const it = await changed()
  const device = it.as({
    kind: 'device',
    id: it.till.id,
    key: `device:${it.till.id}`,
    stationId: it.station.id,
    stationIds: [it.station.id],
    permissions: devicePermissions,
  })
  const says = (prices: readonly [number, number][]) =>
    device.call(dispenserStatus.report, {
      body: { nozzles: prices.map(([logicNo, priceCents]) => ({ logicNo, state: 'idle' as const, priceCents })) },
    })
  setClock(at(10))
  await says([
    [it.nozzle.logicNo, 810],
    [it.second.logicNo, 800],
  ])
  expect(await it.told()).toEqual(['wait', ['confirmed', 810], ['sent', null]])
  setClock(at(62))
  await says([[it.second.logicNo, 800]])
  expect(await it.told()).toEqual(['fail', ['confirmed', 810], ['mixed', 800]])
})

test.each([
  ['whose devices were silent for a day', 24, null, 'expired'],
  ['one of whose devices was heard', 24, 3, 'wait'],
  ['whose devices were silent for less than a day', 23, null, 'wait'],
])('a station %s', async (_, hours, heardAfterHours, outcome) => {
  const it = await changed()
  await it.rows(
    `insert into device_credential (company_id, device_id, secret_hash, issued_at) values ($1, $2, decode(repeat('00', 32), 'hex'), now())`,
    [it.company.id, it.till.id],
  )
  const heard = heardAfterHours === null ? null : at(heardAfterHours * 3600)
  await it.rows('update device set last_seen = $2 where id = $1', [it.till.id, heard])
  setClock(at(hours * 3600))
  await it.job('expire')
  expect((await it.told())[0]).toBe(outcome)
})

// @req FUE-023
test('every sale at the old price names the change that it went past, to who may see price changes', async () => {
  const it = await changed()
  setClock(at(60))
  const [first, second, right, before] = [
    await it.sells(it.nozzle.id, 800, 40),
    await it.sells(it.nozzle.id, 800, 50),
    await it.sells(it.nozzle.id, 810, 55),
    await it.sells(it.nozzle.id, 790, -50),
  ]
  const named = { id: it.id, priceCents: 810, fromAt: noon.toISOString() }
  const shown = async (by: typeof it.boss, id: number) => (await by.call(orders.get, { id })).priceChange
  expect([await shown(it.boss, first.id), await shown(it.boss, second.id)]).toEqual([named, named])
  // At the new price; and before the change, at another price than the list's of that time.
  expect([await shown(it.boss, right.id), await shown(it.boss, before.id)]).toEqual([null, null])
  const clerk = await it.staff('order.sale.read')
  expect(await shown(clerk, first.id)).toBeNull()
})
