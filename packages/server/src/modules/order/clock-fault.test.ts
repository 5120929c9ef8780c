import { orders } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { Clock, useClock } from '../../platform/execution/clock.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { proofOf } from '../ledger/index.ts'

const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour
const later = (ms: number) => new Date(noon.getTime() + ms)

/** The clock of the server, of which the test turns the wall clock. */
function turnable() {
  let turned = 0
  const clock = new Clock({ wall: () => later(turned).getTime(), steady: () => 0 })
  useClock(clock)
  return {
    turnBy(ms: number) {
      turned = ms
      clock.now()
    },
  }
}
afterEach(() => {
  useClock(new Clock())
  setClock(noon)
})

type Shop = Awaited<ReturnType<typeof shop>>
const broken = async (it: Shop) => (await it.within(({ tx }) => proofOf(tx))).filter(({ breaches }) => breaches > 0)
const faultsOf = (it: Shop) =>
  it.rows<{ cause: string; server_offset_ms: number }>(
    `select cause, server_offset_ms from clock_fault where id in (select clock_fault_id from sale_order where company_id = $1) order by id`,
    [it.company.id],
  )

test.each([
  ['400 days ahead', 400 * day],
  ['an hour back', -hour],
])('sales that come while the clock of the server is %s are marked by a recorded fault; those after it are not', async (_, jump) => {
  const it = await shop()
  const server = turnable()
  expect(await it.sell()).toMatchObject({ clockSuspect: false })
  server.turnBy(jump)
  const during = await it.sell()
  expect(during).toMatchObject({ clockSuspect: true, receivedDate: noon.toISOString() })
  server.turnBy(0)
  setClock(later(minute))
  expect(await it.sell()).toMatchObject({ clockSuspect: false, receivedDate: later(minute).toISOString() })

  expect((await it.lin.call(orders.list, { query: { search: 'clockSuspect:true' } })).content.map(({ id }) => id)).toEqual([during.id])
  expect(await faultsOf(it)).toEqual([{ cause: 'server', server_offset_ms: jump }])
  expect(await broken(it)).toEqual([])
})

test('seconds between servers are evened out; a station far ahead of clocks that agree follows them back, its sales marked', async () => {
  const it = await shop()
  const received = []
  for (const ms of [0, -100_000, 30_000, 400 * day, 40_000, 50_000]) {
    setClock(later(ms))
    received.push(Date.parse((await it.sell()).receivedDate) - noon.getTime())
  }
  expect(received).toEqual([0, 0, 30_000, 400 * day, 40_000, 50_000])
  const { content } = await it.lin.call(orders.list, { query: { search: 'clockSuspect:true' } })
  expect(content).toMatchObject([{ receivedDate: later(400 * day).toISOString() }])
  expect(await faultsOf(it)).toEqual([{ cause: 'stationAhead', server_offset_ms: 400 * day - 40_000 }])
  expect(await broken(it)).toEqual([])
})

test('a station is not taken back while the clocks differ', async () => {
  const it = await shop()
  await it.sell()
  const server = turnable()
  server.turnBy(-hour)
  setClock(later(-hour))
  expect(await it.sell()).toMatchObject({ clockSuspect: true, receivedDate: noon.toISOString() })
  expect(await broken(it)).toEqual([])
})

test('a date that was turned back by hand, a mark without its fault, and a sale dated after it came are named', async () => {
  const it = await shop()
  const [one, two, three] = [await it.sell(), await it.sell(), await it.sell()]
  await it.rows(`update sale_order set received_date = received_date - interval '1 hour' where id = $1`, [two.id])
  expect(await broken(it)).toMatchObject([{ invariant: 'I31', breaches: 1, examples: [`order ${two.orderNo}`] }])
  await it.rows('update sale_order set clock_fault_id = 1, clock_suspect = true where id = $1', [two.id])
  expect(await broken(it)).toMatchObject([{ invariant: 'I31', breaches: 1, examples: [`order ${two.orderNo}`] }])
  await it.rows(`update sale_order set created_date = received_date + interval '1 second' where id = $1`, [three.id])
  expect((await broken(it)).filter(({ invariant }) => invariant === 'I31')).toMatchObject([{ examples: [`order ${three.orderNo}`] }, {}])
  expect(one.clockSuspect).toBe(false)
})
