import { expect, test } from 'vitest'
import { setTenantScope } from '../../platform/execution/command.ts'
import { holdsIn, holdsOfEach } from '../../testing/demo.ts'
import { db, owned } from '../../testing/world.ts'
import '../index.ts'
import { proofOf } from '../ledger/index.ts'
import { demoFacts, demoLayout, seedDemo, type DemoFacts } from './index.ts'

const now = new Date('2026-11-20T07:20:00.000Z')
const facts: DemoFacts = await seedDemo(db, now, 'large')
const [riverside] = facts.companies as [(typeof facts.companies)[0]]

test('three stations, one of them in London, sell as many litres a day as stations do, for a week up to now', async () => {
  expect(await demoFacts(db)).toEqual(facts)
  expect(await owned('select code, time_zone from station where company_id = $1 order by code', [riverside.id])).toEqual([
    { code: 'east', time_zone: 'Asia/Shanghai' },
    { code: 'thames', time_zone: 'Europe/London' },
    { code: 'west', time_zone: 'Asia/Shanghai' },
  ])
  const days = await owned<{ code: string; day: string; sales: number; litres: number }>(
    `select station.code, (sale.created_date at time zone time_zone)::date::text as day, count(distinct sale.id)::int as sales,
       sum(volume_cl)::float8 / 100 as litres
     from sale_order sale join station on station.id = sale.station_id join order_line line on line.order_id = sale.id
     where sale.company_id = $1 and (sale.created_date at time zone time_zone)::date between '2026-11-13' and '2026-11-19'
     group by 1, 2 order by 1, 2`,
    [riverside.id],
  )
  expect(days.length).toBe(3 * 7)
  for (const { sales } of days) {
    expect(sales).toBeGreaterThanOrEqual(250)
    expect(sales).toBeLessThanOrEqual(510)
  }
  for (const code of ['east', 'thames', 'west']) {
    const litres = days.filter(of => of.code === code).reduce((sum, of) => sum + of.litres, 0) / 7
    expect(litres).toBeGreaterThan(9500)
    expect(litres).toBeLessThan(15_000)
  }
})

test('its shifts hand over at six, two and ten of each station, and their books hold', async () => {
  const hours = await owned(
    `select distinct station.code, extract(hour from start_time at time zone time_zone)::int as hour
     from daily_state state join station on station.id = state.station_id
     where state.company_id = $1 and not is_nature_day and start_time > '2026-11-14' order by 1, 2`,
    [riverside.id],
  )
  expect(hours).toEqual(['east', 'thames', 'west'].flatMap(code => [6, 14, 22].map(hour => ({ code, hour }))))
  const settled = await owned(
    `select station.code, max(business_day)::text as latest, max(business_day) - min(business_day) + 1 - count(*) as missing
     from day_settle day join station on station.id = day.station_id where day.company_id = $1 group by 1 order by 1`,
    [riverside.id],
  )
  expect(settled).toEqual([
    { code: 'east', latest: '2026-11-17', missing: 0 },
    { code: 'thames', latest: '2026-11-16', missing: 0 },
    { code: 'west', latest: '2026-11-17', missing: 0 },
  ])
  const proof = await db.transaction().execute(async tx => proofOf(await setTenantScope(tx, [riverside.id])))
  expect(proof.filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('tankers came, pumps asked the announced prices, tills were short now and then, and gauges have measured up to now', async () => {
  const received = await owned<{ code: string; times: number }>(
    `select station.code, count(*)::int as times from class_settle_tank tank join class_settle settled on settled.id = tank.class_settle_id
     join station on station.id = settled.station_id
     where tank.company_id = $1 and received_cl > 0 and settled.created_date > '2026-11-13' group by 1 order by 1`,
    [riverside.id],
  )
  expect(received.map(({ code }) => code)).toEqual(['east', 'thames', 'west'])
  for (const { times } of received) expect(times).toBeGreaterThan(1)
  const wrong = await owned('select id from sale_order where company_id = $1 and price_difference and created_date > $2', [
    riverside.id,
    new Date('2026-11-13T16:00:00Z'),
  ])
  expect(wrong).toEqual([])
  const [differing] = await owned<{ shifts: number }>(
    `select count(*)::int as shifts from class_settle where company_id = $1 and difference_cents <> 0 and created_date > '2026-11-13'`,
    [riverside.id],
  )
  expect(differing!.shifts).toBeGreaterThan(5)
  expect(
    await owned('select count(*)::int as stale from tank where company_id = $1 and measured_at < $2', [
      riverside.id,
      new Date(now.getTime() - 40 * 60_000),
    ]),
  ).toEqual([{ stale: 0 }])
})

test('two fills are under way out of cards that were asked, and of one it is not known how it ended, and why', async () => {
  expect(await holdsIn(riverside.id)).toEqual(holdsOfEach)
})

test('the station that goes on selling goes on from its meters and its tanks', async () => {
  const found = (await demoLayout(db, facts, now))!
  expect(found.layout.tanks.length).toBe(5)
  const meters = await owned<{ id: number; cl: number }>(
    `select nozzle_control_id as id, max(totaliser_end_cl) as cl from order_line line join sale_order sale on sale.id = line.order_id
     where sale.station_id = $1 and totaliser_end_cl is not null group by 1`,
    [found.device.stationId],
  )
  expect(new Map(found.layout.nozzles.map(({ id, totaliserCl }) => [id, totaliserCl]))).toEqual(
    new Map(meters.map(({ id, cl }) => [id, cl])),
  )
  const { tanks, nozzles } = found.layout
  for (const { tankId } of nozzles) expect(tanks.map(({ id }) => id)).toContain(tankId)
})
