import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Line } from './line.ts'
import { centsOf, SimulatedSite, type Passed, type SiteLayout, type Sold } from './site.ts'
import type { Faults } from './faults.ts'
import { heightAt, shapeOf, volumeAt } from './tank-shape.ts'

const person = (role: 'station_leader' | 'station_master' | 'admin') => ({ id: 1, role, companyCode: 'c', mobile: '1', password: 'p' })
const layout: SiteLayout = {
  code: 'east',
  stationId: 1,
  zone: 'Asia/Shanghai',
  customersPerDay: 400,
  presets: [100, 200, 300],
  nozzles: [
    { id: 11, logicNo: 1, dispenser: 1, productId: 92, tankId: 1, priceCents: 768, totaliserCl: 1_000_00 },
    { id: 12, logicNo: 2, dispenser: 1, productId: 95, tankId: 2, priceCents: 818, totaliserCl: 2_000_00 },
    { id: 13, logicNo: 3, dispenser: 2, productId: 92, tankId: 1, priceCents: 768, totaliserCl: 3_000_00 },
    { id: 14, logicNo: 4, dispenser: 3, productId: 95, tankId: 2, priceCents: 818, totaliserCl: 4_000_00 },
  ],
  tanks: [
    { id: 1, number: 1, productId: 92, maxVolumeCl: 30_000_00, volumeCl: 15_000_00, waterHeightMm: 8 },
    { id: 2, number: 2, productId: 95, maxVolumeCl: 20_000_00, volumeCl: 12_000_00, waterHeightMm: 12 },
  ],
  shop: { customersPerDay: 80, items: [{ id: 31, code: 'TEA', priceCents: 400 }] },
  controller: { id: 21, credential: '', nextSequence: 1 },
  till: { id: 22, credential: '', nextSequence: 1 },
  leader: person('station_leader'),
  master: person('station_master'),
  office: person('admin'),
  employeeIds: [5, 6, 7],
  handovers: [6, 14, 22],
}
const monday = Date.parse('2026-03-02T00:00:00+08:00')
const hour = 3_600_000
const week = 7 * 24 * hour

function weekOf(faults: Faults = {}, stepMs = hour, seed = 7) {
  const site = new SimulatedSite(layout, seed, monday, faults, ({ at }) => (at % 3 ? undefined : { payType: 'card', cardNumber: 'P-1' }))
  const passed: Passed[] = []
  for (let at = monday + stepMs; at <= monday + week; at += stepMs) passed.push(site.advance(at))
  const all = <K extends 'sold' | 'readings' | 'deliveries'>(kind: K) => passed.flatMap(each => each[kind] as Passed[K][number][])
  return { site, sold: all('sold'), readings: all('readings'), deliveries: all('deliveries') }
}
const litres = (sold: readonly Sold[]) => sold.reduce((sum, { sale }) => sum + (sale.lineItems[0]!.volumeCl ?? 0), 0)

describe('a station', () => {
  test('is the same week however often one looks: sales, readings and deliveries', () => {
    const { sold, readings, deliveries } = weekOf()
    const seldom = weekOf({}, 8 * hour)
    expect([seldom.sold.toSorted((a, b) => a.at - b.at), seldom.readings, seldom.deliveries]).toEqual([
      sold.toSorted((a, b) => a.at - b.at),
      readings,
      deliveries,
    ])
    expect(weekOf({}, hour, 8).sold).not.toEqual(sold)
  })

  test('sells some 400 times a day at the pumps and some 80 in its shop, and its devices number their sales from one', () => {
    const { sold } = weekOf()
    for (const [by, least, most] of [
      ['controller', 2400, 3200],
      ['till', 450, 670],
    ] as const) {
      const own = sold.filter(each => each.by === by)
      expect(own.length).toBeGreaterThan(least)
      expect(own.length).toBeLessThan(most)
      expect(own.map(({ sale }) => sale.sequence).toSorted((a, b) => a - b)).toEqual(own.map((_, turn) => turn + 1))
    }
  })

  test('what was in the tanks and came into them is what is left and what was sold; tankers come twice or thrice a week', () => {
    const { site, sold, deliveries } = weekOf()
    const before = layout.tanks.reduce((sum, { volumeCl }) => sum + volumeCl, 0)
    const received = deliveries.reduce((sum, { notedCl }) => sum + notedCl, 0)
    expect(layout.tanks.reduce((sum, { id }) => sum + site.tanks.volumeCl(id), 0)).toBe(before + received - litres(sold))
    expect(deliveries.length).toBeGreaterThanOrEqual(4)
    expect(deliveries.length).toBeLessThanOrEqual(7)
  })

  test('the gauge is never further off than its noise, never still, and no tank runs dry or over', () => {
    const { readings } = weekOf()
    expect(readings.length).toBe(2 * 7 * 24 * 6)
    expect(new Set(readings.map(({ temperature }) => temperature)).size).toBeGreaterThan(5)
    for (const { number, volumeCl, oilHeightMm, waterHeightMm } of readings) {
      const { maxVolumeCl } = layout.tanks.find(tank => tank.number === number)!
      expect(volumeCl).toBeGreaterThan(500_00)
      expect(volumeCl).toBeLessThan(maxVolumeCl)
      // Fuel stands upon the water: what is told of it is what lies between the two heights.
      const shape = shapeOf(maxVolumeCl)
      expect(Math.abs(volumeAt(shape, oilHeightMm) - volumeAt(shape, waterHeightMm) - volumeCl)).toBeLessThan(10_00)
      expect(oilHeightMm).toBeGreaterThan(waterHeightMm)
    }
  })
})

