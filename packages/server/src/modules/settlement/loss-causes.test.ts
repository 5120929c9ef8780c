import { differences, fuelInventories, lossCauses, type Losses } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { onDay, putReadings } from '../../testing/quiet-tank.ts'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift, type BookShop } from '../../testing/tank-book.ts'
import { noon, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const sale = (litres: number, totaliserEndCl: number) => ({ lineItems: [{ volumeCl: litres * 100, totaliserEndCl }] })
const dips = (...volumes: (readonly [tankId: number, volumeCl: number])[]) => ({
  tanks: volumes.map(([tankId, volumeCl]) => ({ tankId, volumeCl })),
})
const rowsOf = async (it: BookShop, search: string) =>
  (await it.lin.call(fuelInventories.list, { query: { search: `by:manifold,${search}`, sort: 'endTime' } })).content
const causesOf = (it: BookShop, id: number, period: 'shift' | 'day' | 'month') => it.lin.call(lossCauses, { id, query: { period } })
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
const holds = ({ causes, unexplainedCl, varianceCl, unexplainedCents, varianceCents }: Losses | Losses['shifts'][number]) => {
  expect(sum(causes.map(({ volumeCl }) => volumeCl)) + unexplainedCl!).toBe(varianceCl)
  expect(sum(causes.map(({ amountCents }) => amountCents)) + unexplainedCents!).toBe(varianceCents)
}

/** Three shifts: 60 litres run unsold in the second, and its book is adjusted; a sale of it is told in the third. */
async function threeShifts() {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(10_000_00, { clock: '08:00' })
  await it.sellAt('08:30', sale(100, 1_100_00))
  await endShift(it, '10:00', dips([it.tankId, 9_900_00]))
  await it.sellAt('10:10', sale(50, 1_210_00))
  await it.adjust(-10_00, { clock: '10:40' })
  await endShift(it, '12:00', dips([it.tankId, 9_789_00]))
  await it.sellAt('13:00', sale(20, 1_230_00))
  await endShift(it, '14:00', dips([it.tankId, 9_769_00]))
  return it
}

// @req FUE-021
test('what ran unsold and what was adjusted is told exactly, with the rows that show it, and the rest is unexplained', async () => {
  const it = await threeShifts()
  const rows = (await rowsOf(it, 'period:shift')).filter(row => row.tankId === it.tankId)
  const second = await causesOf(it, rows[1]!.id, 'shift')
  expect(second.varianceCl).toBe(rows[1]!.ownVarianceCl)
  holds(second)
  const found = second.causes.map(({ cause, volumeCl, confidence, nozzleControlId }) => ({ cause, volumeCl, confidence, nozzleControlId }))
  expect(found).toEqual([
    { cause: 'standAlone', volumeCl: -60_00, confidence: 100, nozzleControlId: it.nozzle.id },
    { cause: 'adjustment', volumeCl: 10_00, confidence: 100, nozzleControlId: null },
  ])
  // 9,789 were measured; the book has 9,900 − 50 − 10: 60 ran unsold, 10 are the adjustment, and one litre nobody knows of.
  expect(second).toMatchObject({ varianceCl: -51_00, unexplainedCl: -1_00, currency: 'CNY', temperatureKnown: false, noiseCl: null })
  expect(second.causes[0]!.amountCents).toBe(-60 * 8_00)
  expect(second.causes[0]!.evidence.map(({ of }) => of)).toEqual(['orders', 'orders'])
  expect(second.causes[1]!.evidence).toMatchObject([{ of: 'tankEntries', volumeCl: -10_00, label: 'Counted by hand' }])
  const first = await causesOf(it, rows[0]!.id, 'shift')
  expect(first).toMatchObject({ varianceCl: 0, causes: [], unexplainedCl: 0 })
})

test('a day and a month add the shifts up, and what is not measured is not known', async () => {
  const it = await threeShifts()
  await it.sellAt('14:30', sale(10, 1_240_00))
  await endShift(it, '15:00')
  for (const period of ['day', 'month'] as const) {
    const [row] = (await rowsOf(it, `period:${period}`)).filter(({ tankId }) => tankId === it.tankId)
    const all = await causesOf(it, row!.id, period)
    // The last shift was not measured.
    expect(all).toMatchObject({ varianceCl: null, unexplainedCl: null, unexplainedCents: null })
    expect(all.shifts.map(({ varianceCl }) => varianceCl)).toEqual([0, -51_00, 0, null])
    for (const shift of all.shifts.slice(0, 3)) holds(shift)
    expect(all.causes.map(({ cause, volumeCl }) => [cause, volumeCl])).toEqual([
      ['standAlone', -60_00],
      ['adjustment', 10_00],
    ])
  }
  await it.sellAt('15:10', sale(10, 1_250_00))
  await endShift(it, '16:00', dips([it.tankId, 9_748_00]))
  const [row] = (await rowsOf(it, `period:day`)).filter(({ tankId }) => tankId === it.tankId)
  const day = await causesOf(it, row!.id, 'day')
  expect(day).toMatchObject({ varianceCl: -52_00, unexplainedCl: -2_00 })
  holds(day)
})

test('a sale that is told after its shift was closed is in the book of another: both shifts say so', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(10_000_00, { clock: '08:00' })
  await it.sellAt('08:30', sale(100, 1_100_00))
  await endShift(it, '10:00', dips([it.tankId, 9_860_00]))
  setClock(at('10:30'))
  await it.sellAt('10:30', { ...sale(40, 1_140_00), createdDate: at('09:00').toISOString() })
  await endShift(it, '12:00', dips([it.tankId, 9_860_00]))
  const rows = (await rowsOf(it, 'period:shift')).filter(row => row.tankId === it.tankId)
  const [before, after] = [await causesOf(it, rows[0]!.id, 'shift'), await causesOf(it, rows[1]!.id, 'shift')]
  expect(before).toMatchObject({ varianceCl: -40_00, unexplainedCl: 0, causes: [{ cause: 'otherShift', volumeCl: -40_00 }] })
  expect(after).toMatchObject({ varianceCl: 40_00, unexplainedCl: 0, causes: [{ cause: 'otherShift', volumeCl: 40_00 }] })
})

