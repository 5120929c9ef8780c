import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { closingsBy } from './closing.ts'

/** What a depot holds of one base fuel. */
export interface DepotFuelKey {
  readonly depotId: number
  readonly baseFuelId: number
}

/** Lets a depot hold base fuels: from then on there is a stock to lock, and the fuel is not deleted. */
export async function openStocks({ tx }: Ctx, companyId: number, depotId: number, baseFuelIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('depotStock')
    .values(baseFuelIds.map(baseFuelId => ({ companyId, depotId, baseFuelId })))
    .onConflict(of => of.columns(['companyId', 'depotId', 'baseFuelId']).doNothing())
    .execute()
}

/** What a depot holds of each fuel that it may hold or has held. */
export async function stocksOf(tx: Tx, depotId: number): Promise<{ baseFuelId: number; weightKg: number }[]> {
  return tx
    .selectFrom('depotStock')
    .where('depotId', '=', depotId)
    .select(['baseFuelId', 'weightKg'])
    .orderBy('baseFuelId')
    .forUpdate()
    .execute()
}

/** Forgets the stocks of a depot that no fuel has ever moved through. What has moved keeps its depot: taking that away is refused. */
export async function dropStocks({ tx }: Ctx, depotId: number, baseFuelIds?: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('depotStock')
    .where('depotId', '=', depotId)
    .where('weightKg', '=', 0)
    .$if(baseFuelIds !== undefined, of => of.where('baseFuelId', 'in', [...(baseFuelIds ?? [])]))
    .execute()
}

export interface DayOfDepot {
  readonly baseFuelId: number
  readonly day: string
  readonly receivedKg: number
  readonly issuedKg: number
}
/** What a depot held at one time, and what came and went since. */
export interface DepotCourse {
  readonly openingKg: ReadonlyMap<number, number>
  readonly days: readonly DayOfDepot[]
}

/**
 * What came and went at a depot, by fuel and day, since the last month that was settled and over by a day, with what it held then. What
 * was taken back has not been.
 */
export async function courseOfDepot(tx: Tx, companyId: number, depotId: number, by: string): Promise<DepotCourse> {
  const { until, held } = await closingsBy(tx, companyId, by)
  const stocks = await tx.selectFrom('depotStock').where('depotId', '=', depotId).select('baseFuelId').execute()
  // Each fuel by its number: so the index is read from the day on, and not from the first one.
  const since = sql`company_id = ${companyId} and base_fuel_id = any(${stocks.map(({ baseFuelId }) => baseFuelId)}::bigint[])
    and day > coalesce(${until}::date, '-infinity')`
  const { rows } = await sql<DayOfDepot>`
    select base_fuel_id as "baseFuelId", day::text as day,
      coalesce(sum(kg) filter (where comes), 0)::bigint as "receivedKg", coalesce(sum(kg) filter (where not comes), 0)::bigint as "issuedKg"
    from (
      select base_fuel_id, day, case when reverses_id is null then weight_kg else -weight_kg end as kg, reverses_id is null as comes
      from stock_move where to_depot_id = ${depotId} and ${since}
      union all
      select base_fuel_id, day, case when reverses_id is null and document <> 'purchaseCorrection' then weight_kg else -weight_kg end,
        reverses_id is not null or document = 'purchaseCorrection'
      from stock_move where from_depot_id = ${depotId} and ${since}
    ) moved group by base_fuel_id, day order by base_fuel_id, day`.execute(tx)
  const here = held.filter(closing => closing.depotId === depotId)
  return { openingKg: new Map(here.map(({ baseFuelId, weightKg }) => [baseFuelId, Number(weightKg)])), days: rows }
}

/**
 * What may leave a depot on a day: the least that it holds at the end of that day and of every later one. Lock the stock first.
 * @source decision SU9
 */
export async function mostThatLeaves(tx: Tx, companyId: number, { depotId, baseFuelId }: DepotFuelKey, day: string): Promise<number> {
  const { openingKg, days } = await courseOfDepot(tx, companyId, depotId, day)
  let held = openingKg.get(baseFuelId) ?? 0
  let most: number | undefined
  for (const each of days.filter(of => of.baseFuelId === baseFuelId)) {
    if (each.day > day) most = Math.min(most ?? held, held)
    held += each.receivedKg - each.issuedKg
  }
  return Math.max(0, Math.min(most ?? held, held))
}

/** @throws stock.monthSettled the month of the day is settled */
export async function refuseSettled({ tx }: Ctx, companyId: number, day: string): Promise<void> {
  const settled = await settledUntil(tx, companyId)
  if (settled !== undefined && day <= settled) refuse('stock.monthSettled')
}

/** The last day of what is settled; undefined while nothing is. */
export async function settledUntil(tx: Tx, companyId: number): Promise<string | undefined> {
  const last = await tx.selectFrom('settledMonth').where('companyId', '=', companyId).select('month').executeTakeFirst()
  return last?.month ? Temporal.PlainDate.from(last.month).add({ months: 1 }).subtract({ days: 1 }).toString() : undefined
}
