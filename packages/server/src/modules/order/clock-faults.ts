import { clockFaults, clockSales, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { byCompany } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { clockCorrectHandlers, stillMarked } from './clock-correct.ts'
import { markedRows } from './clock-rows.ts'

type Running = NonNullable<Returned<typeof clockFaults.status>['running']>
type Waiting = Returned<typeof clockFaults.waiting>['content'][number]

/** The one that is reported: the database's where that is wrong. */
const offset = sql`case cause when 'database' then database_offset_ms else server_offset_ms end`

const status = handle(clockFaults.status, async ctx => {
  const stand = []
  for (const of of byCompany(ctx)) stand.push(await statusIn(of))
  const [{ running }] = stand as [(typeof stand)[number]]
  return { running, marked: stand.reduce((sum, { marked }) => sum + marked, 0) }
})

async function statusIn(ctx: Ctx) {
  const { rows } = await sql<Running & { marked: number }>`
    select running.*, marked from (
      select (select count(*) from sale_order where ${stillMarked(ctx)})::int + (select count(*) from ${markedRows(ctx)})::int as marked
    ) as counted
    left join (
      select id, cause, began_date, ${offset} as offset_ms from clock_fault where ended_date is null order by id limit 1
    ) as running on true`.execute(ctx.tx)
  const { marked, ...running } = rows[0]!
  return { running: running.id === null ? null : { ...running, beganDate: new Date(running.beganDate).toISOString() }, marked }
}

const waitingMost = 100

const waiting = handle(clockFaults.waiting, async ctx => {
  const faults = new Map<number, Waiting>()
  for (const of of byCompany(ctx))
    for (const row of await waitingIn(of)) {
      const known = faults.get(row.id)
      faults.set(row.id, known ? together(known, row) : row)
    }
  return { content: [...faults.values()].toSorted((one, other) => other.id - one.id).slice(0, waitingMost) }
})

/** What one fault has marked in two companies. */
const together = (one: Waiting, other: Waiting): Waiting => ({
  ...one,
  sales: one.sales + other.sales,
  payments: one.payments + other.payments,
  refunds: one.refunds + other.refunds,
  movements: one.movements + other.movements,
  firstDate: one.firstDate < other.firstDate ? one.firstDate : other.firstDate,
})

async function waitingIn(ctx: Ctx): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, cause, began_date, ended_date, (${offset} / 1000)::bigint as offset_seconds, case
        when cause = 'stationAhead' then -server_offset_ms when accepted_date is not null then server_offset_ms else 0 end / 1000
        as proposed_seconds, sales, payments, refunds, movements, first_date
    from clock_fault fault
    join (
      select clock_fault_id, sum(sales)::int as sales, sum(payments)::int as payments, sum(refunds)::int as refunds,
        sum(movements)::int as movements, min(first) as first_date
      from (
        select clock_fault_id, count(*) as sales, 0 as payments, 0 as refunds, 0 as movements, min(received_date) as first
        from sale_order where ${stillMarked(ctx)} group by clock_fault_id
        union all
        select clock_fault_id, 0, count(*) filter (where kind = 'payment'), count(*) filter (where kind = 'refund'),
          count(*) filter (where kind = 'cardMovement'), min(created_date)
        from ${markedRows(ctx)} group by clock_fault_id
      ) as each_kind group by clock_fault_id
    ) as marked on clock_fault_id = fault.id
    order by id desc limit ${waitingMost}`.execute(ctx.tx)
  const iso = (instant: string) => new Date(instant).toISOString()
  return rows.map(row => ({
    ...row,
    beganDate: iso(row.beganDate),
    endedDate: row.endedDate && iso(row.endedDate),
    firstDate: iso(row.firstDate),
  }))
}

/** The server looks for it every second and goes on from its own clock. @throws notFound, clockFault.over, clockFault.databaseDiffers */
const accept = handle(clockFaults.accept, async (ctx, { id }) => {
  const fault = await ctx.tx
    .selectFrom('clockFault')
    .where('id', '=', id)
    .select(['endedDate', 'serverOffsetMs', 'databaseOffsetMs'])
    .forUpdate()
    .executeTakeFirst()
  if (!fault) refuse('notFound')
  if (fault.endedDate !== null) refuse('clockFault.over')
  if (Math.abs(fault.serverOffsetMs - fault.databaseOffsetMs) > apartMaxMs) refuse('clockFault.databaseDiffers')
  await ctx.tx.updateTable('clockFault').set({ acceptedBy: ctx.actor.key, acceptedDate: ctx.now }).where('id', '=', id).execute()
  ctx.audit('clockFault.accept', `clockFaults:${id}`)
  return { id }
})

export const clockFaultHandlers = [status, waiting, ...clockCorrectHandlers, accept, ...crud(clockSales)]
