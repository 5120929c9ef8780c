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
  /** Of the tank, while it was filled. */
  readonly soldCl: number
  readonly profitLossCl: number | null
}

const received = (tx: Tx, which: RawBuilder<unknown>) => sql<Received>`
  select tank_id, id, doc_no, end_time as at, coalesce(delivery_volume_cl, total_cl) as received_cl, sold_cl, profit_loss_cl
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

/**
 * The same, locked until the settlement is written down: what is edited meanwhile waits and is refused, what is recorded meanwhile belongs
 * to the next settlement.
 */
export async function deliveriesToSettle({ tx }: Ctx, stationId: number, at: Date): Promise<Received[]> {
  const open = tx
    .selectFrom('delivery')
    .where('stationId', '=', stationId)
    .where('classSettleId', 'is', null)
    .where('endTime', '<=', at.toISOString())
  const ids = (await open.select('id').orderBy('id').forUpdate().execute()).map(({ id }) => id)
  return (await received(tx, sql`id = any(${ids}::bigint[])`).execute(tx)).rows
}

/** Fixes what a settlement counted; nobody changes it from then on. */
export async function settleDeliveries({ tx }: Ctx, counted: readonly Received[], classSettleId: number): Promise<void> {
  for (const { id, soldCl, receivedCl } of counted)
    await tx
      .updateTable('delivery')
      .set(of => ({ classSettleId, settledSoldCl: soldCl, settledReceivedCl: receivedCl, version: of('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
}
