import { deliveryCalls, oilInfos } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { at } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

// @req FUE-001 FUE-019
test('a load of 13,600 L on paper that tank and pumps know as 13,555.95 is 44.05 short, with a sale reported late', async () => {
  const it = await filledShop()
  await it.begin('08:00')
  await it.sellAt('08:59', { lineItems: [{ volumeCl: 99_00 }] })
  await it.sellAt('09:00', { lineItems: [{ volumeCl: 200_00 }] })
  const load = { deliveryVolumeCl: 13_600_00, beforeVolumeCl: 8_412_30, afterVolumeCl: 21_655_80 }
  const before = await it.lin.call(deliveryCalls.preview, { body: figuresOf(it.facts(load)) })
  expect(before).toMatchObject({ offloadedCl: 13_243_50, soldCl: 200_00, totalCl: 13_443_50, profitLossCl: -156_50, stopCl: 28_500_00 })
  const { id } = await it.record(load)
  // It was under way at 09:10, and the till sends it after ten.
  await it.sellAt('09:10', { lineItems: [{ volumeCl: 112_45 }] })
  await it.sellAt('09:30', { lineItems: [{ volumeCl: 77_00 }] })
  const { productId } = it.nozzle
  const sums = { offloadedCl: 13_243_50, soldCl: 312_45, totalCl: 13_555_95, profitLossCl: -44_05 }
  expect(await it.shown(id)).toMatchObject({ ...sums, status: 'done', productId })
  const totals = await it.lin.call(oilInfos.totals, { query: {} })
  expect(totals).toMatchObject({ deliveryVolumeCl: 13_600_00, totalCl: 13_555_95, profitLossCl: -44_05 })
  setClock(noon)
})

test('at 20 °C the same load is 3.56 L short and not 44.05, by the formula, and 3.14 by the table: it was heat', async () => {
  const it = await filledShop()
  await it.begin('08:00')
  await it.sellAt('09:10', { lineItems: [{ volumeCl: 312_45 }] })
  const temperatures = { temperature: 27.7, beforeTemperature: 18, afterTemperature: 22.5 }
  const load = { deliveryVolumeCl: 13_600_00, beforeVolumeCl: 8_412_30, afterVolumeCl: 21_655_80, density: 742, densityKind: 'standard' }
  setClock(at('10:00'))
  const preview = await it.lin.call(deliveryCalls.preview, { body: figuresOf(it.facts({ ...load, ...temperatures })) })
  expect(preview.atReference).toMatchObject({ offloadedCl: 13_156_70, totalCl: 13_468_19, profitLossCl: -3_56 })
  const { id } = await it.record({ ...load, ...temperatures })
  const byTable = { standard: 'gbt1885', reference: 20, mode: 'table' }
  await it.rows(`update station set config = config || jsonb_build_object('measurement', $2::jsonb) where id = $1`, [
    it.station.id,
    JSON.stringify(byTable),
  ])
  const { atReference } = await it.lin.call(deliveryCalls.atReference, { id })
  expect(atReference).toMatchObject({ settings: byTable, offloadedCl: 13_156_18, totalCl: 13_467_66, profitLossCl: -3_14 })
  expect(atReference!.volumes.note!.figure).toMatchObject({ table: '60B', mode: 'table', reference: 20 })
  // A temperature that nobody measured is not made up.
  await it.edit(id, { ...load, ...temperatures, afterTemperature: null })
  const unknown = await it.lin.call(deliveryCalls.atReference, { id })
  expect(unknown.atReference).toMatchObject({ profitLossCl: null, volumes: { after: { figure: null } } })
  setClock(noon)
})

test('it is recorded while it unloads, completed when the tank was measured again, and the note may come last', async () => {
  const it = await filledShop()
  const open = await it.record({ endTime: null, afterVolumeCl: null, deliveryVolumeCl: null, docNo: '' }, '09:05')
  expect(open).toMatchObject({ status: 'unloading', offloadedCl: null, totalCl: null, profitLossCl: null })
  setClock(at('10:00'))
  const unloaded = await it.edit(open.id, { deliveryVolumeCl: null })
  expect(unloaded).toMatchObject({ status: 'noteMissing', totalCl: 5_000_00, profitLossCl: null })
  expect(await it.edit(open.id, {})).toMatchObject({ status: 'done', docNo: 'BL-1', profitLossCl: 0 })
  setClock(noon)
})

