import { deliveryCockpit, devicePermissions, reportTankReadings } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { at } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const minuteMs = 60_000

/** From 09:00 to 09:20 a tanker unloads so many litres a minute; the gauge is read every minute. */
async function unloading(litresAMinute = 400) {
  const it = await filledShop()
  const { id: deviceId } = await forecourt(it).device({ type: 'dataHub' })
  const gauge = it.as({ kind: 'device', id: deviceId, stationId: it.station.id, permissions: devicePermissions })
  const [{ number }] = (await it.rows<{ number: number }>(`select number from tank where id = $1`, [it.tankId])) as [{ number: number }]
  const tell = async (from: string, until: string, soldFrom: [string, number][] = []) => {
    const readings = []
    for (let ms = at(from).getTime(); ms <= at(until).getTime(); ms += minuteMs) {
      const poured = Math.min(20, Math.max(0, (ms - at('09:00').getTime()) / minuteMs)) * litresAMinute
      const sold = soldFrom.reduce((sum, [clock, litres]) => (at(clock).getTime() <= ms ? sum + litres : sum), 0)
      // What a gauge is off by: up to three litres, one way and the other.
      const off = ((ms / minuteMs) % 3) * 3 - 3
      readings.push({ number, measuredAt: new Date(ms).toISOString(), volumeCl: Math.round((4000 + poured - sold + off) * 100) })
    }
    setClock(at(until))
    await gauge.call(reportTankReadings, { body: { readings } })
  }
  const facts = { beginTime: at('09:00').toISOString(), beforeVolumeCl: 4_000_00, deliveryVolumeCl: 8_000_00 }
  const open = (over: object = {}) => it.record({ ...facts, endTime: null, afterVolumeCl: null, ...over }, '09:01')
  const cockpit = (id: number) => it.lin.call(deliveryCockpit, { id })
  return { ...it, tell, open, cockpit, facts }
}

test('while it unloads the level is shown, and two minutes after it stands still what is short is known', async () => {
  const it = await unloading(398.8)
  const { id } = await it.open()
  await it.tell('08:00', '09:10')
  expect(await it.cockpit(id)).toMatchObject({ byGauge: true, after: null, stillAt: null, observed: null, atReference: null })
  await it.tell('09:11', '09:22')
  const known = await it.cockpit(id)
  expect(known.stillAt).toBe(at('09:20').toISOString())
  expect(known.observed).toMatchObject({ noteCl: 8_000_00, verdict: 'short' })
  expect(Math.abs(known.observed!.differenceCl + 24_00)).toBeLessThan(4_00)
  expect(known.observed!.confidence).toBeGreaterThan(95)
  setClock(noon)
})

test('what is sold while it unloads is taken out, also where it is told late, and moves neither side', async () => {
  const it = await unloading()
  await it.begin('07:00')
  const { id } = await it.open()
  const sold: [string, number][] = [
    ['08:30', 40],
    ['09:05', 60],
    ['09:15', 30],
  ]
  await it.tell('08:00', '09:40', sold)
  const before = await it.cockpit(id)
  expect(before.observed!.verdict).toBe('short')
  for (const [clock, litres] of sold) await it.sellAt(clock, { lineItems: [{ volumeCl: litres * 100 }] })
  setClock(at('09:40'))
  const after = await it.cockpit(id)
  expect(after).toMatchObject({ soldCl: 90_00, observed: { verdict: 'agrees' } })
  expect(Math.abs(after.observed!.differenceCl)).toBeLessThan(4_00)
  expect(Math.abs(after.before.volumeCl - 3_960_00)).toBeLessThan(4_00)
  setClock(noon)
})

test('a load that is as short as heat makes it is called short as observed, and agrees at 20 °C', async () => {
  const it = await unloading(397)
  const warm = { density: 742, densityKind: 'standard', temperature: 26, beforeTemperature: 20, afterTemperature: 24 }
  const { id } = await it.record({ ...it.facts, ...warm, endTime: at('09:25').toISOString(), afterVolumeCl: 11_940_00 }, '09:30')
  await it.tell('08:00', '09:40')
  const { observed, atReference } = await it.cockpit(id)
  expect(observed).toMatchObject({ verdict: 'short' })
  expect(atReference!.differenceCl).toBeGreaterThan(observed!.differenceCl)
  expect(atReference!.uncertaintyCl).toBeGreaterThan(observed!.uncertaintyCl)
  setClock(noon)
})

test('without a gauge the dips are judged, and say how little they know; without a note nothing is', async () => {
  const it = await unloading()
  const { id } = await it.record({ ...it.facts, afterVolumeCl: 11_980_00 })
  const byDips = await it.cockpit(id)
  expect(byDips).toMatchObject({ readings: [], byGauge: false, before: { volumeCl: 4_000_00, count: 1 }, observed: { verdict: 'agrees' } })
  expect(byDips.observed!.uncertaintyCl).toBeGreaterThan(50_00)
  await it.edit(id, { ...it.facts, afterVolumeCl: 11_980_00, deliveryVolumeCl: null })
  expect(await it.cockpit(id)).toMatchObject({ observed: null, atReference: null })
  setClock(noon)
})
