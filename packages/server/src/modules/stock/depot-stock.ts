import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

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
  readonly depotId: number
  readonly baseFuelId: number
  readonly day: string
  readonly receivedKg: number
  readonly issuedKg: number
}

/** What came and went at a depot, by fuel and day. What was taken back has not been. */
export async function daysOfDepot(tx: Tx, companyId: number, depotId: number): Promise<DayOfDepot[]> {
  const { rows } = await sql<DayOfDepot>`
    select depot_id as "depotId", base_fuel_id as "baseFuelId", day::text as day,
      sum(kg) filter (where kind = 'in')::bigint as "receivedKg", sum(kg) filter (where kind = 'out')::bigint as "issuedKg"
    from (
      select to_depot_id as depot_id, base_fuel_id, day, weight_kg as kg, 'in' as kind from stock_move
      where company_id = ${companyId} and to_depot_id = ${depotId} and reverses_id is null
      union all
      select from_depot_id, base_fuel_id, day, -weight_kg, 'in' from stock_move
      where company_id = ${companyId} and from_depot_id = ${depotId} and reverses_id is not null
      union all
      select from_depot_id, base_fuel_id, day, weight_kg, 'out' from stock_move
      where company_id = ${companyId} and from_depot_id = ${depotId} and reverses_id is null
      union all
      select to_depot_id, base_fuel_id, day, -weight_kg, 'out' from stock_move
      where company_id = ${companyId} and to_depot_id = ${depotId} and reverses_id is not null
    ) moved group by depot_id, base_fuel_id, day order by base_fuel_id, day`.execute(tx)
  return rows.map(row => ({ ...row, receivedKg: row.receivedKg ?? 0, issuedKg: row.issuedKg ?? 0 }))
}

/**
 * What may leave a depot on a day: the least that it holds at the end of that day and of every later one. Lock the stock first.
 * @source decision SU9
 */
export async function mostThatLeaves(tx: Tx, companyId: number, { depotId, baseFuelId }: DepotFuelKey, day: string): Promise<number> {
  const days = (await daysOfDepot(tx, companyId, depotId)).filter(each => each.baseFuelId === baseFuelId)
  let held = 0
  let most: number | undefined
  for (const each of days) {
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
