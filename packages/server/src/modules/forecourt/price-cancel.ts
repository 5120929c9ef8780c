import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

interface CancelledPart {
  readonly stationId: number
}

/**
 * Cancels a change at stations where its time has not come. A part that has fired meanwhile stays: it was locked first.
 * @returns the stations where it is cancelled
 */
export async function cancelAt({ tx, now }: Ctx, companyId: number, id: number, stationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<CancelledPart>`
    with open as (
      select id from price_change_station
      where company_id = ${companyId} and change_id = ${id} and station_id = any(${[...stationIds]}) and status = 'wait'
        and fired_date is null and from_at > ${now}
      order by id for no key update
    )
    update price_change_station part set status = 'cancel' from open
    where part.company_id = ${companyId} and part.id = open.id returning part.station_id`.execute(tx)
  const cancelled = rows.map(({ stationId }) => stationId)
  await sql`update price_change_line set coming = false
    where company_id = ${companyId} and change_id = ${id} and station_id = any(${cancelled}) and coming`.execute(tx)
  return cancelled
}

/** Cancels the change behind a price that has not begun, where it is of this price alone. @throws price.inChange, priceChange.begun */
export async function cancelLine(ctx: Ctx, companyId: number, lineId: number): Promise<void> {
  const { rows } = await sql<{ changeId: number; stationId: number; prices: number }>`
    select line.change_id, line.station_id, count(*) as prices from price_change_line line
    join price_change_line every on every.company_id = ${companyId} and every.change_id = line.change_id
      and every.station_id = line.station_id
    where line.company_id = ${companyId} and line.id = ${lineId} group by line.change_id, line.station_id`.execute(ctx.tx)
  const [line] = rows
  if (!line || line.prices > 1) refuse('price.inChange')
  const cancelled = await cancelAt(ctx, companyId, line.changeId, [line.stationId])
  if (cancelled.length === 0) refuse('priceChange.begun')
}