interface Gone {
  readonly at: Date
  readonly cl: number
  readonly everyMinutes: number
  /** What was measured when a shift ended shows it, too. */
  readonly dipped?: boolean
}
/** Three shifts of a day each, in which nobody sells and so much goes at once; by shift, day and month. */
async function goneAtOnce({ at: moment, cl, everyMinutes, dipped = true }: Gone) {
  const it = await bookShop()
  const { id: deviceId } = await forecourt(it).device({ type: 'dataHub' })
  await it.begin('00:10')
  await it.open(10_000_00, { clock: '00:10' })
  const heldCl = (ms: number, less: number) => 10_000_00 - (ms > moment.getTime() ? less : 0)
  const rows = Array.from({ length: (3 * 1440) / everyMinutes }, (_, step) => {
    const ms = onDay(0, '00:20').getTime() + step * everyMinutes * 60_000
    return { at: new Date(ms).toISOString(), cl: heldCl(ms, cl) + ((step * 7) % 5) * 1_00 - 2_00, celsius: 15 }
  })
  await putReadings({ tankId: it.tankId, deviceId }, rows)
  for (const day of [1, 2, 3]) {
    const end = onDay(day, '00:10')
    setClock(end)
    const measured = dips([it.tankId, heldCl(end.getTime(), dipped ? cl : 0)])
    await it.close(await it.running(), 0, { force: true, startNext: true, ...measured })
  }
  return async (period: 'shift' | 'day' | 'month') => {
    const own = (await rowsOf(it, `period:${period}`)).filter(({ tankId }) => tankId === it.tankId)
    return Promise.all(own.map(({ id }) => causesOf(it, id, period)))
  }
}

// @req FUE-021
test('what went at once while nobody sold stays unexplained, and its time and litres are told in its shift, day and month', async () => {
  const moment = onDay(1, '14:00')
  const told = await goneAtOnce({ at: moment, cl: 48_00, everyMinutes: 10 })
  const shifts = await told('shift')
  expect(shifts.map(({ atOnce }) => atOnce.length)).toEqual([0, 1, 0])
  for (const losses of [shifts[1]!, ...(await told('month'))]) {
    expect(losses).toMatchObject({ varianceCl: -48_00, unexplainedCl: -48_00, causes: [], atOnce: [{}] })
    const [{ from, until, volumeCl }] = losses.atOnce as [Losses['atOnce'][number]]
    expect([Date.parse(from) <= moment.getTime(), Date.parse(until) >= moment.getTime()]).toEqual([true, true])
    expect(Date.parse(until) - Date.parse(from)).toBe(3_600_000)
    expect(Math.abs(volumeCl + 48_00)).toBeLessThan(3_00)
  }
  expect((await told('day')).flatMap(({ atOnce }) => atOnce)).toEqual(shifts[1]!.atOnce)
})

test('what went at once between readings of two shifts is told of the one whose stock shows it, and of none where none does', async () => {
  const gone = { at: onDay(1, '00:15'), cl: 120_00, everyMinutes: 120 }
  const told = await goneAtOnce(gone)
  const shifts = await told('shift')
  expect(shifts.map(({ atOnce }) => atOnce.length)).toEqual([0, 1, 0])
  expect(shifts[1]!.atOnce).toMatchObject([{ from: onDay(0, '22:20').toISOString(), until: onDay(1, '00:20').toISOString() }])
  const undipped = await goneAtOnce({ ...gone, dipped: false })
  expect((await undipped('month')).flatMap(({ atOnce }) => atOnce)).toEqual([])
})

test('connected tanks are one; nobody else sees them, and what is no row is not found', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(10_000_00, { clock: '08:00' })
  await it.open(2_000_00, {}, it.otherTankId)
  await it.rows(`update tank set manifold = 'A' where id in ($1, $2)`, [it.tankId, it.otherTankId])
  await endShift(it, '10:00', dips([it.tankId, 9_000_00], [it.otherTankId, 2_995_00]))
  const [row] = await rowsOf(it, 'period:shift,manifold:A')
  const both = await causesOf(it, row!.id, 'shift')
  expect(both).toMatchObject({ varianceCl: -5_00, unexplainedCl: -5_00, manifold: 'A' })
  expect(new Set(both.tankIds)).toEqual(new Set([it.tankId, it.otherTankId]))
  const stranger = await (await world()).staff({ role: 'admin' })
  expect(await stranger.refused(lossCauses, { id: row!.id, query: {} })).toBe('notFound')
  expect(await it.lin.refused(lossCauses, { id: it.tankId, query: {} })).toBe('notFound')
  const { differences: said } = await it.lin.call(differences.ofShift, { id: row!.classSettleId! })
  expect(said.filter(({ view }) => view === 'tank').every(({ causes }) => causes.length === 0)).toBe(true)
})
