import { oilInfos, settlement } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { at } from '../../testing/settlement.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

type It = Awaited<ReturnType<typeof filledShop>>
/** Closes the shift with what the dipstick says, and begins the next one. */
async function end(it: It, clock: string, shift: number, dip: object) {
  setClock(at(clock))
  const tanks = [{ tankId: it.tankId, ...dip }]
  const settled = await it.close(shift, 0, { tanks, force: true, startNext: true })
  const [next] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  return { ...settled, tank: settled.tanks[0]!, next: next!.id }
}

test('the shift in which unloading ends counts the note as received, names the document, and says what came short', async () => {
  const it = await filledShop()
  const { id: first } = await it.begin('08:00')
  const one = await end(it, '08:50', first, { volumeCl: 1_000_00 })
  await it.sellAt('09:10', { lineItems: [{ volumeCl: 40_00, totaliserEndCl: 1_040_00 }] })
  // The note says 5,000, and 4,980 came: 4,940 lie in the tank, 40 were sold meanwhile.
  const { id } = await it.record({ afterVolumeCl: 5_940_00 })
  setClock(at('11:00'))
  const preview = await it.lin.call(settlement.preview, { query: { dailyStateId: one.next } })
  expect(preview.tanks[0]).toMatchObject({ deliveries: 1, receivedCl: 5_000_00, document: 'BL-1' })
  const typed = { dailyStateId: one.next, counted: [{ payType: 'cash' as const, countedCents: 0 }], force: true }
  const twice = [{ tankId: it.tankId, receivedCl: 5_000_00, document: 'BL-1' }]
  expect(await it.lin.refused(settlement.close, { body: { ...typed, tanks: twice } })).toBe('settlement.deliveryRecorded')

  const meters = { meters: [{ nozzleControlId: it.nozzle.id, totaliserCl: 1_040_00 }] }
  setClock(at('12:00'))
  const two = await it.close(one.next, 0, { tanks: [{ tankId: it.tankId, volumeCl: 5_940_00 }], force: true, startNext: true, ...meters })
  expect(two.tanks[0]).toMatchObject({ beginCl: 1_000_00, receivedCl: 5_000_00, document: 'BL-1', endCl: 5_940_00, drawnCl: 60_00 })
  expect(await it.shown(id)).toMatchObject({ status: 'settled', classSettleId: two.id, soldCl: 40_00, profitLossCl: -20_00 })
  setClock(noon)
})

test('what a settlement has counted is neither edited nor deleted, and a sale that comes later changes none of its figures', async () => {
  const it = await filledShop()
  const { id: first } = await it.begin('08:00')
  const { id } = await it.record()
  await end(it, '11:00', first, { volumeCl: 6_000_00 })
  const { version } = await it.shown(id)
  expect(await it.lin.refused(oilInfos.update, { id, body: { ...it.facts(), version } })).toBe('delivery.settled')
  expect(await it.lin.refused(oilInfos.delete, { id })).toBe('delivery.settled')
  for (const statement of ['update delivery set remark = $2 where id = $1', 'delete from delivery where id = $1 and $2 = $2'])
    await expect(owned(statement, [id, 'later'])).rejects.toThrow('delivery.settled')
  await it.sellAt('09:10', { lineItems: [{ volumeCl: 40_00 }] })
  expect(await it.shown(id)).toMatchObject({ soldCl: 0, totalCl: 5_000_00, profitLossCl: 0 })
  setClock(noon)
})

test('one that spans the close belongs to the shift in which it ends, and one that was recorded late to the next settlement', async () => {
  const it = await filledShop()
  const { id: first } = await it.begin('08:00')
  const spanning = await it.record({ endTime: null, afterVolumeCl: null }, '09:05')
  const one = await end(it, '09:10', first, { volumeCl: 2_000_00 })
  expect(one.tank).toMatchObject({ receivedCl: 0, document: '' })
  expect(await it.shown(spanning.id)).toMatchObject({ status: 'unloading', classSettleId: null })
  setClock(at('10:00'))
  await it.edit(spanning.id, {})
  await it.record({ beginTime: at('08:10').toISOString(), endTime: at('08:40').toISOString(), docNo: 'BL-0', deliveryVolumeCl: null })
  const two = await end(it, '11:00', one.next, { volumeCl: 6_000_00 })
  // The one without a note counts with what was measured of it.
  expect(two.tank).toMatchObject({ receivedCl: 10_000_00, document: 'BL-0, BL-1' })
  const { content } = await it.lin.call(oilInfos.list, { query: { search: `classSettleId:${two.id}` } })
  expect(content.map(({ status }) => status)).toEqual(['settled', 'settled'])
  setClock(noon)
})

test('a station without recorded deliveries enters what was received at the close, as before', async () => {
  const it = await filledShop()
  const { id } = await it.begin('08:00')
  const one = await end(it, '11:00', id, { volumeCl: 6_000_00, receivedCl: 5_000_00, document: 'BL-9' })
  expect(one.tank).toMatchObject({ receivedCl: 5_000_00, document: 'BL-9' })
  setClock(noon)
})

test.each([1, 2, 3, 4])('what is recorded or edited while a shift is closed is counted once, and as it then was (turn %i)', async turn => {
  const it = await filledShop()
  const { id: first } = await it.begin('08:00')
  const { id } = await it.record()
  const { version } = await it.shown(id)
  setClock(at('11:00'))
  const edited = { ...it.facts(), deliveryVolumeCl: 5_100_00, version }
  const [beginTime, endTime] = [at('10:00').toISOString(), at('10:20').toISOString()]
  const another = {
    ...it.facts(),
    beginTime,
    endTime,
    docNo: 'BL-2',
    deliveryVolumeCl: 700_00,
    beforeVolumeCl: 6_000_00,
    afterVolumeCl: 6_700_00,
  }
  const later = () => new Promise(done => setTimeout(done, turn * 3))
  await Promise.all([
    it.close(first, 0, { force: true, startNext: true }),
    later().then(() => it.lin.refused(oilInfos.update, { id, body: edited })),
    later().then(() => it.lin.refused(oilInfos.create, { body: another })),
  ])
  setClock(at('12:00'))
  const [next] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  await it.close(next!.id, 0, { force: true, startNext: true })
  const counted = await it.rows<{ settled: number; recorded: number }>(
    `select tank.received_cl::int as settled, coalesce((select sum(settled_received_cl) from delivery
       where company_id = $1 and class_settle_id = tank.class_settle_id and tank_id = tank.tank_id), 0)::int as recorded
     from class_settle_tank tank where tank.company_id = $1`,
    [it.company.id],
  )
  expect(counted.map(({ settled }) => settled)).toEqual(counted.map(({ recorded }) => recorded))
  const { content } = await it.lin.call(oilInfos.list, { query: {} })
  expect(content.map(({ status }) => status)).toEqual(['settled', 'settled'])
  expect(counted.reduce((sum, { settled }) => sum + settled, 0)).toBe(
    content.reduce((sum, { deliveryVolumeCl }) => sum + deliveryVolumeCl!, 0),
  )
  setClock(noon)
})
