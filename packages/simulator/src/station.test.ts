import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { amountOf, lasts, planOf, standing } from './fuelling.ts'
import { SimulatedStation, type Happening, type Layout } from './station.ts'

const layout: Layout = {
  zone: 'Asia/Shanghai',
  customersPerDay: 400,
  presets: [100, 200, 300],
  nozzles: [
    { id: 11, logicNo: 1, dispenser: 1, productId: 92, priceCents: 768, totaliserCl: 1_000_00 },
    { id: 12, logicNo: 2, dispenser: 1, productId: 95, priceCents: 818, totaliserCl: 2_000_00 },
    { id: 13, logicNo: 3, dispenser: 2, productId: 92, priceCents: 768, totaliserCl: 3_000_00 },
    { id: 14, logicNo: 4, dispenser: 3, productId: 0, priceCents: 735, totaliserCl: 4_000_00 },
  ],
}
const monday = Date.parse('2026-03-02T00:00:00+08:00')
const hour = 3_600_000
const salesIn = (happened: readonly Happening[]) => happened.flatMap(each => (each.kind === 'sale' ? [each] : []))

test('the same seed makes the same day, another one another', () => {
  const day = (seed: number) => new SimulatedStation(layout, seed, monday).advance(monday + 24 * hour)
  expect(day(7)).toEqual(day(7))
  expect(day(8)).not.toEqual(day(7))
})

test('it is the same day however often one looks', () => {
  const station = new SimulatedStation(layout, 7, monday)
  const looks = Array.from({ length: 24 * 60 }, (_, minute) => station.advance(monday + (minute + 1) * 60_000)).flat()
  expect(looks).toEqual(new SimulatedStation(layout, 7, monday).advance(monday + 24 * hour))
})

test('a day has its rush hours and its night, and about as many customers as are expected', () => {
  const sales = salesIn(new SimulatedStation(layout, 3, monday).advance(monday + 24 * hour))
  const between = (from: number, to: number) => sales.filter(({ at }) => at >= monday + from * hour && at < monday + to * hour).length
  expect(sales.length).toBeGreaterThan(300)
  expect(sales.length).toBeLessThan(480)
  expect(between(7, 9)).toBeGreaterThan(4 * between(2, 4))
})

test('what runs through a nozzle is what its totaliser counts, and what its sales say', () => {
  const sales = salesIn(new SimulatedStation(layout, 5, monday).advance(monday + 24 * hour))
  for (const nozzle of layout.nozzles) {
    let totaliser = nozzle.totaliserCl
    for (const { sale } of sales.filter(({ sale: of }) => of.nozzleControlId === nozzle.id)) {
      const [line] = sale.lineItems
      totaliser += line!.volumeCl!
      expect(line).toMatchObject({ totaliserEndCl: totaliser, priceCents: nozzle.priceCents })
    }
  }
})

test('a pump calls, is authorised, starts, runs and hangs again, and two nozzles of one dispenser never run at once', () => {
  const busy = new Map<number, number>()
  const seen = new Map<number, string[]>()
  for (const each of new SimulatedStation(layout, 9, monday).advance(monday + 12 * hour)) {
    if (each.kind !== 'state') continue
    const { dispenser } = layout.nozzles.find(({ logicNo }) => logicNo === each.logicNo)!
    if (each.phase === 'idle') busy.delete(dispenser)
    else expect([each.logicNo, busy.get(dispenser) ?? each.logicNo]).toEqual([each.logicNo, each.logicNo])
    if (each.phase !== 'idle') busy.set(dispenser, each.logicNo)
    seen.set(each.logicNo, [...(seen.get(each.logicNo) ?? []), each.phase])
  }
  for (const phases of seen.values())
    expect(phases.join(' ')).toMatch(/^(calling authorised (started )?fuelling (suspended fuelling )*(idle ?|$))*/)
})

test('a price that changes while fuel runs holds from the next customer on', () => {
  const station = new SimulatedStation(layout, 7, monday + 8 * hour)
  let running: Happening | undefined
  for (let at = monday + 8 * hour; !running; at += 1000) running = station.advance(at).find(({ kind }) => kind === 'running')
  for (const { productId } of layout.nozzles) station.setPrice(productId, 999)
  const sales = salesIn(station.advance(running.at + 2 * hour)).map(({ sale }) => sale.lineItems[0]!.priceCents)
  expect(sales[0]).not.toBe(999)
  expect(sales.slice(6).every(price => price === 999)).toBe(true)
})

test('who comes to look sees a customer soon, even at night', () => {
  const sales = salesIn(new SimulatedStation({ ...layout, waitAtMostMs: 45_000 }, 1, monday + 2 * hour).advance(monday + 3 * hour))
  expect(sales.length).toBeGreaterThan(50)
})

describe('a fuelling', () => {
  test('never runs backwards, and ends at what was asked for', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 3000 }), (seed, priceCents) => {
        const plan = planOf(new Chance(seed), priceCents, [100, 200])
        let before = 0
        for (let at = 0; at < lasts(plan); at += 500) {
          const { volumeCl } = standing(plan, at)!
          expect(volumeCl).toBeGreaterThanOrEqual(before)
          before = volumeCl
        }
        expect(before).toBeLessThanOrEqual(plan.volumeCl)
        expect(standing(plan, lasts(plan) - 1)!.volumeCl).toBeGreaterThanOrEqual(plan.volumeCl - 1)
        expect(standing(plan, lasts(plan))).toBeUndefined()
        if (plan.method === 'amount')
          expect([100_00, 200_00]).toContainEqual(Math.round(amountOf(plan.volumeCl, priceCents) / 10_000) * 10_000)
      }),
      { seed: 5 },
    )
  })
})
