import type { CompanySettings } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { counts } from './past-book.ts'

type Bounds = Pick<CompanySettings['foundDeliveries'], 'matchMinutes' | 'matchPercent'>
interface Pair {
  readonly foundId: number
  readonly pastId: number
  readonly tankId: number
  readonly isPlaced: boolean
}

/**
 * Matches rises of a station's tanks with deliveries of a history that are near in time and alike in litres, where each of them has no
 * other that it could be; one that named no tank is placed by that. While a tank of the station is still to be looked at nothing is
 * matched: its rise may be the other one. @source decisions WS14
 */
export async function matchPast(ctx: Ctx, companyId: number, stationId: number, { matchMinutes, matchPercent }: Bounds): Promise<void> {
  const { tx, now } = ctx
  const reach = sql`make_interval(mins => ${matchMinutes})`
  const { rows } = await sql<Pair>`
    with near as (
      select found.id as found_id, past.id as past_id, found.tank_id, past.tank_id is not null as is_placed
      from ${scoped(tx, 'found_delivery_state')} found
      join ${scoped(tx, 'past_delivery')} past on past.station_id = ${stationId} and past.product_id = found.product_id
        and (past.tank_id is null or past.tank_id = found.tank_id)
        and past.at >= found.before_at - ${reach} and past.at <= found.after_at + ${reach}
      where found.station_id = ${stationId} and found.kind = 'rise' and found.state = 'open' and not found.by_hand
        and abs(past.volume_cl - found.litres_cl) <= greatest(found.litres_cl * ${matchPercent} / 100, found.uncertainty_cl)
        and not exists (select from ${scoped(tx, 'found_delivery')} taken where taken.past_delivery_id = past.id)
        and not exists (select from ${scoped(tx, 'gauge_scan')} pending join ${scoped(tx, 'tank')} tank on tank.id = pending.tank_id
          where tank.station_id = ${stationId})
    )
    select found_id, past_id, tank_id, is_placed from near
    where (select count(*) from near other where other.found_id = near.found_id) = 1
      and (select count(*) from near other where other.past_id = near.past_id) = 1
    order by found_id`.execute(tx)
  for (const { foundId, pastId, tankId, isPlaced } of rows) {
    const of = tx.updateTable('foundDelivery').where('id', '=', foundId).where('state', '=', 'open')
    const done = await of.set({ state: 'matched', pastDeliveryId: pastId, decidedDate: now }).returning('id').executeTakeFirst()
    if (!done) continue
    ctx.audit('foundDelivery.match', `foundDeliveries:${foundId}`, { pastDeliveryId: pastId, automatic: true }, companyId)
    if (!isPlaced) await placeByGauge(ctx, companyId, pastId, tankId)
  }
}

async function placeByGauge(ctx: Ctx, companyId: number, id: number, tankId: number): Promise<void> {
  const { tx, now } = ctx
  const tank = await tx.selectFrom('tank').where('id', '=', tankId).selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
  const open = tx.selectFrom('pastDelivery').where('id', '=', id).where('tankId', 'is', null)
  const past = await open.select(['at', 'volumeCl']).forUpdate().executeTakeFirst()
  if (!past) return
  const placed = { tankId, placed: 'gauge', placedDate: now, ...(await counts(ctx, tank, new Date(past.at))) }
  await tx.updateTable('pastDelivery').set(placed).where('id', '=', id).execute()
  const facts = { number: tank.number, volumeCl: past.volumeCl, at: past.at, automatic: true, belongsDay: placed.belongsDay }
  ctx.audit('pastDelivery.place', `pastDeliveries:${id}`, facts, companyId)
}

/** The rise that it was matched with is open again, and nothing matches it by itself. */
export async function reopenPast({ tx }: Ctx, id: number): Promise<void> {
  await tx
    .updateTable('foundDelivery')
    .set({ state: 'open', pastDeliveryId: null, decidedDate: null, decidedById: null, byHand: true })
    .where('pastDeliveryId', '=', id)
    .execute()
}
