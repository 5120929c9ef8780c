import { clockFaults, orders } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { chosen, visible } from '../../platform/search/scope.ts'
import { statesAt } from '../shift/index.ts'
import { markedRowsForUpdate, moveRows, type MarkedKind, type MovedRow } from './clock-rows.ts'

/** So many are corrected at once; the call says how many are left. */
const atOnceMax = 1000

/** Sales that a fault has marked and nobody has corrected, of the stations that the caller sees. */
export const stillMarked = ({ tx, scope }: Ctx) => sql`clock_fault_id is not null and ${visible(orders, scope)}
  and ${chosen(orders, scope) ?? sql`true`}
  and not exists (select from clock_corrected_sale done where done.order_id = sale_order.id and ${inScope(tx, 'done.company_id')})`

interface Marked {
  readonly id: number
  readonly stationId: number
  readonly receivedDate: string
  readonly createdDate: string
  readonly deviceDate: string | null
  readonly shiftId: number
  readonly belongsShiftId: number | null
  readonly settled: boolean
}
interface Corrected extends Marked {
  readonly receivedAfter: string
  readonly createdAfter: string
}

interface Plan {
  readonly sales: readonly Corrected[]
  readonly rows: readonly MovedRow[]
  readonly left: number
  readonly refusal?: Refusal
}

/** What a correction would move, locked until the transaction ends. @throws notFound, clockFault.running, clockFault.nothingMarked */
async function planned(ctx: Ctx, clockFaultId: number, ms: number): Promise<Plan> {
  const fault = await ctx.tx.selectFrom('clockFault').where('id', '=', clockFaultId).selectAll().executeTakeFirst()
  if (!fault) refuse('notFound', { field: 'clockFaultId' })
  if (fault.endedDate === null) refuse('clockFault.running')
  const marked = await markedForUpdate(ctx, clockFaultId)
  const besides = await markedRowsForUpdate(ctx, clockFaultId, atOnceMax)
  if (marked.sales.length + besides.rows.length === 0) refuse('clockFault.nothingMarked')
  const sales = marked.sales.map(sale => movedBy(sale, ms))
  const rows = besides.rows.map(row => ({ ...row, createdAfter: later(row.createdDate, ms) }))
  const last = Math.max(...[...sales.map(sale => sale.receivedAfter), ...rows.map(row => row.createdAfter)].map(Date.parse))
  const ahead = last > ctx.now.getTime() ? { refusal: new Refusal('clockFault.inFuture', { field: 'movedSeconds' }) } : {}
  return { sales, rows, left: marked.left + besides.left, ...ahead }
}

const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

/**
 * Moves the dates of what a fault has marked. What the server dated moves; what a device dated stays, unless it would lie after the sale
 * was received. A sale goes into the shift of its new moment, unless it is counted in one that is settled: that one reads as it did, and
 * the sale keeps its dates there. Payments and refunds stay with the shift that took or gave the money. The book and its entries do not
 * move.
 * @throws notFound, clockFault.running, clockFault.nothingMarked, clockFault.inFuture
 */
