import {
  acknowledgeTankAlarm,
  addTankChart,
  devicePermissions,
  enterDip,
  reportTankReadings,
  setStationConfig,
  strikeReading,
  tankAlarms,
  tankChartPoints,
  tankCharts,
  tankReadings,
  tanks,
  tankWatch,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { watchGauges } from './silent-gauges.ts'

async function yard() {
  setClock(noon)
  const it = await world()
  const stands = forecourt(it)
  const petrol = await stands.product({ code: '95' })
  const tank = await stands.tank(petrol.id, { number: 1 })
  const { id: deviceId } = await stands.device({ type: 'dataHub' })
  const gauge = it.as({ kind: 'device', id: deviceId, stationId: it.station.id, permissions: devicePermissions })
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const wu = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  const shown = () => lin.call(tanks.get, { id: tank.id })
  const readings = async () => (await lin.call(tankReadings.list, { query: { search: `tank.id:${tank.id}` } })).content
  const alarms = async () =>
    (await lin.call(tankAlarms.list, { query: { search: `tank.id:${tank.id}`, sort: 'id' } })).content.map(({ kind, state }) => [
      kind,
      state,
    ])
  const tell = (volumeCl: number, minutes: number, over: object = {}) => {
    const reading = { ...unmeasured, number: 1, measuredAt: at(minutes), volumeCl, ...over }
    return gauge.call(reportTankReadings, { body: { readings: [reading] } })
  }
  const dip = (over: object) => wu.call(enterDip, { body: { tankId: tank.id, ...unmeasured, measuredAt: null, volumeCl: null, ...over } })
  return { ...it, stands, petrol, tank, gauge, lin, wu, shown, readings, alarms, tell, dip }
}
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000).toISOString()
const unmeasured = { oilHeightMm: null, waterHeightMm: null, temperature: null }
const noDimensions = { diameterMm: null, lengthMm: null, heads: null, tiltMmPerM: null, gaugeAtMm: null }
const typed = (...points: [number, number][]) => ({
  ...noDimensions,
  kind: 'points' as const,
  fromAt: null,
  description: '',
  points: points.map(([heightMm, volumeCl]) => ({ heightMm, volumeCl })),
})
const steep = typed([0, 0], [1000, 10_000_00], [2000, 30_000_00])

// @req FUE-020
test('a dip by height has the net volume of the tank’s chart, is kept with that version, and stands at the tank', async () => {
  const { lin, tank, dip, shown, readings, audits } = await yard()
  const first = await lin.call(addTankChart, { body: { tankId: tank.id, ...steep } })
  expect(first).toMatchObject({ pointCount: 3, topMm: 2000, topCl: 30_000_00, fromAt: at(0) })
  setClock(new Date(at(1)))
  expect(await dip({ oilHeightMm: 1500, waterHeightMm: 100, temperature: 15.5 })).toMatchObject({
    source: 'dip',
    volumeCl: 20_000_00 - 1_000_00,
    chartId: first.id,
    deviceId: null,
  })
  expect(await shown()).toMatchObject({ volumeCl: 19_000_00, oilHeightMm: 1500, waterHeightMm: 100, temperature: 15.5, measuredAt: at(1) })

  // A new version is in force from its moment; what was reckoned keeps its own, and a reading of before the moment takes the old one.
  setClock(new Date(at(2)))
  const later = typed([0, 0], [2000, 20_000_00])
  const second = await lin.call(addTankChart, { body: { tankId: tank.id, ...later, fromAt: at(10) } })
  setClock(new Date(at(20)))
  await dip({ oilHeightMm: 1500 })
  await dip({ oilHeightMm: 1500, measuredAt: at(5) })
  expect((await readings()).map(({ measuredAt, volumeCl, chartId }) => [measuredAt, volumeCl, chartId])).toEqual([
    [at(20), 15_000_00, second.id],
    [at(5), 20_000_00, first.id],
    [at(1), 19_000_00, first.id],
  ])
  expect(await shown()).toMatchObject({ volumeCl: 15_000_00, waterHeightMm: 100 })
  expect((await audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['tankChart.add', 'tankReading.dip']))
})

