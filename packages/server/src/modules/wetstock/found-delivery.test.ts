import { devicePermissions, foundDeliveries, foundDeliveryCalls, oilInfos, reportTankReadings } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { at } from '../../testing/settlement.ts'
import { db, noon, setClock } from '../../testing/world.ts'
import { scanGauges } from './found-scan.ts'

const minuteMs = 60_000
/** The night before: what is sold is five litres a minute, and at 09:00 the tanker begins to unload 400 a minute until 09:20. */
const levelAt = (ms: number, unloads = true) => {
  const minutes = (ms - at('00:00').getTime()) / minuteMs
  const unloaded = unloads ? Math.min(20, Math.max(0, minutes - 540)) * 400 : 0
  return Math.round((12_000 - minutes * 5 + unloaded) * 100)
}

async function gauged() {
  const it = await filledShop()
  const { id: deviceId } = await forecourt(it).device({ type: 'dataHub' })
  const gauge = it.as({ kind: 'device', id: deviceId, stationId: it.station.id, permissions: devicePermissions })
  const [{ number }] = (await it.rows<{ number: number }>(`select number from tank where id = $1`, [it.tankId])) as [{ number: number }]
  const told = (from: string, until: string, level: (ms: number) => number = levelAt) => {
    const readings = []
    for (let ms = at(from).getTime(); ms <= at(until).getTime(); ms += 5 * minuteMs)
      readings.push({ number, measuredAt: new Date(ms).toISOString(), volumeCl: level(ms) })
    return readings
  }
  const tell = async (readings: ReturnType<typeof told>) => {
    setClock(at('12:00'))
    await gauge.call(reportTankReadings, { body: { readings } })
  }
  const scan = () => scanGauges(db, [it.company.id], at('12:00'))
  const found = async () => (await it.lin.call(foundDeliveries.list, { query: { sort: 'beginTime' } })).content
  /** As the delivery above was recorded. */
  const recorded = (over: object = {}) =>
    it.record(
      {
        beginTime: at('08:58').toISOString(),
        endTime: at('09:25').toISOString(),
        beforeVolumeCl: 9_300_00,
        afterVolumeCl: 17_200_00,
        deliveryVolumeCl: 8_000_00,
        ...over,
      },
      '12:00',
    )
  return { ...it, gauge, told, tell, scan, found, recorded }
}

test('what a gauge tells of a tanker is found once, however often and in whatever order it is told', async () => {
  const it = await gauged()
  await it.tell(it.told('02:00', '09:10'))
  await it.scan()
  expect(await it.found()).toEqual([])
  await it.tell(it.told('09:15', '11:00'))
  await it.scan()
  const [first, ...others] = await it.found()
  expect(others).toEqual([])
  expect(first).toMatchObject({ kind: 'rise', state: 'open', soldKnown: false, oilInfoId: null, byHand: false })
  expect(Math.abs(Date.parse(first!.beginTime) - at('09:00').getTime())).toBeLessThan(minuteMs)
  expect(Math.abs(Date.parse(first!.endTime) - at('09:20').getTime())).toBeLessThan(minuteMs)
  expect(Math.abs(first!.litresCl! - 8_000_00)).toBeLessThan(40_00)
  // The same again, and one that comes late.
  await it.tell([...it.told('09:00', '10:00'), ...it.told('01:00', '01:55')])
  await it.scan()
  await it.scan()
  expect(await it.found()).toMatchObject([{ id: first!.id, state: 'open' }])
  expect((await it.events()).filter(({ topic }) => topic === 'delivery.found')).toHaveLength(1)
  setClock(noon)
})

test('what was sold meanwhile is what the nozzles of the tank sold, also where it is told late', async () => {
  const it = await gauged()
  await it.tell(it.told('02:00', '11:00'))
  await it.scan()
  const [before] = await it.found()
  await it.begin('08:00')
  await it.sellAt('09:10', { lineItems: [{ volumeCl: 60_00 }] })
  const [after] = await it.found()
  expect(before).toMatchObject({ soldKnown: false })
  expect(after).toMatchObject({ soldKnown: true, soldCl: 60_00, riseCl: before!.riseCl, litresCl: before!.riseCl! + 60_00 })
  setClock(noon)
})

