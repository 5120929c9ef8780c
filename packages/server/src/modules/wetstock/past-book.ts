import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { openingOf, placed, type Tank } from './tank-place.ts'

/** Of a delivery that is in no book. */
export const notCounted = { bookedAt: null, dailyStateId: null, belongsStateId: null, belongsDay: null } as const

/** Where a delivery of a history counts in the book of its tank; nowhere where that book began after it. The tank is locked. */
export async function counts(ctx: Ctx, tank: Tank, at: Date) {
  const opening = await openingOf(ctx, tank.id)
  if (!opening || opening.at >= at) return notCounted
  const { bookedAt, dailyStateId, belongsStateId, belongsDay } = await placed(ctx, tank, at.toISOString())
  return { bookedAt, dailyStateId, belongsStateId, belongsDay }
}

/** A delivery as a history tells it. */
export interface PastDelivery {
  readonly line: number
  /** Its own number, or what tells it from others: rows that are alike in all of it are told apart by their turn. */
  readonly externalId: string
  readonly stationId: number
  readonly productId: number
  readonly tankId: number | null
  readonly at: string
  readonly volumeCl: number
  /** The litres as they are written. */
  readonly said: string
  readonly docNo: string
  readonly supplier: string
  readonly plate: string
}
interface Taken {
  readonly count: number
  readonly cl: number
  readonly differing: number[]
  readonly placed: { readonly id: number; readonly tankId: number; readonly at: string }[]
}

/**
 * Keeps deliveries of a history, each once by its name within the import.
 * @returns how many were new and their litres, and the lines of those that came before and say something else now
 */
export async function takePastDeliveries(ctx: Ctx, companyId: number, source: string, told: readonly PastDelivery[]) {
  const { tx, now } = ctx
  if (told.length === 0) return { count: 0, cl: 0, differing: [] }
  const { rows } = await sql<Taken>`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(told)}) as told (line int, "externalId" text, "stationId" bigint,
        "productId" bigint, "tankId" bigint, at timestamptz(3), "volumeCl" bigint, said text, "docNo" text, supplier text, plate text)
    ), known as materialized (
      select told.line, past.station_id <> told."stationId" or past.product_id <> told."productId" or past.at <> told.at
        or past.volume_cl <> told."volumeCl" or coalesce(past.tank_id <> told."tankId", false) as differs
      from told join ${scoped(tx, 'past_delivery')} past on past.company_id = ${companyId} and past.source = ${source}
        and past.external_id = told."externalId"
    ), taken as (
      insert into past_delivery (company_id, station_id, product_id, tank_id, at, volume_cl, said, doc_no, supplier, plate, source,
        external_id, placed, placed_date, created_date)
      select station.company_id, "stationId", "productId", "tankId", at, "volumeCl", said, "docNo", supplier, plate, ${source},
        "externalId", case when "tankId" is not null then 'file' end, case when "tankId" is not null then ${now}::timestamptz end,
        ${now}::timestamptz
      from told join ${scoped(tx, 'station')} station on station.company_id = ${companyId} and station.id = told."stationId"
      where line not in (select line from known) order by line
      returning id, tank_id, at, volume_cl
    )
    select (select count(*)::int from taken) as count, (select coalesce(sum(volume_cl), 0)::bigint from taken) as cl,
      array(select line from known where differs order by line) as differing,
      (select coalesce(json_agg(json_build_object('id', id, 'tankId', tank_id, 'at', at)), '[]') from taken
        where tank_id is not null) as placed`.execute(tx)
  const { count, cl, differing, placed: intoTanks } = rows[0]!
  await countPlaced(ctx, intoTanks)
  return { count, cl, differing }
}

/** Those that name a tank whose book had begun. */
async function countPlaced(ctx: Ctx, intoTanks: Taken['placed']): Promise<void> {
  const ids = [...new Set(intoTanks.map(({ tankId }) => tankId))]
  if (ids.length === 0) return
  const found = await ctx.tx.selectFrom('tank').where('id', 'in', ids).selectAll().orderBy('id').forNoKeyUpdate().execute()
  for (const tank of found) {
    const opening = await openingOf(ctx, tank.id)
    const since = opening?.at ?? new Date(8.64e15)
    for (const { id, at } of intoTanks.filter(each => each.tankId === tank.id && new Date(each.at) > since))
      await ctx.tx
        .updateTable('pastDelivery')
        .set(await counts(ctx, tank, new Date(at)))
        .where('id', '=', id)
        .execute()
  }
}

/** The tanks that deliveries of an import may have gone into are looked at again: their gauges may have shown them. */
export async function seekPast({ tx }: Ctx, companyId: number, source: string): Promise<void> {
  await sql`
    select gauge_due(${companyId}::bigint, tank_id, first) from (
      select tank.id as tank_id, min(past.at) as first
      from ${scoped(tx, 'past_delivery')} past
      join ${scoped(tx, 'tank')} tank on tank.company_id = ${companyId} and tank.station_id = past.station_id
        and tank.product_id = past.product_id and (past.tank_id is null or past.tank_id = tank.id)
      where past.company_id = ${companyId} and past.source = ${source}
      group by tank.id order by tank.id
    ) as seeking`.execute(tx)
}
