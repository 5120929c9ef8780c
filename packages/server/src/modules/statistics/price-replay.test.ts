import { priceReplay } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { rollUp } from '../../maintenance.ts'
import { shop } from '../../testing/order.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))

const dayMs = 86_400_000
const day = (nth: number) => new Date(noon.getTime() + nth * dayMs)
const litres = (nth: number) => nth * 1_00

/** A station that sells once each day, `sold(nth)` litres, and whose price rises by ten cents on the days that are named. */
async function sellEachDay(days: number, sold: (nth: number) => number, raised: readonly number[]) {
  const it = await shop()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  let price = 800
  for (let nth = 0; nth < days; nth++) {
    setClock(day(nth))
    if (raised.includes(nth)) await it.price(it.nozzle.productId, (price += 10), { fromAt: new Date(day(nth).getTime() - 3_600_000) })
    if (sold(nth) > 0) await it.sell({ createdDate: day(nth).toISOString(), lineItems: [{ volumeCl: litres(sold(nth)) }] })
  }
  setClock(day(days))
  await rollUp(it.db)
  const ask = async (candidate: { priceCents: number; costCents?: number }, weeks = 2) => {
    const prices = [{ productId: it.nozzle.productId, ...candidate }]
    return lin.call(priceReplay, { body: { stationIds: [it.station.id], weeks, prices } })
  }
  return { ...it, lin, ask }
}

test('the last two weeks at a candidate price: litres, money, margin, break-even and what the tanks are worth', async () => {
  const { ask, nozzle } = await sellEachDay(15, nth => 30 + nth, [])
  await owned('update tank set measured_at = now(), volume_cl = 2000000 where id = $1', [nozzle.tankId])
  const { from, to, lines } = await ask({ priceCents: 820, costCents: 700 })
  expect([from, to]).toEqual(['2026-05-02', '2026-05-15'])
  // Days 1 to 14: 31 to 44 litres each, 525 together.
  expect(lines).toEqual([
    {
      productId: nozzle.productId,
      productName: expect.any(String),
      litresCl: 525_00,
      soldCents: 525 * 8_00,
      candidateCents: 525 * 8_20,
      moreCents: 525 * 20,
      marginCents: 525 * 1_00,
      candidateMarginCents: 525 * 1_20,
      breakEvenCl: 437_50,
      stockCl: 20_000_00,
      stockMoreCents: 20_000 * 20,
      earlier: null,
    },
  ])
  const [without] = (await ask({ priceCents: 790 })).lines
  expect(without).toMatchObject({ marginCents: null, breakEvenCl: null, moreCents: -525 * 10, stockMoreCents: -20_000 * 10 })
  const [atLoss] = (await ask({ priceCents: 690, costCents: 700 })).lines
  expect(atLoss).toMatchObject({ candidateMarginCents: -525 * 10, breakEvenCl: null })
})

test('earlier rises tell how litres went in the week after, and falls say nothing of a rise', async () => {
  // A tenth fewer after the first rise, as many after the second, a fifth fewer after the third, each against the week before.
  const levels = [100, 90, 90, 72]
  const raised = [10, 30, 50]
  const { ask } = await sellEachDay(62, nth => levels[raised.filter(each => nth >= each).length]!, raised)
  const [rise] = (await ask({ priceCents: 900 })).lines
  expect(rise!.earlier).toEqual({ changes: 3, low: 8200, middle: 9000, high: 9800, inside: 1 })
  const [fall] = (await ask({ priceCents: 700 })).lines
  expect(fall!.earlier).toBeNull()
})

test('changes close to one another, and weeks in which a day has no sales, say nothing', async () => {
  const { ask } = await sellEachDay(105, nth => (nth === 33 ? 0 : 50), [10, 30, 50, 70, 90, 94])
  expect((await ask({ priceCents: 900 })).lines[0]!.earlier).toMatchObject({ changes: 3, low: 10_000, high: 10_000 })
})

test('what is asked of other stations than the one where head office stands is answered all the same', async () => {
  const { station, nozzle, staff, addStation } = await sellEachDay(15, () => 30, [])
  const west = await addStation('Riverside West')
  const prices = [{ productId: nozzle.productId, priceCents: 800 }]
  const boss = await staff({ role: 'admin', over: { stationId: west.id } })
  const litresOf = async (...stationIds: number[]) =>
    (await boss.call(priceReplay, { body: { stationIds, weeks: 2, prices } })).lines[0]!.litresCl
  expect(await litresOf(station.id, west.id)).toBe(14 * 30_00)
  expect(await litresOf(west.id)).toBe(0)
})

test('another company’s stations and fuels are not found, and a cashier may not ask', async () => {
  const { lin, ask, station, nozzle, staff } = await sellEachDay(1, () => 30, [])
  expect((await ask({ priceCents: 800 })).lines).toHaveLength(1)
  const stranger = await world()
  const prices = [{ productId: nozzle.productId, priceCents: 800 }]
  expect(await lin.refused(priceReplay, { body: { stationIds: [stranger.station.id], weeks: 1, prices } })).toBe('notFound')
  const cashier = await staff({ role: 'station_employee', stationIds: [station.id] })
  expect(await cashier.refused(priceReplay, { body: { stationIds: [station.id], weeks: 1, prices } })).toBe('auth.forbidden')
})