test('a rise and the delivery that was recorded of it are matched by themselves, whichever comes first', async () => {
  const one = await gauged()
  await one.tell(one.told('02:00', '11:00'))
  await one.scan()
  const { id } = await one.recorded()
  expect(await one.found()).toMatchObject([{ state: 'matched', oilInfoId: id, byHand: false, decidedById: null }])

  const other = await gauged()
  const { id: earlier } = await other.recorded()
  await other.tell(other.told('02:00', '11:00'))
  await other.scan()
  expect(await other.found()).toMatchObject([{ kind: 'rise', state: 'matched', oilInfoId: earlier }])
  expect(await other.audits()).toContainEqual(expect.objectContaining({ action: 'foundDelivery.match' }))
  setClock(noon)
})

test.each<[string, object]>([
  ['its litres are far off', { afterVolumeCl: 15_200_00 }],
  ['it was hours before', { beginTime: at('05:00').toISOString(), endTime: at('05:30').toISOString() }],
  ['it still unloads', { endTime: null, afterVolumeCl: null }],
])('they are left to people where %s', async (_, over) => {
  const it = await gauged()
  await it.tell(it.told('02:00', '11:00'))
  await it.scan()
  await it.recorded(over)
  expect((await it.found()).filter(({ kind }) => kind === 'rise')).toMatchObject([{ state: 'open' }])
  setClock(noon)
})

test('how far they may be apart is a setting, and so is from how many litres on a rise counts', async () => {
  const bounds = { leastLitres: 300, pauseMinutes: 20, matchMinutes: 60, matchPercent: 30, noteBasisPoints: 10, confidencePercent: 95 }
  const withBounds = async (over: object) => {
    const it = await gauged()
    const set = JSON.stringify({ ...bounds, ...over })
    await it.rows(`update station set config = config || jsonb_build_object('foundDeliveries', $2::jsonb) where id = $1`, [
      it.station.id,
      set,
    ])
    await it.tell(it.told('02:00', '11:00'))
    await it.scan()
    return it
  }
  const wide = await withBounds({})
  await wide.recorded({ afterVolumeCl: 15_200_00 })
  expect(await wide.found()).toMatchObject([{ state: 'matched' }])
  expect(await (await withBounds({ leastLitres: 9000 })).found()).toEqual([])
  setClock(noon)
})

test('a recorded delivery that the gauge does not show stands alone until somebody says why; one without a gauge does not', async () => {
  const it = await gauged()
  const { id } = await it.recorded()
  await it.scan()
  expect(await it.found()).toEqual([])
  await it.tell(it.told('06:00', '11:30', ms => levelAt(ms, false)))
  await it.scan()
  const [alone] = await it.found()
  expect(alone).toMatchObject({ kind: 'intake', state: 'open', oilInfoId: id, riseCl: null, litresCl: null, soldKnown: false })
  await it.lin.call(foundDeliveryCalls.dismiss, { id: alone!.id, body: { reason: 'The gauge stood still' } })
  await it.tell(it.told('11:35', '11:50', ms => levelAt(ms, false)))
  await it.scan()
  expect(await it.found()).toMatchObject([{ id: alone!.id, state: 'dismissed', reason: 'The gauge stood still' }])
  await it.lin.call(oilInfos.delete, { id })
  expect(await it.found()).toEqual([])
  setClock(noon)
})

