import { seed } from '../../testing/sampling.ts'
import {
  devicePermissions,
  enterDip,
  reportTankReadings,
  strikeReading,
  tankLevels,
  tankReadings,
  type Returned,
} from '@forecourt/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { handlerOf } from '../../platform/module.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

async function yard() {
  setClock(noon)
  const it = await world()
  const stands = forecourt(it)
  const petrol = await stands.product({ code: '95' })
  const tank = await stands.tank(petrol.id, { number: 1 })
  const { id: deviceId } = await stands.device({ type: 'dataHub' })
  const gauge = it.as({ kind: 'device', id: deviceId, stationId: it.station.id, permissions: devicePermissions })
  const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  const tell = (readings: readonly Told[]) => gauge.call(reportTankReadings, { body: { readings: readings.map(asReading) } })
  const curve = (startTime: string, endTime: string) => lin.call(tankLevels, { id: tank.id, query: { startTime, endTime } })
  return { ...it, stands, petrol, tank, deviceId, gauge, lin, tell, curve }
}
type Told = readonly [minute: number, volumeCl: number, waterHeightMm?: number]
const at = (minute: number) => new Date(noon.getTime() + minute * 60_000).toISOString()
const asReading = ([minute, volumeCl, waterHeightMm]: Told) => ({
  number: 1,
  measuredAt: at(minute),
  volumeCl,
  oilHeightMm: waterHeightMm === undefined ? null : 1000,
  waterHeightMm: waterHeightMm ?? null,
  temperature: null,
})
const shown = ({ levels }: Returned<typeof tankLevels>) => levels.map(({ at: moment, volumeCl }) => [moment, volumeCl])
const day = 24 * 60

// @req FUE-035
test('the curve of a day shows every reading of five minutes, the water, and the dips beside it', async () => {
  const { tell, curve, lin, tank } = await yard()
  await tell([
    [-15, 9_000_00, 4],
    [-10, 8_990_00, 6],
    [-5, 8_950_00, 5],
  ])
  const dip = { tankId: tank.id, measuredAt: at(-7), oilHeightMm: 980, waterHeightMm: 3, temperature: null, volumeCl: 8_970_00 }
  await lin.call(enterDip, { body: dip })
  const today = await curve(at(-day), at(0))
  expect(today).toMatchObject({ bucketSeconds: 300, readings: 3 })
  expect(shown(today)).toEqual([
    [at(-15), 9_000_00],
    [at(-10), 8_990_00],
    [at(-5), 8_950_00],
  ])
  expect(today.water.map(({ heightMm }) => heightMm)).toEqual([4, 6, 5])
  expect(today.dips).toEqual([{ at: at(-7), volumeCl: 8_970_00, oilHeightMm: 980, waterHeightMm: 3 }])
})

test('a month still shows the moment at which the tank was nearly dry, and the top of each delivery', async () => {
  const { tell, curve } = await yard()
  const hours = Array.from({ length: 30 * 24 }, (_, hour) => [-hour * 60 - 30, 10_000_00 + hour] as const)
  await tell([...hours, [-10 * day - 17, 80_00], [-20 * day - 11, 29_500_00], [-20 * day - 10, 29_400_00]])
  const month = await curve(at(-30 * day), at(0))
  expect(month.bucketSeconds).toBe(10_800)
  expect(month.readings).toBe(hours.length + 3)
  expect(shown(month)).toContainEqual([at(-10 * day - 17), 80_00])
  expect(shown(month)).toContainEqual([at(-20 * day - 11), 29_500_00])
  expect(month.levels.length).toBeLessThanOrEqual(4 * 241)
})

test('a reading that was struck out is in no curve, neither of a day nor of a month, and a late one is in both', async () => {
  const { tell, curve, lin, tank } = await yard()
  await tell([
    [-20, 9_000_00],
    [-15, 100_00],
    [-10, 8_900_00],
  ])
  const { content } = await lin.call(tankReadings.list, { query: { search: `tank.id:${tank.id},volumeCl:10000` } })
  await lin.call(strikeReading, { id: content[0]!.id, body: { reason: 'The probe was pulled out' } })
  await tell([[-12, 8_950_00]])
  const expected = [
    [at(-20), 9_000_00],
    [at(-12), 8_950_00],
    [at(-10), 8_900_00],
  ]
  expect(shown(await curve(at(-day), at(0)))).toEqual(expected)
  const month = await curve(at(-30 * day), at(0))
  expect(month.readings).toBe(3)
  expect(month.levels.map(({ volumeCl }) => volumeCl)).toEqual([9_000_00, 8_900_00])

  for (const { id, struckAt } of (await lin.call(tankReadings.list, { query: { search: `tank.id:${tank.id}` } })).content)
    if (struckAt === null) await lin.call(strikeReading, { id, body: { reason: 'Gauge exchanged' } })
  expect(await curve(at(-30 * day), at(0))).toMatchObject({ readings: 0, levels: [] })
})

