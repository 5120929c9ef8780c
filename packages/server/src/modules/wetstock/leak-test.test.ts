import { tankLeakTest } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { onDay, quietShop, type Night, type QuietShop } from '../../testing/quiet-tank.ts'
import { noon, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const days = 12
const tested = async (it: QuietShop, day = days, id = it.tankId) => {
  setClock(onDay(day, '00:00'))
  return it.lin.call(tankLeakTest, { id })
}
async function month(night: Night = {}) {
  const it = await quietShop()
  await it.tell({ days, ...night })
  return it
}

// @req FUE-035
test('a tank that loses a litre an hour at night is leaky, one that loses nothing is tight, and every stretch is told', async () => {
  const leaking = await tested(await month({ leakClPerHour: 1_00 }))
  expect(leaking).toMatchObject({ verdict: 'leak', reason: null, byDensity: false, missingHours: 0, missingStretches: 0 })
  expect(Math.abs(leaking.found!.rate - 100)).toBeLessThan(leaking.found!.threshold)
  expect(leaking.found!.detectable).toBeCloseTo(2 * leaking.found!.threshold, 9)
  expect(leaking.stretches.length).toBeGreaterThanOrEqual(days)
  expect(leaking.power.at(-1)!.chance).toBeGreaterThan(0.97)
  const tight = await tested(await month())
  expect(tight.verdict).toBe('tight')
  expect(tight.stretches[0]).toMatchObject({ readings: expect.any(Number), volumeCl: expect.any(Number) })
  expect(tight.from).toBe(onDay(days - 31, '00:00').toISOString())
})

test('what was sold at night ends a stretch, and its volume is no leak', async () => {
  const it = await month()
  const before = await tested(it)
  await it.sell(3, '03:00', 30_00)
  await it.sell(3, '03:20', 30_00)
  const after = await tested(it)
  expect(after.stretches.length).toBe(before.stretches.length + 1)
  const around = after.stretches.filter(one => one.from >= onDay(2, '22:00').toISOString() && one.until <= onDay(3, '06:00').toISOString())
  expect(around.map(({ from, until }) => [from, until].map(moment => moment.slice(11, 16)))).toEqual([
    ['14:00', '18:50'],
    ['19:30', '21:50'],
  ])
  expect(after.verdict).toBe('tight')
})

test('with the density of the last load volumes are brought to the reference temperature', async () => {
  const it = await month({ leakClPerHour: 1_00 })
  setClock(onDay(days, '00:00'))
  await it.rows(
    `insert into delivery (company_id, station_id, tank_id, product_id, begin_time, end_time, before_volume_cl, after_volume_cl, density,
       density_kind)
     select company_id, station_id, id, product_id, $2, $3, 0, 100000, 745, 'standard' from tank where id = $1`,
    [it.tankId, onDay(2, '22:30'), onDay(2, '23:00')],
  )
  const { byDensity, verdict, stretches } = await tested(it)
  expect({ byDensity, verdict }).toEqual({ byDensity: true, verdict: 'leak' })
  // Until what came has settled, nothing is judged.
  expect(stretches.filter(({ from }) => from > onDay(2, '22:20').toISOString() && from < onDay(3, '03:00').toISOString())).toEqual([])
})

test('connected tanks are tested together, and where one of them says nothing nobody knows', async () => {
  const it = await month({ leakClPerHour: 1_00 })
  const { id: other } = await forecourt(it).tank(it.nozzle.productId)
  await it.rows(`update tank set manifold = 'A' where id = any($1)`, [[it.tankId, other]])
  expect(await tested(it)).toMatchObject({ verdict: 'unknown', hours: 0, missingStretches: 5, reason: 'noTemperature' })
  await it.tell({ days, leakClPerHour: 1_00 }, other)
  const together = await tested(it, days, other)
  expect(together).toMatchObject({ verdict: 'leak', tanks: [{ id: it.tankId }, { id: other }] })
  expect(Math.abs(together.found!.rate - 200)).toBeLessThan(together.found!.threshold)
})

test('a tank without readings is unknown, says what is missing, and no stranger sees it', async () => {
  const it = await quietShop()
  expect(await tested(it)).toMatchObject({ verdict: 'unknown', hours: 0, missingHours: 10, missingStretches: 5, found: null, power: [] })
  const stranger = await (await world()).staff({ role: 'admin' })
  expect(await stranger.refused(tankLeakTest, { id: it.tankId })).toBe('notFound')
})
