import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

/** What was unloaded into a tank and is in no settlement yet. */
export interface Received {
  readonly tankId: number
  readonly id: number
  readonly docNo: string
  readonly at: string
  /** What was signed for of its load; else by its note, or as it was measured. Of a correction: less what the corrected one has counted. */
  readonly receivedCl: number
  /** Of the tank, while it was filled. */
  readonly soldCl: number
  /** What it makes the tank differ by, with the other sign. */
  readonly profitLossCl: number | null
  /** The delivery itself was counted before: only what sales that were told since add to it. */
  readonly late?: true
}
interface Site {
  readonly id: number
  readonly stationId: number
}

/**
 * Deliveries of a station, and what sales that these shifts count, and that came late, add to deliveries that were settled without a note.
 * @source decisions WS10
 */
async function received(tx: Tx, stationId: number, which: RawBuilder<unknown>, states: RawBuilder<unknown>): Promise<Received[]> {
  const { rows } = await sql<Omit<Received, 'late'> & { isLate: boolean }>`
    select tank_id, id, doc_no, end_time as at, sold_cl, received_cl,
      case when takes_back_cl is not null then -received_cl
        when coalesce(signed_cl, delivery_volume_cl) is not null then total_cl - received_cl end as profit_loss_cl,
      false as is_late
    from ${scoped(tx, 'delivery_state')} delivery cross join lateral (
      select coalesce(settled_received_cl,
        coalesce(signed_cl, delivery_volume_cl, total_cl) - coalesce(takes_back_cl, 0)) as received_cl) as counted
    where ${which}
    union all
    select late.tank_id, late.delivery_id, delivery.doc_no, delivery.end_time, sum(late.cl)::bigint, sum(late.cl)::bigint,
      -sum(late.cl)::bigint, true
    from ${scoped(tx, 'station')} station
    cross join lateral delivery_late_in(station.company_id, array(${states})) late
    join ${scoped(tx, 'delivery')} delivery on delivery.id = late.delivery_id
    where station.id = ${stationId}
    group by late.tank_id, late.delivery_id, delivery.doc_no, delivery.end_time
    order by is_late, at, id`.execute(tx)
  return rows.map(({ isLate, ...row }) => (isLate ? { ...row, late: true } : row))
}
const stateIs = (id: number) => sql`select ${id}::bigint`

/** Those that a settlement counts; before it is written down, its id is 0, those that it would count. */
export async function deliveriesOf(
  tx: Tx,
  settle: { id: number; stationId: number; dailyStateId: number; endTime: string },
): Promise<Received[]> {
  const { id, stationId, dailyStateId } = settle
  if (id === 0) {
    const running = sql`select state.id from ${scoped(tx, 'daily_state')} state where state.station_id = ${stationId}
      and not state.settled and not state.is_nature_day and state.start_time <= ${settle.endTime}::timestamptz`
    return received(tx, stationId, openUntil(stationId, new Date(settle.endTime)), running)
  }
  return received(tx, stationId, sql`class_settle_id = ${id}`, stateIs(dailyStateId))
}

const openUntil = (stationId: number, at: Date) => sql`station_id = ${stationId} and class_settle_id is null and end_time <= ${at}`

/**
 * Deliveries that came to their end before this moment and that no settlement has counted: those of the shift, and those that were
 * entered after their own shift was settled; and what the shift's late sales add to settled ones.
 */
export const receivedUntil = (tx: Tx, { id, stationId }: Site, at: Date): Promise<Received[]> =>
  received(tx, stationId, openUntil(stationId, at), stateIs(id))

/**
 * The same, locked until the settlement is written down: what is edited meanwhile waits and is refused, what is recorded meanwhile belongs
 * to the next settlement.
 */
export async function deliveriesToSettle({ tx }: Ctx, { id: stateId, stationId }: Site, at: Date): Promise<Received[]> {
  const open = tx
    .selectFrom('delivery')
    .where('stationId', '=', stationId)
    .where('classSettleId', 'is', null)
    .where('endTime', '<=', at.toISOString())
  const ids = (await open.select('id').orderBy('id').forUpdate().execute()).map(({ id }) => id)
  return received(tx, stationId, sql`id = any(${ids}::bigint[])`, stateIs(stateId))
}

/** Fixes what a settlement counted; nobody changes it from then on. */
export async function settleDeliveries({ tx }: Ctx, counted: readonly Received[], classSettleId: number): Promise<void> {
  for (const { id, soldCl, receivedCl, late } of counted)
    if (!late)
      await tx
        .updateTable('delivery')
        .set(of => ({ classSettleId, settledSoldCl: soldCl, settledReceivedCl: receivedCl, version: of('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
}