const correct = handle(clockFaults.correct, async (ctx, { body: { clockFaultId, movedSeconds, reason } }) => {
  const { sales, rows, left, refusal } = await planned(ctx, clockFaultId, movedSeconds * 1000)
  if (refusal) throw refusal

  const { id } = await ctx.tx
    .insertInto('clockCorrection')
    .values({ companyId: companyOf(ctx), clockFaultId, movedSeconds, reason, correctedBy: ctx.actor.key, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sales.length) await moveDates(ctx, id, await inShifts(ctx, sales))
  for (const { id: orderId, ...sale } of sales)
    ctx.audit('order.clock.correct', `orders:${orderId}`, {
      clockCorrectionId: id,
      reason,
      settled: sale.settled,
      receivedDate: { before: sale.receivedDate, after: sale.receivedAfter },
      createdDate: { before: sale.createdDate, after: sale.createdAfter },
    })
  await moveRows(ctx, id, reason, rows)
  const settled = [...sales, ...rows].filter(each => each.settled).length
  return { id, corrected: sales.length + rows.length - settled, settled, left }
})

/** Does it as far as the shifts of the sales, and undoes that. @throws notFound, clockFault.running, clockFault.nothingMarked */
const preview = handle(clockFaults.preview, async (ctx, { body: { clockFaultId, movedSeconds } }) => {
  const { sales, rows, left, refusal } = await planned(ctx, clockFaultId, movedSeconds * 1000)
  await sql`savepoint preview`.execute(ctx.tx)
  const placed = refusal ? sales : await inShifts(ctx, sales)
  await sql`rollback to savepoint preview`.execute(ctx.tx)
  const dates = [
    ...sales.map(({ receivedDate, receivedAfter, settled }) => ({ before: receivedDate, after: receivedAfter, settled })),
    ...rows.map(({ createdDate, createdAfter, settled }) => ({ before: createdDate, after: createdAfter, settled })),
  ].toSorted((one, other) => Date.parse(one.before) - Date.parse(other.before))
  const moving = dates.filter(({ before, after, settled }) => !settled && Date.parse(before) !== Date.parse(after))
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(ctx.actor.zone).toPlainDate().toString()
  const changing = placed.filter((sale, at) => sale.shiftId !== sales[at]!.shiftId)
  const count = (kind: MarkedKind) => rows.filter(row => row.kind === kind).length
  return {
    sales: sales.length,
    payments: count('payment'),
    refunds: count('refund'),
    movements: count('cardMovement'),
    settled: dates.filter(({ settled }) => settled).length,
    shifts: new Set(changing.flatMap(sale => [sale.shiftId, sales.find(({ id }) => id === sale.id)!.shiftId])).size,
    days: new Set(moving.flatMap(({ before, after }) => [dayOf(before), dayOf(after)])).size,
    first: shownDates(dates[0]!),
    last: shownDates(dates.at(-1)!),
    left,
    refusal: refusal?.worded(ctx.meta.language) ?? null,
  }
})

const shownDates = ({ before, after }: { before: string; after: string }) => ({ before: later(before, 0), after })

/** The marked sales of a fault, locked with the shifts that count them. */
async function markedForUpdate(ctx: Ctx, clockFaultId: number): Promise<{ sales: Marked[]; left: number }> {
  const which = sql`clock_fault_id = ${clockFaultId} and ${stillMarked(ctx)}`
  await sql`select id from daily_state where ${inScope(ctx.tx)} and id in (select shift_id from sale_order where ${which})
    order by id for share`.execute(ctx.tx)
  const { rows: sales } = await sql<Marked>`
    select sale_order.id, station_id, received_date, created_date, device_date, shift_id, belongs_shift_id, exists (
      select from daily_state state where state.id = shift_id and ${inScope(ctx.tx, 'state.company_id')}
        and (status = 'closed' and not is_nature_day or settled)) as settled
    from sale_order where ${which} order by sale_order.id limit ${atOnceMax} for update of sale_order`.execute(ctx.tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sale_order where ${which}`.execute(ctx.tx)
  return { sales, left: rows[0]!.count - sales.length }
}

function movedBy(sale: Marked, ms: number): Corrected {
  const at = (instant: string) => new Date(instant).toISOString()
  const received = Date.parse(sale.receivedDate) + ms
  const datedHere = sale.deviceDate !== null || at(sale.createdDate) === at(sale.receivedDate)
  const created = datedHere ? received : Math.min(Date.parse(sale.createdDate), received)
  return { ...sale, receivedAfter: new Date(received).toISOString(), createdAfter: new Date(created).toISOString() }
}

/** Each with the shift of its new moment; what did not move stays where it is. */
async function inShifts(ctx: Ctx, sales: readonly Corrected[]): Promise<Corrected[]> {
  const moving = sales.filter(sale => !sale.settled && Date.parse(sale.createdAfter) !== Date.parse(sale.createdDate))
  if (moving.length === 0) return [...sales]
  const belongsAt = await statesAt(moving.map(({ stationId, createdAfter }) => ({ ctx, stationId, at: new Date(createdAfter) })))
  return sales.map(sale => {
    if (!moving.includes(sale)) return sale
    const { stateId, correctsId } = belongsAt(sale.stationId, new Date(sale.createdAfter))
    return { ...sale, shiftId: stateId, belongsShiftId: correctsId }
  })
}

async function moveDates({ tx }: Ctx, correctionId: number, sales: readonly Corrected[]): Promise<void> {
  const rows = JSON.stringify(
    sales.map(({ id, receivedAfter, createdAfter, shiftId, belongsShiftId, settled }) => ({
      id,
      received: receivedAfter,
      created: createdAfter,
      shift: shiftId,
      belongs: belongsShiftId,
      settled,
    })),
  )
  const moved = sql`jsonb_to_recordset(${rows}) as moved (id bigint, received timestamptz, created timestamptz, shift bigint,
    belongs bigint, settled boolean)`
  await sql`
    insert into clock_corrected_sale (order_id, company_id, station_id, clock_correction_id, received_before, received_after,
      created_before, created_after, settled)
    select sale.id, company_id, station_id, ${correctionId}::bigint, received_date, received, created_date, created, settled
    from sale_order sale join ${moved} using (id) where ${inScope(tx)}`.execute(tx)
  for (const dated of [sql.table('order_line'), sql.table('order_discount')])
    await sql`update ${dated} dated set created_date = created from ${moved}
      where ${inScope(tx, 'dated.company_id')} and dated.order_id = moved.id and not settled and dated.created_date <> created`.execute(tx)
  await sql`update sale_order sale set clock_suspect = device_date is not null,
      received_date = case when settled then received_date else received end,
      created_date = case when settled then created_date else created end,
      shift_id = case when settled then shift_id else shift end,
      belongs_shift_id = case when settled then belongs_shift_id else belongs end,
      late = case when settled then late else belongs is not null end
    from ${moved} where ${inScope(tx, 'sale.company_id')} and sale.id = moved.id`.execute(tx)
}

export const clockCorrectHandlers = [correct, preview]
