import { differences, fuelInventories, lossCauses, type Losses } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
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
