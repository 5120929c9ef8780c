import { lineItems, orders } from '@forecourt/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '../../testing/database.ts'
import { setTenantScope, type ScopeValue } from '../execution/command.ts'
import { openDatabase, openPool } from '../postgres/database.ts'
import { listOf } from './list.ts'
import { nearTo } from './near.ts'

const fresh = await freshDatabase(inject('cluster'))
await sellFor(75)
const db = openDatabase(openPool(fresh.url, { max: 2 }))
afterAll(async () => {
  await db.destroy()
  await fresh.drop()
})

/** Two companies of three and two stations: some forty sales a day, some of them in the first and last moment of it, two at once. */
async function sellFor(days: number) {
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  await client.query(`
    set session_replication_role = replica;
    insert into company (id, code, name) select n, 'c' || n, 'c' || n from generate_series(1, 2) n;
    insert into station (id, company_id, code, name) select n, 1 + n % 2, 's' || n, 's' || n from generate_series(10, 14) n;
    insert into sale_order (id, company_id, station_id, order_no, type, status, total_cents, paid_cents, pay_type, created_date,
      received_date, modified_date)
    select n, 1 + station % 2, station, 'N' || n, (n % 211 = 0)::int, status, n % 100, case status when 'success' then n % 100 else 0 end,
      case status when 'success' then (array['cash', 'wx', 'card'])[1 + n % 3] end, at, at, at
    from generate_series(1, ${days * 40}) n, lateral (select 10 + n * 7 % 5 as station, case n % 9 when 0 then 'close' else 'success' end
      as status, '2026-03-01'::timestamp at time zone 'Asia/Shanghai' + n / 40 * interval '1 day' + case n % 40 when 39
      then interval '1 day' - interval '1 millisecond' else n % 40 / 2 * interval '57 minutes' end as at) as sold;
    set session_replication_role = origin`)
  // The last of them wait to be rolled up.
  await client.query(`select set_config('app.companies', '1,2', false)`)
  await client.query(`select statistic_rebuild(company_id, station_id) from statistic_site`)
  await client.query(`insert into sale_order (id, company_id, station_id, order_no, type, status, total_cents, created_date, received_date,
    modified_date) select 100000 + n, 1, 10, 'L' || n, 0, 'open', n, at, at, at
    from generate_series(1, 30) n, lateral (select '2026-04-02T03:00:00Z'::timestamptz + n * interval '1 minute' as at) as late`)
  await client.end()
}

const zone = 'Asia/Shanghai'
const sights: Record<string, ScopeValue> = {
  'of both companies': { companyIds: [1, 2], zone },
  'of one company': { companyIds: [1], zone },
  'of one of their companies': { companyIds: [1, 2], companyId: 1, zone },
  'of some stations': { companyIds: [1, 2], stationIds: [10, 11, 13], zone },
  'of one station': { companyIds: [1], stationIds: [10], stationId: 10, zone },
  'by another clock': { companyIds: [1, 2], zone: 'UTC' },
}
const among = ({ companyIds, companyId, stationIds }: ScopeValue) =>
  [`company_id in (${companyId ?? companyIds.join()})`, ...(stationIds ? [`station_id in (${stationIds.join()})`] : [])].join(' and ')
const filters: Record<string, string> = {
  '': 'true',
  'status:success': `status = 'success'`,
  'payType:[wx|null]': `(pay_type = 'wx' or pay_type is null)`,
  'createdDate>=2026-03-10,createdDate<=2026-05-20': `(created_date at time zone $zone)::date between '2026-03-10' and '2026-05-20'`,
  'totalCents>20': 'total_cents > 20',
  'type:1': 'type = 1',
  'type:1,createdDate>=2026-03-10,createdDate<=2026-05-20': `type = 1
    and (created_date at time zone $zone)::date between '2026-03-10' and '2026-05-20'`,
  'payType:gift': `pay_type = 'gift'`,
  'status:open': `status = 'open'`,
  'station.id:10': 'station_id = 10',
  'station.id:(10|12),status:close': `station_id in (10, 12) and status = 'close'`,
  'stationId:10,type:(0|1),createdDate>=2026-03-10': `station_id = 10
    and (created_date at time zone $zone)::date >= '2026-03-10'`,
}

test.each(Object.entries(sights))('every page is what walking there would show, %s', { timeout: 60_000 }, async (_, scope) => {
  await db.transaction().execute(async tx => {
    await setTenantScope(tx, scope.companyIds)
    for (const [search, condition] of Object.entries(filters))
      for (const direction of ['desc', 'asc']) {
        const { rows: all } = await sql<{
          id: number
        }>`select id from sale_order where ${sql.raw(`${among(scope)} and ${condition.replaceAll('$zone', `'${scope.zone}'`)}`)}
          order by created_date ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(tx)
        const ids = all.map(({ id }) => id)
        for (const page of [0, 3, 5, 11, Math.floor(ids.length / 100), Math.ceil(ids.length / 100)]) {
          const query = { search, sort: `createdDate,${direction}`, size: 100, page }
          const { content, totalElements } = await listOf(tx, orders, query, scope)
          const shown = content.map(({ id }) => id)
          expect([query, totalElements, shown]).toEqual([query, ids.length, ids.slice(page * 100, page * 100 + 100)])
        }
      }
  })
})

test('a page far down is found by counting days, where the statistics answer the filter and days are the caller’s', async () => {
  await db.transaction().execute(async tx => {
    await setTenantScope(tx, [1, 2])
    const far = (search: string, scope = sights['of both companies']!, of: typeof orders | typeof lineItems = orders) =>
      nearTo(tx, of, { search, skip: 2000, size: 15 }, scope)
    expect((await far(''))!.skip).toBeLessThan(80)
    expect((await far('status:success'))!.skip).toBeLessThan(80)
    expect((await far('station.id:(10|11|12|13)'))!.skip).toBeLessThan(80)
    expect(await far('totalCents>20')).toBeUndefined()
    expect(await far('', sights['by another clock'])).toBeUndefined()
    expect(await far('', sights['of both companies'], lineItems)).toBeUndefined()
  })
})

test('what is rare is read from its days, and what there is none of is not looked for', async () => {
  await db.transaction().execute(async tx => {
    await setTenantScope(tx, [1, 2])
    const first = (search: string, scope = 'of both companies') => nearTo(tx, orders, { search, skip: 0, size: 5 }, sights[scope]!)
    const rare = await first('type:1')
    expect(rare).toMatchObject({ skip: 0, total: 14 })
    expect(rare!.spans.length).toBeLessThanOrEqual(5)
    for (const none of ['payType:gift', 'status:lock,type:0', 'station.id:99', 'type:1,createdDate:2026-03-02'])
      expect([none, await first(none)]).toMatchObject([none, { spans: [], total: 0 }])
    expect(await first('payType:gift', 'by another clock')).toMatchObject({ spans: [], total: 0 })
    // Simply the first rows in their order.
    expect(await first('')).toBeUndefined()
    expect(await first('createdDate:2026-03-10')).toBeUndefined()
  })
})
