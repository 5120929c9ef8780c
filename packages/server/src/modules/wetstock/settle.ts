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
  /** By its note; as long as there is none, what was measured. */
  readonly receivedCl: number
  readonly profitLossCl: number | null
}

const received = (tx: Tx, which: RawBuilder<unknown>) => sql<Received>`
  select tank_id, id, doc_no, end_time as at, coalesce(delivery_volume_cl, total_cl) as received_cl, profit_loss_cl
  from ${scoped(tx, 'delivery_state')} delivery where ${which} order by end_time, id`

/** Those that a settlement counts; before it is written down, its id is 0, those that it would count. */
export async function deliveriesOf(tx: Tx, settle: { id: number; stationId: number; endTime: string }): Promise<Received[]> {
  if (settle.id === 0) return receivedUntil(tx, settle.stationId, new Date(settle.endTime))
  return (await received(tx, sql`class_settle_id = ${settle.id}`).execute(tx)).rows
}

/**
 * Deliveries that came to their end before this moment and that no settlement has counted: those of the shift, and those that were
 * entered after their own shift was settled.
 */
export async function receivedUntil(tx: Tx, stationId: number, at: Date): Promise<Received[]> {
  const which = sql`station_id = ${stationId} and class_settle_id is null and end_time <= ${at}`
  return (await received(tx, which).execute(tx)).rows
}

/** Fixes what a settlement counted; nobody changes it from then on. */
export async function settleDeliveries({ tx }: Ctx, stationId: number, at: Date, classSettleId: number): Promise<void> {
  await sql`
    update delivery set class_settle_id = ${classSettleId}, settled_sold_cl = state.sold_cl,
      settled_received_cl = coalesce(state.delivery_volume_cl, state.total_cl), version = delivery.version + 1
    from ${scoped(tx, 'delivery_state')} state
    where state.company_id = delivery.company_id and state.id = delivery.id and delivery.station_id = ${stationId}
      and delivery.class_settle_id is null and delivery.end_time <= ${at}`.execute(tx)
}