test('a time that ends before it begins, or is longer than a year, is refused, and so is a tank of others', async () => {
  const { lin, tank, stands, petrol, addStation } = await yard()
  const ask = (startTime: string, endTime: string, id = tank.id) => lin.refused(tankLevels, { id, query: { startTime, endTime } })
  expect(await ask(at(1), at(0))).toBe('validation')
  expect(await ask(at(-368 * day), at(0))).toBe('validation')
  const there = await stands.tank(petrol.id, { stationId: (await addStation()).id, number: 9 })
  expect(await ask(at(-day), at(0), there.id)).toBe('notFound')
})

test('whatever a gauge told, a curve begins and ends with it and misses neither its lowest nor its highest level', async () => {
  const { tank, deviceId, curve, company, station, petrol } = await yard()
  const lengths = [30, day, 3 * day, 30 * day, 366 * day]
  const told = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 30_000_00 })), {
    selector: ([place]) => place,
    minLength: 1,
    maxLength: 400,
  })
  await fc.assert(
    fc.asyncProperty(told, fc.constantFrom(...lengths), async (places, length) => {
      await owned('delete from tank_reading where tank_id = $1', [tank.id])
      await owned('delete from tank_level_hour where tank_id = $1', [tank.id])
      const readings = places.map(([place, volumeCl]) => ({ at: at(-(place / 1_000_000) * length), volumeCl }))
      await owned(
        `insert into tank_reading (company_id, station_id, tank_id, product_id, device_id, measured_at, volume_cl)
         select $1, $2, $3, $4, $5, at, cl from json_to_recordset($6) as told (at timestamptz(3), cl bigint) on conflict do nothing`,
        [
          company.id,
          station.id,
          tank.id,
          petrol.id,
          deviceId,
          JSON.stringify(readings.map(({ volumeCl, ...told }) => ({ ...told, cl: volumeCl }))),
        ],
      )
      const { levels } = await curve(at(-length), at(0))
      const volumes = (of: readonly { volumeCl: number }[]) => of.map(({ volumeCl }) => volumeCl)
      const inOrder = readings.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      expect([levels[0], levels.at(-1)]).toEqual([inOrder[0], inOrder.at(-1)])
      expect(Math.min(...volumes(levels))).toBe(Math.min(...volumes(readings)))
      expect(Math.max(...volumes(levels))).toBe(Math.max(...volumes(readings)))
      expect(levels.map(({ at: moment }) => moment)).toEqual(levels.map(({ at: moment }) => moment).toSorted())
    }),
    { numRuns: 25, seed, endOnFailure: true },
  )
})

test('what a curve of a month or a year reads does not grow with how often the gauge speaks', async () => {
  const { tank, deviceId, company, station, petrol, within } = await yard()
  // Every half minute for two days.
  await owned(
    `insert into tank_reading (company_id, station_id, tank_id, product_id, device_id, measured_at, volume_cl)
     select $1, $2, $3, $4, $5, $6::timestamptz - make_interval(secs => 30 * n), 1000000 + n % 997 from generate_series(1, 5760) n`,
    [company.id, station.id, tank.id, petrol.id, deviceId, at(0)],
  )
  await owned('analyze tank_reading')
  await owned('analyze tank_level_hour')
  const { run } = handlerOf(tankLevels)
  const read = (length: number) =>
    within(async ctx => {
      const tuples = async () => {
        const { rows } = await sql<{ read: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
          where relname in ('tank_reading', 'tank_level_hour')`.execute(ctx.tx)
        return rows[0]!.read
      }
      const before = await tuples()
      const curve = await run(ctx, { id: tank.id, query: { startTime: at(-length), endTime: at(0) } })
      return { read: (await tuples()) - before, readings: (curve as Returned<typeof tankLevels>).readings }
    })
  for (const days of [30, 366]) {
    const { read: tuples, readings } = await read(days * day)
    expect(readings).toBe(5760)
    expect(tuples).toBeLessThan(2 * 24 + 10)
  }
})