describe('a station that asks for cards before fuel flows', () => {
  const ways = ({ at }: { at: number }) => (at % 3 ? undefined : ({ payType: 'card', cardNumber: 'P-1' } as const))
  /** Three of four may pay, one of them no more than ten litres. */
  function asking(stepMs = hour, faults: Faults = {}) {
    const site = new SimulatedSite(layout, 7, monday, faults, ways, true)
    const sold: Sold[] = []
    let id = 0
    for (let to = monday + stepMs; to <= monday + week; to += stepMs)
      do {
        for (const each of site.asking) {
          const { volumeCl } = each
          if (++id % 4 === 0) site.decline(each, 'card.dayLimit')
          else site.approve(each, { id, approvedCl: id % 4 === 1 ? Math.min(10_00, volumeCl) : volumeCl, fillPriceCents: 700 })
        }
        sold.push(...site.advance(to).sold)
      } while (site.asking.length > 0)
    return { site, sold: sold.toSorted((one, other) => one.at - other.at) }
  }
  const { site, sold } = asking()
  const held = sold.filter(({ sale }) => sale.authorisationId !== undefined)

  test('is the same week however often one looks', () => {
    expect(asking(8 * hour).sold).toEqual(sold)
  })

  test('charges what was approved, at the price that the answer says, and runs no further', () => {
    expect(held.length).toBeGreaterThan(300)
    for (const { sale } of held) {
      expect(sale).toMatchObject({ payType: 'card', cardNumber: 'P-1', lineItems: [{ priceCents: 700 }] })
      if (sale.authorisationId! % 4 === 1) expect(sale.lineItems[0]!.volumeCl).toBeLessThanOrEqual(10_00)
      expect(site.log.approved.get(sale.authorisationId!)).toBe(centsOf(sale))
    }
  })

  test('has customers who pay otherwise, or drive away, when their card may not pay', () => {
    const left = site.log.declined.filter(({ then }) => then === 'droveAway')
    expect(left.length).toBeGreaterThan(site.log.declined.length * 0.2)
    expect(left.length).toBeLessThan(site.log.declined.length * 0.4)
    expect(sold.filter(({ sale }) => sale.payType === 'card')).toHaveLength(held.length)
  })

  test('tells the fill of a card that was pulled early later, and the same', () => {
    const pulled = asking(hour, { pulledEarly: 0.1 })
    const late = pulled.sold.filter(({ at, notBefore }) => notBefore > at)
    expect(late.length).toBeGreaterThan(20)
    expect(late.every(({ sale }) => sale.authorisationId !== undefined)).toBe(true)
    expect(pulled.sold.map(({ sale }) => sale)).toEqual(sold.map(({ sale }) => sale))
    expect(pulled.site.log.sum('cents', ({ fault }) => fault === 'pulledEarly')).toBeGreaterThanOrEqual(
      late.reduce((sum, { sale }) => sum + centsOf(sale), 0),
    )
  })
})

