import { seed } from '../../testing/sampling.ts'
import { orderPayments, statistics } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { db, noon, setClock } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'

const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('sell' as const),
      litres: fc.integer({ min: 1, max: 60 }),
      paid: fc.boolean(),
      hoursAgo: fc.nat(60),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('pay' as const, 'part' as const, 'close' as const, 'refund' as const), place: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('rollUp' as const) }) },
)

/** The same, read from the rows themselves. */
const fromRows = `
  select count(*) filter (where status <> 'close')::int as orders,
    coalesce(sum(total_cents) filter (where status <> 'close'), 0)::int as total,
    (select coalesce(sum(amount_cents - refunded_cents), 0)::int from pay_transaction where company_id = $1) as net
  from sale_order where company_id = $1`

// Invariant I15, with corrections: what is paid, closed or given back moves what was counted.
test('whatever happens to orders, the statistics say what the rows say', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async actions => {
      setClock(noon)
      const it = await shop()
      const made: number[] = []
      const at = (place: number) => made[place % made.length] ?? 0
      for (const each of actions) {
        if (each.act === 'sell') {
          const createdDate = new Date(noon.getTime() - each.hoursAgo * 3_600_000).toISOString()
          const order = { createdDate, lineItems: [{ volumeCl: each.litres * 100 }], ...(each.paid && { payType: 'cash' as const }) }
          made.push((await it.sell(order)).id)
        } else if (each.act === 'rollUp') await rollUp(db)
        else if (each.act === 'refund')
          await it.rows(
            `with back as (update pay_transaction set refunded_cents = amount_cents where order_id = $1 returning order_id)
            update sale_order set refunded_cents = paid_cents where id in (select order_id from back)`,
            [at(each.place)],
          )
        else if (each.act === 'close') await it.lin.send(orderPayments.close, { id: at(each.place), body: { reason: 'drove off' } })
        else await it.lin.send(orderPayments.cash, { id: at(each.place), body: each.act === 'part' ? { amountCents: 1_00 } : {} })

        const query = { from: '2026-04-28', to: '2026-05-01' }
        const [sales] = (await it.lin.call(statistics.sales, { query })).totals
        const [payments] = (await it.lin.call(statistics.payments, { query })).totals
        const [rows] = await it.rows(fromRows, [it.company.id])
        expect({ orders: sales?.orders ?? 0, total: sales?.totalCents ?? 0, net: payments?.netCents ?? 0 }).toEqual(rows)
      }
      const results = await invariantsOf(it)
      expect(results.filter(({ breaches, invariant }) => invariant === 'I15' && breaches > 0)).toEqual([])
    }),
    { numRuns: 12, seed, endOnFailure: true },
  )
})

const delta = fc.record({
  station: fc.nat(2),
  hours_ago: fc.nat(800),
  fact: fc.constantFrom('order', 'line', 'payment', 'card'),
  status: fc.constantFrom('success', 'close', 'open'),
  type: fc.constantFrom(null, 0, 1),
  pay_type: fc.constantFrom(null, 'cash', 'card'),
  thing: fc.constantFrom(null, 1, 2),
  count: fc.constantFrom(-1, 1),
  cents: fc.integer({ min: -500, max: 500 }),
})

// Invariant I15.
test('rolled up by a few at a time, what waits comes to the same aggregates as rolled up all at once', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(delta, { minLength: 1, maxLength: 40 }),
      fc.record({ portion: fc.integer({ min: 1, max: 12 }), atOnce: fc.integer({ min: 1, max: 6 }) }),
      async (deltas, pace) => {
        const it = await shop({ timeZone: 'Asia/Kathmandu' })
        const stations = [it.station.id, (await it.addStation('Riverside West')).id, it.company.id]
        const waits = deltas.map(({ station, ...each }) => ({ ...each, station_id: stations[station] }))
        await rollUp(db)
        await it.rows(
          `insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
            device_id, count, volume_cl, pieces, amount_cents, discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
          select $1, station_id, $2::timestamptz - make_interval(hours => hours_ago), fact, status, type, pay_type, thing, thing, thing,
            thing, count, cents, cents, cents, cents, cents, cents, cents, cents
          from json_to_recordset($3) as waits (station_id bigint, hours_ago int, fact text, status text, type smallint, pay_type text,
            thing bigint, count bigint, cents bigint)`,
          [it.company.id, noon, JSON.stringify(waits)],
        )
        const counted = async (tx: typeof db) => {
          const { rows: cells } = await sql`
            select * from statistic_aggregate where company_id = ${it.company.id}
            order by station_id, fact, dimension, grain, at, key`.execute(tx)
          const { rows: wholes } = await sql`
            select * from statistic_whole where company_id = ${it.company.id} order by fact, grain, at, key`.execute(tx)
          return { cells, wholes }
        }
        const atOnce = await it.within(async ({ tx }) => {
          await sql`savepoint rolled_up`.execute(tx)
          const { rows } =
            await sql`select statistic_roll_up(1000, ${[it.company.id]}::bigint[], ${stations}::bigint[]) as applied`.execute(tx)
          expect(rows).toEqual([{ applied: deltas.length }])
          const all = await counted(tx)
          await sql`rollback to savepoint rolled_up`.execute(tx)
          return all
        })
        await rollUp(db, pace)
        const inPortions = await it.within(({ tx }) => counted(tx))
        expect(inPortions).toEqual(atOnce)
        expect(inPortions.cells.length).toBeGreaterThan(0)
        expect(await it.rows('select from statistic_delta where company_id = $1', [it.company.id])).toEqual([])
      },
    ),
    { numRuns: 12, seed, endOnFailure: true },
  )
})