test('what a gauge tells with heights is reckoned by the chart, and what it told itself is kept beside it', async () => {
  const { lin, tank, tell, readings } = await yard()
  await lin.call(addTankChart, { body: { tankId: tank.id, ...steep } })
  await tell(12_345_67, 0, { oilHeightMm: 1000, waterHeightMm: 0 })
  await tell(11_000_00, 1)
  await tell(12_000_00, 2, { oilHeightMm: 2300, waterHeightMm: 0 })
  expect((await readings()).map(({ volumeCl, toldVolumeCl, chartId }) => [volumeCl, toldVolumeCl, chartId !== null])).toEqual([
    [12_000_00, null, false],
    [11_000_00, null, false],
    [10_000_00, 12_345_67, true],
  ])
})

test('a dip without a height or a volume is refused, and so is a height beyond the chart', async () => {
  const { lin, wu, tank, readings } = await yard()
  const body = { tankId: tank.id, ...unmeasured, measuredAt: null, volumeCl: null }
  const refused = (over: object) => wu.refused(enterDip, { body: { ...body, ...over } })
  expect(await refused({})).toBe('tankReading.nothing')
  expect(await refused({ oilHeightMm: 1200 })).toBe('tankReading.noChart')
  expect(await refused({ volumeCl: 100, measuredAt: at(3) })).toBe('tankReading.later')
  await lin.call(addTankChart, { body: { tankId: tank.id, ...typed([100, 500_00], [2000, 30_000_00]) } })
  expect(await refused({ oilHeightMm: 2001 })).toBe('tankReading.beyondChart')
  expect(await refused({ oilHeightMm: 99 })).toBe('tankReading.beyondChart')
  expect(await refused({ oilHeightMm: 500, waterHeightMm: 501 })).toBe('tank.waterAboveOil')
  expect(await readings()).toEqual([])
})

test('a wrong dip is struck out with a reason: it stays in sight, the tank shows the reading before, and it is entered anew', async () => {
  const { wu, tank, tell, dip, shown, readings, rows } = await yard()
  await tell(12_000_00, -10, { oilHeightMm: 1200, waterHeightMm: 5, temperature: 14.2 })
  const wrong = await dip({ volumeCl: 21_000_00, oilHeightMm: 2100 })
  expect(await shown()).toMatchObject({ volumeCl: 21_000_00 })
  expect(await wu.refused(enterDip, { body: { tankId: tank.id, ...unmeasured, measuredAt: at(0), volumeCl: 1 } })).toBe(
    'tankReading.dipTaken',
  )

  const struck = await wu.call(strikeReading, { id: wrong.id, body: { reason: 'Misread' } })
  expect(struck).toMatchObject({ struckAt: at(0), strikeReason: 'Misread', volumeCl: 21_000_00 })
  expect(await shown()).toMatchObject({ volumeCl: 12_000_00, oilHeightMm: 1200, waterHeightMm: 5, temperature: 14.2, measuredAt: at(-10) })
  expect(await wu.refused(strikeReading, { id: wrong.id, body: { reason: 'Again' } })).toBe('tankReading.struck')

  await dip({ volumeCl: 11_900_00, oilHeightMm: 1195 })
  expect((await readings()).map(({ volumeCl, strikeReason }) => [volumeCl, strikeReason])).toEqual([
    [11_900_00, null],
    [21_000_00, 'Misread'],
    [12_000_00, null],
  ])
  expect(await shown()).toMatchObject({ volumeCl: 11_900_00 })
  await expect(rows('update tank_reading set volume_cl = 1 where id = $1', [(await readings())[0]!.id])).rejects.toThrow('never edited')
  // Of a tank whose only reading is struck out nothing is known.
  for (const { id, struckAt } of await readings()) if (!struckAt) await wu.call(strikeReading, { id, body: { reason: 'Wrong tank' } })
  expect(await shown()).toMatchObject({ volumeCl: 0, measuredAt: null })
})

