import { foundDeliveries as findIn } from '@forecourt/contract/measure/found-deliveries.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'
import { matchAlone, noteIntakesAlone } from './found-match.ts'
import { keepFound } from './found-keep.ts'
import { matchPast } from './past-match.ts'

/** So many tanks are looked at in one transaction. */
const portion = 10

/** Looks for deliveries in what gauges have told. */
export const scanGauges = workOnCompanies({
  name: 'gauges',
  path: '/foundDeliveries',
  where: () => sql`exists (select from gauge_scan due where due.company_id = company.id)`,
  portions: [async (ctx, companyId) => (await scanDue(ctx, companyId)) === portion],
})

export const scanPending = asRollUp(scanGauges)

interface DueTank {
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
  readonly productId: number
  readonly since: Date
}

/** @returns how many tanks there were */
async function scanDue(ctx: Ctx, companyId: number): Promise<number> {
  const { tx } = ctx
  const { rows } = await sql<DueTank>`
    with taken as (
      delete from gauge_scan where ${inScope(tx, 'gauge_scan.companyId')} and company_id = ${companyId} and tank_id in (
        select tank_id from ${scoped(tx, 'gauge_scan')} due where due.company_id = ${companyId} order by tank_id
        limit ${portion} for update skip locked)
      returning tank_id, since
    )
    select tank.company_id, tank.station_id, tank.id as tank_id, tank.product_id, taken.since
    from taken join ${scoped(tx, 'tank')} tank on tank.id = taken.tank_id order by tank.id`.execute(tx)
  for (const tank of rows) await scanTank(ctx, { ...tank, since: new Date(tank.since) })
  for (const stationId of new Set(rows.map(tank => tank.stationId)))
    await matchPast(ctx, companyId, stationId, (await settingsOfStation(ctx, stationId)).foundDeliveries)
  return rows.length
}

/** Looks at every tank of a company of which something was told, in the transaction at hand. */
export async function scanAllDue(ctx: Ctx, companyId: number): Promise<void> {
  while ((await scanDue(ctx, companyId)) > 0);
}

const hour = 3_600_000
/** A delivery may have begun so long before the reading that ends it; noise and rates are told from a day before that. */
const [reachMs, contextMs] = [12 * hour, 24 * hour]
/** Of a minute one reading is enough; more than a week of minutes is looked at in several turns. */
const mostReadings = 10_000

interface ReadRow {
  readonly at: number
  readonly volumeCl: number
}

/**
 * Looks at one tank from the moment on at which something new was told. However long its history is, it reads a day and a half before that,
 * and no more than that where nothing has risen.
 */
async function scanTank(ctx: Ctx, tank: DueTank): Promise<void> {
  const { foundDeliveries: bounds } = await settingsOfStation(ctx, tank.stationId)
  const pauseMs = bounds.pauseMinutes * 60_000
  const from = new Date(tank.since.getTime() - reachMs)
  if (await hasRisen(ctx, tank, from, bounds.leastLitres * 50)) {
    const readings = await readingsFrom(ctx, tank, new Date(from.getTime() - contextMs))
    const options = { leastCl: bounds.leastLitres * 100, pauseMs, assumedNoiseCl: 15_00 }
    const lastAt = readings.at(-1)?.at ?? 0
    const found = findIn(readings, options).filter(({ isOver, endAt }) => isOver && endAt >= from.getTime())
    await keepFound(ctx, tank, found, { from, until: new Date(lastAt - pauseMs) })
    if (readings.length === mostReadings) await due(ctx, tank, new Date(lastAt - pauseMs))
  }
  await matchAlone(ctx, tank, bounds)
  await noteIntakesAlone(ctx, tank, bounds, from)
}

/** Whether the level has risen at all, or something is kept of this time that the readings may no longer show. */
async function hasRisen({ tx }: Ctx, { tankId }: DueTank, from: Date, leastCl: number): Promise<boolean> {
  const { rows } = await sql<{ risen: boolean }>`
    select coalesce(max(volume_cl - lowest), 0) >= ${leastCl}
      or exists (select from ${scoped(tx, 'found_delivery')} kept where kept.tank_id = ${tankId} and kept.kind = 'rise'
        and kept.end_time >= ${from}::timestamptz) as risen
    from (
      select volume_cl, min(volume_cl) over (order by measured_at rows between unbounded preceding and current row) as lowest
      from ${scoped(tx, 'tank_reading')} reading
      where reading.tank_id = ${tankId} and reading.source = 'gauge' and reading.struck_at is null
        and reading.measured_at >= ${from}::timestamptz
    ) as level`.execute(tx)
  return rows[0]!.risen
}

async function readingsFrom({ tx }: Ctx, { tankId }: DueTank, from: Date): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select distinct on (date_trunc('minute', reading.measured_at)) (extract(epoch from measured_at) * 1000)::float8 as at,
      volume_cl::float8 as volume_cl
    from ${scoped(tx, 'tank_reading')} reading
    where reading.tank_id = ${tankId} and reading.source = 'gauge' and reading.struck_at is null
      and reading.measured_at >= ${from}::timestamptz
    order by date_trunc('minute', reading.measured_at), reading.measured_at limit ${mostReadings}`.execute(tx)
  return rows
}

/** The tank is looked at again soon, from this moment on. */
export async function due({ tx }: Ctx, { companyId, tankId }: Pick<DueTank, 'companyId' | 'tankId'>, since: Date): Promise<void> {
  await sql`select gauge_due(${companyId}::bigint, ${tankId}::bigint, ${since}::timestamptz)`.execute(tx)
}