describe('a fault', () => {
  const { site: whole, sold: truly } = weekOf()
  const left = ({ tanks }: SimulatedSite) => layout.tanks.map(({ id }) => tanks.volumeCl(id))
  const lostCl = (site: SimulatedSite) => left(whole).reduce((sum, cl, at) => sum + cl - left(site)[at]!, 0)

  test('of a meter, a leak and a short delivery is what the tanks lack, to the centilitre, as its log says', () => {
    for (const faults of [{ meterDrift: 5 }, { leak: 1 }, { shortDelivery: 1 }]) {
      const { site } = weekOf(faults)
      const [name] = Object.keys(faults)
      const logged = site.log.sum('volumeCl', () => true)
      expect(site.log.faults.every(({ fault }) => fault === name)).toBe(true)
      expect(logged).toBeGreaterThan(0)
      // A tank that sinks faster is filled sooner, with more: what it lacks is held against what came into it.
      const { deliveries, sold } = weekOf(faults)
      const received = deliveries.reduce((sum, { notedCl }) => sum + notedCl, 0)
      const before = layout.tanks.reduce((sum, { volumeCl }) => sum + volumeCl, 0)
      expect(left(site).reduce((sum, cl) => sum + cl, 0)).toBe(before + received - litres(sold) - logged)
    }
  })

  test('of a pump that sold alone is what no device has told, in litres and money', () => {
    const { site, sold } = weekOf({ standAlone: 0.05 })
    const missing = site.log.sum('volumeCl', ({ fault }) => fault === 'standAlone')
    expect(litres(truly) - litres(sold)).toBe(missing)
    const cents = (of: readonly Sold[]) => of.reduce((sum, { sale }) => sum + centsOf(sale), 0)
    expect(cents(truly) - cents(sold)).toBe(site.log.sum('cents', () => true))
    expect(lostCl(site)).toBe(0)
  })

  test('of a card that was pulled early is a sale that nobody has paid', () => {
    const { site, sold } = weekOf({ cardPulled: 0.5 })
    const open = sold.filter(({ sale }) => sale.payType === undefined)
    expect(open.length).toBeGreaterThan(100)
    expect(open.reduce((sum, { sale }) => sum + centsOf(sale), 0)).toBe(site.log.sum('cents', () => true))
  })

  test('of a stuck fuelling is a sale that is told later, and no other', () => {
    const { sold } = weekOf({ stuck: 0.1 })
    const late = sold.filter(({ at, notBefore }) => notBefore > at)
    expect(late.length).toBeGreaterThan(100)
    expect(sold.map(({ sale }) => sale)).toEqual(truly.map(({ sale }) => sale))
    const site = new SimulatedSite(layout, 7, monday, { stuck: 1 })
    const passed = site.advance(monday + 9 * hour)
    const last = passed.sold.filter(({ by, notBefore }) => by === 'controller' && notBefore > monday + 9 * hour)
    expect(last.length).toBeGreaterThan(0)
    for (const { sale } of last)
      expect(passed.states.get(layout.nozzles.find(({ id }) => id === sale.nozzleControlId)!.logicNo)).toBe('busy')
    expect([...site.advance(monday + 9 * hour + 121 * 60_000).states.values()]).toContain('idle')
  })
})

test('whatever the line does, everything that was said arrives, and without faults once and in its order', () => {
  const rate = fc.double({ min: 0, max: 0.9, noNaN: true })
  const faults = fc.record({ lost: rate, repeated: rate, late: rate, shuffled: rate, offline: fc.double({ min: 0, max: 6, noNaN: true }) })
  fc.assert(
    fc.property(fc.integer(), faults, fc.integer({ min: 1, max: 200 }), (seed, rates, count) => {
      const said = Array.from({ length: count }, (_, turn) => turn)
      const through = (of: Faults) => {
        const line = new Line<number>(seed, 'east/controller', of, 0)
        const arrived: number[] = []
        for (const message of said) {
          line.say(message, message * 600_000)
          arrived.push(...line.leaving(message * 600_000))
        }
        return [...arrived, ...line.rest()]
      }
      expect([...new Set(through(rates))].toSorted((a, b) => a - b)).toEqual(said)
      expect(through({})).toEqual(said)
    }),
    { seed: 11, numRuns: 200 },
  )
})

test('a tank is as full as its height says, from the bottom to the top', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_000_00, max: 60_000_00 }), fc.double({ min: 0, max: 1, noNaN: true }), (maxVolumeCl, full) => {
      const shape = shapeOf(maxVolumeCl)
      const height = heightAt(shape, full * maxVolumeCl)
      expect(height).toBeGreaterThanOrEqual(0)
      expect(height).toBeLessThanOrEqual(shape.diameterMm)
      // A millimetre at the widest place.
      expect(Math.abs(volumeAt(shape, height) - full * maxVolumeCl)).toBeLessThanOrEqual((maxVolumeCl * 4) / (Math.PI * shape.diameterMm))
    }),
    { seed: 3 },
  )
})
