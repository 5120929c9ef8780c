import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Tx } from '../../platform/postgres/database.ts'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift, type BookShop } from '../../testing/tank-book.ts'
import { noon, owned, setClock, tamper } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const sale = (litres: number) => ({ lineItems: [{ volumeCl: litres * 100 }] })

/** Sales of a shift that was settled long ago, put in past every trigger. */
async function manySales({ company, station, nozzle }: BookShop, shiftId: number, count: number) {
  await tamper(
    `with sold as (
      insert into sale_order (company_id, station_id, order_no, shift_id, type, status, total_cents, paid_cents, pay_type, money_flow,
        created_date, received_date, modified_date, nozzle_control_id)
      select $1, $2, 'N' || turn, $3, 0, 'success', 800, 800, 'cash', 'till', at, at, at, $4
      from generate_series(1, $5::int) turn, lateral (select $6::timestamptz + turn * interval '1 millisecond' as at) moment
      returning id, created_date)
    insert into order_line (company_id, station_id, order_id, item_id, category_type, volume_cl, price_cents, amount_cents, created_date)
    select $1, $2, id, $7, 'fuel', 100, 800, 800, created_date from sold`,
    [company.id, station.id, shiftId, nozzle.id, count, at('06:10'), nozzle.itemId],
  )
  for (const table of ['sale_order', 'order_line']) await owned(`analyze ${table}`)
}

/** What this connection has read of sales since its figures were last gathered. */
async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ tuples: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as tuples from pg_stat_xact_user_tables
    where relname in ('sale_order', 'order_line')`.execute(tx)
  return rows[0]!.tuples
}

test('book stock reads the sales since the last settled shift and no others, and those of one shift for a moment in the past', async () => {
  const it = await bookShop()
  const { id: first } = await it.begin('06:00')
  await it.open(10_000_00, { clock: '06:01' })
  await it.sellAt('06:05', sale(10))
  await endShift(it, '07:00')
  await it.sellAt('07:30', sale(10))
  await endShift(it, '08:00')
  for (const clock of ['08:10', '08:20', '08:30']) await it.sellAt(clock, sale(10))
  await manySales(it, first, 20_000)
  const read = (clock: string) =>
    it.within(async ({ tx }) => {
      const before = await readSoFar(tx)
      await sql`select * from tank_books(${it.company.id}::bigint, ${it.station.id}::bigint, ${at(clock)}::timestamptz)`.execute(tx)
      return (await readSoFar(tx)) - before
    })
  // Each sale, its line, and what an index finds besides.
  expect(await read('08:40')).toBeLessThanOrEqual(12)
  expect(await read('07:40')).toBeLessThanOrEqual(4)
  expect(await it.bookAt('08:40')).toBe(9_950_00)
})
