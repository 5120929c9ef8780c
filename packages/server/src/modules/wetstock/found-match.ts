import type { CompanySettings } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

type Bounds = Pick<CompanySettings['foundDeliveries'], 'matchMinutes' | 'matchPercent'>
interface Tank {
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
}
interface Pair {
  readonly foundId: number
  readonly oilInfoId: number
}

/**
 * Matches what stands alone at a tank: a rise and a recorded delivery that are near in time and alike in litres, where each of them has no
 * other that it could be. Whatever is in doubt is left to people.
 */
export async function matchAlone(ctx: Ctx, { companyId, tankId }: Tank, { matchMinutes, matchPercent }: Bounds): Promise<void> {
  const { tx, now } = ctx
  const { rows } = await sql<Pair>`
    with near as (
      select found.id as found_id, delivery.id as oil_info_id
      from ${scoped(tx, 'found_delivery_state')} found
      join ${scoped(tx, 'delivery_state')} delivery on delivery.tank_id = ${tankId} and delivery.superseded_at is null
        and delivery.begin_time <= found.after_at + make_interval(mins => ${matchMinutes})
        and delivery.end_time >= found.before_at - make_interval(mins => ${matchMinutes})
      where found.tank_id = ${tankId} and found.kind = 'rise' and found.state = 'open' and not found.by_hand
        and abs(delivery.total_cl - found.litres_cl) <= greatest(found.litres_cl * ${matchPercent} / 100, found.uncertainty_cl)
        and not exists (select from ${scoped(tx, 'found_delivery')} taken
          where taken.kind = 'rise' and taken.tank_id = ${tankId} and taken.oil_info_id = delivery.id)
    )
    select found_id, oil_info_id from near
    where (select count(*) from near other where other.found_id = near.found_id) = 1
      and (select count(*) from near other where other.oil_info_id = near.oil_info_id) = 1
    order by found_id`.execute(tx)
  for (const { foundId, oilInfoId } of rows) {
    const of = tx.updateTable('foundDelivery').where('id', '=', foundId).where('state', '=', 'open')
    const done = await of.set({ state: 'matched', oilInfoId, decidedDate: now }).returning('id').executeTakeFirst()
    if (!done) continue
    ctx.audit('foundDelivery.match', `foundDeliveries:${foundId}`, { oilInfoId, automatic: true }, companyId)
    await forgetAlone(ctx, oilInfoId)
  }
}

/** A recorded delivery no longer stands alone. */
export async function forgetAlone({ tx }: Ctx, oilInfoId: number): Promise<void> {
  await tx.deleteFrom('foundDelivery').where('kind', '=', 'intake').where('oilInfoId', '=', oilInfoId).execute()
}

/**
 * Recorded deliveries that the gauge does not show: it measured before and after them, and they are matched with no rise. One that somebody
 * has dismissed stays dismissed.
 */
export async function noteIntakesAlone(ctx: Ctx, { tankId }: Tank, { matchMinutes }: Bounds, from: Date): Promise<void> {
  const { tx, now } = ctx
  const measured = (since: ReturnType<typeof sql>, until: ReturnType<typeof sql>) => sql`exists (
    select from ${scoped(tx, 'tank_reading')} reading where reading.tank_id = ${tankId} and reading.source = 'gauge'
      and reading.struck_at is null and reading.measured_at > ${since} and reading.measured_at < ${until})`
  const apart = sql`make_interval(mins => ${Math.max(matchMinutes, 60)})`
  await sql`
    insert into found_delivery (company_id, station_id, tank_id, product_id, kind, begin_time, end_time, oil_info_id, created_date)
    select company_id, station_id, tank_id, product_id, 'intake', begin_time, end_time, id, ${now}::timestamptz
    from ${scoped(tx, 'delivery')} delivery
    where delivery.tank_id = ${tankId} and delivery.superseded_at is null and delivery.end_time >= ${from}::timestamptz
      and ${measured(sql`delivery.begin_time - ${apart}`, sql`delivery.begin_time`)}
      and ${measured(sql`delivery.end_time + ${apart}`, sql`delivery.end_time + ${apart} * 3`)}
      and not exists (select from ${scoped(tx, 'found_delivery')} known
        where known.tank_id = ${tankId} and known.oil_info_id = delivery.id)
    on conflict do nothing`.execute(tx)
}