test('a person matches, dismisses and takes it back; what they said stays when the gauge tells more', async () => {
  const it = await gauged()
  await it.tell(it.told('02:00', '11:00'))
  await it.scan()
  const { id: oilInfoId } = await it.recorded({ afterVolumeCl: 15_200_00 })
  const { id } = (await it.found()).find(({ kind }) => kind === 'rise')!
  await it.lin.call(foundDeliveryCalls.match, { id, body: { oilInfoId } })
  expect((await it.found()).find(one => one.id === id)).toMatchObject({ state: 'matched', oilInfoId, byHand: true })
  expect(await it.lin.refused(foundDeliveryCalls.dismiss, { id, body: { reason: 'No' } })).toBe('foundDelivery.notOpen')
  await it.lin.call(foundDeliveryCalls.reopen, { id })
  await it.lin.call(foundDeliveryCalls.dismiss, { id, body: { reason: 'Pumped over from tank 2' } })
  await it.tell(it.told('11:05', '11:30'))
  await it.scan()
  const rises = (await it.found()).filter(({ kind }) => kind === 'rise')
  expect(rises).toMatchObject([{ id, state: 'dismissed', reason: 'Pumped over from tank 2', oilInfoId: null }])
  const actions = (await it.audits()).map(({ action }) => action).filter(action => action.startsWith('foundDelivery'))
  expect(actions).toEqual(['foundDelivery.match', 'foundDelivery.reopen', 'foundDelivery.dismiss'])
  setClock(noon)
})

test('the delivery that a rise was matched with is deleted: the rise is open again', async () => {
  const it = await gauged()
  await it.tell(it.told('02:00', '11:00'))
  await it.scan()
  const { id } = await it.recorded()
  await it.lin.call(oilInfos.delete, { id })
  expect(await it.found()).toMatchObject([{ kind: 'rise', state: 'open', oilInfoId: null }])
  setClock(noon)
})

test('readings that turn out wrong take back what nobody has dealt with', async () => {
  const it = await gauged()
  await it.tell(it.told('02:00', '11:00'))
  await it.scan()
  expect(await it.found()).toHaveLength(1)
  await it.rows(
    `update tank_reading set struck_at = now(), struck_by_id = 1, strike_reason = 'Wrong tank' where tank_id = $1
    and measured_at >= $2`,
    [it.tankId, at('09:00')],
  )
  await it.tell(it.told('11:05', '11:50', ms => levelAt(ms, false)))
  await it.scan()
  expect(await it.found()).toEqual([])
  setClock(noon)
})

type It = Awaited<ReturnType<typeof gauged>>
const refused: [string, (it: It) => Promise<{ id?: number; oilInfoId?: number }>, string][] = [
  ['that is not there', async () => ({ oilInfoId: 1 }), 'notFound'],
  [
    'of another tank',
    async it => {
      const { id: tankId } = await forecourt(it).tank(it.nozzle.productId)
      const { id } = await it.record({ tankId }, '12:00')
      return { oilInfoId: id }
    },
    'foundDelivery.otherTank',
  ],
  [
    'that is matched already',
    async it => {
      const { id } = await it.recorded()
      const [{ id: other }] = (await it.rows<{ id: number }>(
        `insert into found_delivery (company_id, station_id, tank_id, product_id, kind, begin_time, end_time, before_at, after_at,
           before_volume_cl, after_volume_cl, sold_estimate_cl, level_uncertainty_cl, uncertainty_cl, created_date)
         select company_id, station_id, tank_id, product_id, 'rise', '2020-01-01', '2020-01-01', '2020-01-01', '2020-01-01', 0, 1, 0, 0, 0,
           now()
         from found_delivery where tank_id = $1 limit 1 returning id`,
        [it.tankId],
      )) as [{ id: number }]
      return { id: other, oilInfoId: id }
    },
    'foundDelivery.intakeTaken',
  ],
]
test.each(refused)('a rise is not matched with a delivery %s', async (_, over, code) => {
  const it = await gauged()
  await it.tell(it.told('02:00', '11:00'))
  await it.scan()
  const [rise] = await it.found()
  const { id = rise!.id, oilInfoId } = await over(it)
  expect(await it.lin.refused(foundDeliveryCalls.match, { id, body: { oilInfoId: oilInfoId! } })).toBe(code)
  setClock(noon)
})