test('a device that numbers its readings is heard once for each number, and five thousand come in one call', async () => {
  const { gauge, tell, readings } = await yard()
  expect(await tell(12_000_00, -1, { sequence: 7 })).toMatchObject({ taken: 1 })
  expect(await tell(12_000_00, 0, { sequence: 7 })).toMatchObject({ taken: 0 })
  const many = Array.from({ length: 5000 }, (_, turn) => ({ ...unmeasured, number: 1, measuredAt: at(-10 - turn), volumeCl: 10_000_00 }))
  expect(await gauge.call(reportTankReadings, { body: { readings: many } })).toEqual({ taken: 5000, changed: 0 })
  expect(await gauge.refused(reportTankReadings, { body: { readings: [...many, ...many.slice(0, 1)] } })).toBe('validation')
  expect((await readings())[0]).toMatchObject({ volumeCl: 12_000_00, sequence: 7 })
})

test('a chart is made of the dimensions of a lying cylinder, or of points that rise, and its versions follow one another', async () => {
  const { lin, wu, tank, rows } = await yard()
  const refused = (over: object) => lin.refused(addTankChart, { body: { tankId: tank.id, ...steep, ...over } })
  expect(await refused(typed([0, 0], [10, 5], [20, 5]))).toBe('tankChart.notRising')
  expect(await refused(typed([0, 0]))).toBe('tankChart.notRising')
  expect(await refused(typed([0, 0], [10, 30_000_01]))).toBe('tankChart.aboveCapacity')
  expect(await refused({ fromAt: at(-1) })).toBe('tankChart.notLater')
  expect(await refused({ kind: 'cylinder' })).toBe('tankChart.dimensionsMissing')
  const cylinder = { kind: 'cylinder', diameterMm: 2000, lengthMm: 8000, heads: 'flat', tiltMmPerM: 10, gaugeAtMm: 1000, points: [] }
  expect(await refused({ ...cylinder, gaugeAtMm: 8001 })).toBe('tankChart.gaugeOutside')
  expect(await wu.refused(addTankChart, { body: { tankId: tank.id, ...steep } })).toBe('auth.forbidden')

  const { id } = await lin.call(addTankChart, { body: { tankId: tank.id, ...steep, ...cylinder } as never })
  const { points } = await lin.call(tankChartPoints, { id })
  expect(points[0]!.volumeCl).toBeGreaterThan(0)
  expect(points).toHaveLength(2001)
  expect(await refused({})).toBe('tankChart.notLater')
  await lin.call(addTankChart, { body: { tankId: tank.id, ...steep, fromAt: at(60) } })
  expect((await lin.call(tankCharts.list, {})).content.map(({ kind }) => kind)).toEqual(['points', 'cylinder'])
  await expect(
    rows(`update tank_chart set points = '[[0, 0], [5, 0]]' where id = $1`, [id]),
    'the database keeps the rule as well',
  ).rejects.toThrow('tankChart.notRising')
})

