import { devicePermissions, reportTankReadings, tankReadings, tanks } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, setClock, world } from '../../testing/world.ts'

async function yard() {
  setClock(noon)
  const it = await world()
  const stands = forecourt(it)
  const petrol = await stands.product({ code: '95' })
  const tank = await stands.tank(petrol.id, { number: 1 })
  const { id: deviceId } = await stands.device({ type: 'dataHub' })
  const gauge = it.as({ kind: 'device', id: deviceId, stationId: it.station.id, permissions: devicePermissions })
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const shown = () => lin.call(tanks.get, { id: tank.id })
  return { ...it, stands, petrol, tank, deviceId, gauge, lin, shown }
}
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000).toISOString()
const reading = { number: 1, measuredAt: at(-5), volumeCl: 12_345_67, oilHeightMm: 1204, waterHeightMm: 11, temperature: 15.4 }

// @req FOR-002
test('what a gauge measures stands at the tank, is kept with its moment and its fuel, and is told as it happens', async () => {
  const { gauge, lin, shown, tank, petrol, deviceId, events } = await yard()
  expect(await gauge.call(reportTankReadings, { body: { readings: [reading] } })).toEqual({ taken: 1, changed: 1 })
  const { number: _, measuredAt, ...measures } = reading
  expect(await shown()).toMatchObject({ ...measures, measuredAt })

  await gauge.call(reportTankReadings, { body: { readings: [{ ...reading, measuredAt: at(0), volumeCl: 12_300_00 }] } })
  const { content } = await lin.call(tankReadings.list, { query: { search: `tank.id:${tank.id}` } })
  expect(content).toMatchObject([
    { measuredAt: at(0), volumeCl: 12_300_00 },
    { tankId: tank.id, productId: petrol.id, deviceId, ...measures },
  ])
  expect((await events()).filter(({ topic }) => topic === 'tank.measured').map(({ payload }) => payload.tanks)).toMatchObject([
    [{ id: tank.id, number: 1, ...measures }],
    [{ volumeCl: 12_300_00 }],
  ])
})

test('the same reading again is one reading, and one that comes late changes nothing at the tank', async () => {
  const { gauge, lin, shown, events } = await yard()
  await gauge.call(reportTankReadings, { body: { readings: [reading, reading] } })
  expect(await gauge.call(reportTankReadings, { body: { readings: [reading] } })).toEqual({ taken: 0, changed: 0 })
  const late = { ...reading, measuredAt: at(-15), volumeCl: 13_000_00 }
  expect(await gauge.call(reportTankReadings, { body: { readings: [late] } })).toEqual({ taken: 1, changed: 0 })
  expect(await shown()).toMatchObject({ volumeCl: reading.volumeCl, measuredAt: reading.measuredAt })
  expect((await lin.call(tankReadings.list, {})).content.map(({ volumeCl }) => volumeCl)).toEqual([reading.volumeCl, late.volumeCl])
  expect((await events()).filter(({ topic }) => topic === 'tank.measured')).toHaveLength(1)
})

test('a gauge that tells volumes alone leaves heights and temperature as they were', async () => {
  const { gauge, lin, shown } = await yard()
  await gauge.call(reportTankReadings, { body: { readings: [reading] } })
  const { measuredAt: _, oilHeightMm: __, waterHeightMm: ___, temperature: ____, ...alone } = reading
  await gauge.call(reportTankReadings, { body: { readings: [{ ...alone, measuredAt: at(0), volumeCl: 11_000_00 }] } })
  expect(await shown()).toMatchObject({ volumeCl: 11_000_00, oilHeightMm: 1204, waterHeightMm: 11, temperature: 15.4 })
  const [latest] = (await lin.call(tankReadings.list, {})).content
  expect(latest).toMatchObject({ oilHeightMm: null, waterHeightMm: null, temperature: null })
})

test('readings from the future are refused, of other stations passed over, and of a tank more than it holds are refused', async () => {
  const { gauge, lin, addStation, stands, petrol } = await yard()
  const there = await addStation()
  await stands.tank(petrol.id, { stationId: there.id, number: 2 })
  const told = (more: Partial<typeof reading>) => ({ body: { readings: [{ ...reading, ...more }] } })
  expect(await gauge.call(reportTankReadings, told({ number: 2 }))).toEqual({ taken: 0, changed: 0 })
  expect(await gauge.refused(reportTankReadings, told({ measuredAt: at(3) }))).toBe('tankReading.ahead')
  expect(await gauge.refused(reportTankReadings, told({ volumeCl: 30_000_01 }))).toBe('tank.overfull')
  expect(await gauge.refused(reportTankReadings, told({ waterHeightMm: 2000 }))).toBe('tank.waterAboveOil')
  expect(await lin.refused(reportTankReadings, told({}))).toBe('auth.forbidden')
  expect((await lin.call(tankReadings.list, {})).totalElements).toBe(0)
})