type It = Awaited<ReturnType<typeof filledShop>>
// The tank holds 30,000 L at most, and is filled to 28,500.
const wrong: [string, (it: It) => object | Promise<object>, string][] = [
  ['ends when it began', () => ({ endTime: at('09:00').toISOString() }), 'delivery.endsBeforeBegin'],
  ['ends before it began', () => ({ endTime: at('08:59').toISOString() }), 'delivery.endsBeforeBegin'],
  ['lies in the future', () => ({ endTime: at('10:01').toISOString() }), 'delivery.inFuture'],
  ['ended and was not measured', () => ({ afterVolumeCl: null }), 'delivery.afterMissing'],
  ['was measured while it unloads', () => ({ endTime: null }), 'delivery.afterMissing'],
  ['found more in the tank than it holds', () => ({ beforeVolumeCl: 30_000_01, afterVolumeCl: 30_000_02 }), 'delivery.beyondTank'],
  ['left more in the tank than it holds', () => ({ afterVolumeCl: 30_000_01 }), 'delivery.beyondTank'],
  ['would rise above the stop level', () => ({ endTime: null, afterVolumeCl: null, deliveryVolumeCl: 27_500_01 }), 'delivery.aboveStop'],
  ['rose above the stop level', () => ({ afterVolumeCl: 28_500_01 }), 'delivery.overfilled'],
  ['rose above it, without a reason', () => ({ afterVolumeCl: 28_500_01, incident: 'overfill' }), 'delivery.reasonMissing'],
  ['is called an overfill and is none', () => ({ incident: 'overfill', reason: 'Hose' }), 'delivery.notIncident'],
  ['is called a crossover and is none', () => ({ incident: 'crossover', reason: 'Hose' }), 'delivery.notIncident'],
  ['left less in the tank, without a reason', () => ({ afterVolumeCl: 999_99 }), 'delivery.reasonMissing'],
  ['is of another product', async it => ({ productId: (await forecourt(it).product()).id }), 'delivery.otherProduct'],
  ['is of a product that is not there', () => ({ productId: 1 }), 'notFound'],
  ['goes into a tank that is not there', () => ({ tankId: 1 }), 'notFound'],
  ['has a density below 600', () => ({ density: 599.9 }), 'validation'],
  ['has a density above 1000', () => ({ density: 1000.1 }), 'validation'],
  ['has a note of nothing', () => ({ deliveryVolumeCl: 0 }), 'validation'],
  ['has a fuel height in parts of a millimetre', () => ({ beforeOilHeightMm: 10.5 }), 'validation'],
]

// @req FUE-013 SUP-009
test.each(wrong)('a delivery that %s is refused, and nothing is kept', async (_, over, code) => {
  const it = await filledShop()
  expect(await it.refused(await over(it))).toBe(code)
  expect((await it.lin.call(oilInfos.list, { query: {} })).totalElements).toBe(0)
  setClock(noon)
})

test.each<[string, (it: It) => object | Promise<object>]>([
  ['up to the stop level', () => ({ afterVolumeCl: 28_500_00 })],
  ['a density of 600 and of 1000', () => ({ density: 600 })],
  ['a tank that holds less afterwards, with the reason', () => ({ afterVolumeCl: 999_00, reason: 'Pumped back' })],
  ['an overfill, with the reason', () => ({ afterVolumeCl: 29_000_00, incident: 'overfill', reason: 'Gauge stuck' })],
  [
    'a crossover, with the reason',
    async it => ({ productId: (await forecourt(it).product()).id, incident: 'crossover', reason: 'Wrong hose' }),
  ],
])('what has happened is recorded: %s', async (_, over) => {
  const it = await filledShop()
  const given = await over(it)
  expect(await it.record(given)).toMatchObject(given)
  const incidents = (await it.events()).filter(({ topic }) => topic === 'delivery.incident')
  expect(incidents.length).toBe('incident' in given ? 1 : 0)
  setClock(noon)
})

test('one tanker at a time fills a tank: the other is named, and of two at once one is kept', async () => {
  const it = await filledShop()
  await it.record()
  for (const [from, until] of [
    ['08:00', '09:01'],
    ['09:29', '09:40'],
    ['08:00', '09:50'],
    ['09:10', '09:20'],
  ] as const)
    expect(await it.refused({ beginTime: at(from).toISOString(), endTime: at(until).toISOString() })).toBe('delivery.overlaps')
  await it.record({ beginTime: at('08:30').toISOString(), endTime: at('09:00').toISOString() })
  await it.record({ beginTime: at('09:30').toISOString(), endTime: null, afterVolumeCl: null })
  expect(await it.refused({ beginTime: at('09:50').toISOString(), endTime: at('09:55').toISOString() })).toBe('delivery.overlaps')
  setClock(noon)
})

test('of two that say the same moment at once one is kept', async () => {
  const it = await filledShop()
  setClock(at('10:00'))
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => it.lin.refused(oilInfos.create, { body: it.facts() })))
  expect(outcomes.toSorted()).toEqual(['allowed', 'delivery.overlaps', 'delivery.overlaps', 'delivery.overlaps'])
  setClock(noon)
})

test('its tank stays the one it was recorded for; it may be edited and deleted until its shift is settled', async () => {
  const it = await filledShop()
  const { id } = await it.record()
  const { id: other } = await forecourt(it).tank(it.nozzle.productId)
  const { version } = await it.shown(id)
  const moved = { ...it.facts(), tankId: other, version }
  expect(await it.lin.refused(oilInfos.update, { id, body: moved })).toBe('delivery.tankFixed')
  const stale = { ...it.facts(), version: version - 1 }
  expect(await it.lin.refused(oilInfos.update, { id, body: stale })).toBe('stale')
  expect(await it.edit(id, { beforeTemperature: 18, density: 742 })).toMatchObject({ beforeTemperature: 18, density: 742 })
  await it.lin.call(oilInfos.delete, { id })
  expect(await it.lin.refused(oilInfos.get, { id })).toBe('notFound')
  setClock(noon)
})

/** What a preview is asked with: the figures of a delivery without what names it. */
const figuresOf = ({ docNo: _docNo, ...figures }: ReturnType<It['facts']>) => figures