test('an alarm is raised once beyond a limit, acknowledged by a person, and cleared by the next reading within it', async () => {
  const { wu, lin, tell, alarms, events, station } = await yard()
  await tell(26_999_99, -9)
  expect(await alarms()).toEqual([])
  await tell(27_000_00, -8)
  await tell(27_500_00, -7)
  expect(await alarms()).toEqual([['high', 'raised']])
  expect((await lin.call(tankWatch, {})).content).toMatchObject([{ number: 1, low: false, wet: false, alarms: ['high'] }])
  const { id } = (await lin.call(tankAlarms.list, {})).content[0]!
  expect(await wu.call(acknowledgeTankAlarm, { id, body: { note: 'Unloading, watched' } })).toMatchObject({
    state: 'acknowledged',
    bound: 90,
    found: 90,
    note: 'Unloading, watched',
  })
  expect(await wu.refused(acknowledgeTankAlarm, { id, body: {} })).toBe('tankAlarm.notRaised')
  expect((await lin.call(tankWatch, {})).content).toEqual([])
  await tell(28_500_00, -6)
  expect(await alarms()).toEqual([
    ['high', 'acknowledged'],
    ['stop', 'raised'],
  ])
  await tell(28_499_99, -5)
  await tell(20_000_00, -4)
  expect(await alarms()).toEqual([
    ['high', 'cleared'],
    ['stop', 'cleared'],
  ])
  await tell(29_000_00, -3)
  expect((await alarms()).slice(2)).toEqual([
    ['high', 'raised'],
    ['stop', 'raised'],
  ])
  // A late reading changes nothing at the tank, and so it neither raises nor clears.
  await tell(20_000_00, -30)
  expect((await alarms()).slice(2).every(([, state]) => state === 'raised')).toBe(true)
  expect((await events()).filter(({ topic }) => topic === 'tank.alarm')).toHaveLength(5)
  await lin.call(setStationConfig, {
    id: station.id,
    body: { version: 1, config: { tankAlarms: { highPercent: 98, stopPercent: 99, silentMinutes: 0 } } },
  })
  await tell(29_000_00, -2, { oilHeightMm: 2000, waterHeightMm: 41 })
  expect((await alarms()).filter(([, state]) => state === 'raised')).toEqual([['water', 'raised']])
  await tell(4_499_99, -1, { oilHeightMm: 500, waterHeightMm: 40 })
  expect((await alarms()).filter(([, state]) => state === 'raised')).toEqual([['low', 'raised']])
})

test('a gauge that falls silent raises one alarm, under two instances as well, and its next reading clears it', async () => {
  const { db, company, tell, alarms, tank } = await yard()
  await tell(15_000_00, -1)
  const watch = (minutes: number) => watchGauges(db, [company.id], new Date(at(minutes)))
  await watch(58)
  expect(await alarms()).toEqual([])
  await Promise.all([watch(59), watch(59), watch(60)])
  await watch(61)
  expect(await alarms()).toEqual([['silent', 'raised']])
  // The tank was dipped meanwhile: that is not the gauge.
  await owned('update tank set measured_at = $2 where id = $1', [tank.id, at(62)])
  await watch(63)
  setClock(new Date(at(70)))
  await tell(15_000_00, 70)
  expect(await alarms()).toEqual([['silent', 'cleared']])
})

test('ten readings beyond a limit at the same moment raise one alarm', async () => {
  const { tell, alarms } = await yard()
  await Promise.all(Array.from({ length: 10 }, (_, turn) => tell(29_000_00, -10 + turn)))
  expect(await alarms()).toEqual(
    expect.arrayContaining([
      ['high', 'raised'],
      ['stop', 'raised'],
    ]),
  )
  expect(await alarms()).toHaveLength(2)
})

test('connected tanks of a station hold one fuel', async () => {
  const { lin, stands, petrol, station } = await yard()
  const body = { stationId: station.id, productId: petrol.id, maxVolumeCl: 10_000_00, manifold: 'A' }
  const one = await lin.call(tanks.create, { body: { ...body, number: 11 } })
  await lin.call(tanks.create, { body: { ...body, number: 12 } })
  const diesel = await stands.product({ code: '0' })
  expect(await lin.refused(tanks.create, { body: { ...body, number: 13, productId: diesel.id } })).toBe('tank.manifoldProduct')
  const other = await lin.call(tanks.create, { body: { ...body, number: 13, productId: diesel.id, manifold: '' } })
  const { id: _id, version, itemId: _item, measuredAt: _at, createdDate: _date, ...rest } = one as never as Record<string, never>
  expect(await lin.refused(tanks.update, { id: one.id, body: { ...rest, version, productId: diesel.id } as never })).toBe(
    'tank.manifoldProduct',
  )
  expect((await lin.call(tanks.list, { query: { search: 'manifold:A' } })).totalElements).toBe(2)
  expect(other).toMatchObject({ manifold: '' })
})
