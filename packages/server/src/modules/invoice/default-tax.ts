import { defaultTaxes } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, crud } from '../../platform/execution/crud.ts'

interface Lacking {
  readonly stationId: number
  readonly station: string
  readonly added: number
}

/** The stations of a company that have no rate at all, of any day, for what a default rate is for; and how many they lack. */
async function lackingOf({ tx }: Ctx, companyId: number): Promise<Lacking[]> {
  const { rows } = await sql<Lacking>`
    select station.id as station_id, station.name as station, count(*)::int as added
    from station join default_tax_rate given on given.company_id = station.company_id
    where station.company_id = ${companyId} and ${isLacking}
    group by station.id, station.name order by station.name, station.id`.execute(tx)
  return rows
}

const isLacking = sql`not exists (
  select from tax_rate own where own.company_id = station.company_id and own.station_id = station.id and own.kind = given.kind
    and own.product_id is not distinct from given.product_id and own.category_id is null
)`

/** Gives stations of a company the default rates that they lack; all of its stations, or one. What they have stays as it is. */
export async function copyDefaults(ctx: Ctx, companyId: number, stationId: number | null = null): Promise<Lacking[]> {
  const { rows } = await sql<{ stationId: number; station: string }>`
    with added as (
      insert into tax_rate (company_id, station_id, kind, product_id, rate, classification_code, specification, unit, begin_date,
        created_date)
      select given.company_id, station.id, given.kind, given.product_id, given.rate, given.classification_code, given.specification,
        given.unit, given.begin_date, ${ctx.now}
      from station join default_tax_rate given on given.company_id = station.company_id
      where station.company_id = ${companyId} and station.id = coalesce(${stationId}::bigint, station.id) and ${isLacking}
      on conflict do nothing returning station_id
    )
    select added.station_id, station.name as station from added
    join station on station.company_id = ${companyId} and station.id = added.station_id`.execute(ctx.tx)
  const byStation = new Map<number, Lacking>()
  for (const { stationId: id, station } of rows) byStation.set(id, { stationId: id, station, added: (byStation.get(id)?.added ?? 0) + 1 })
  const given = [...byStation.values()].toSorted(
    (one, other) => one.station.localeCompare(other.station) || one.stationId - other.stationId,
  )
  for (const { stationId: id, station: name, added } of given) ctx.audit('defaultTaxes.copy', `stations:${id}`, { name, added }, companyId)
  return given
}

/** To all stations of the company; a preview changes nothing. */
const copy = handle(defaultTaxes.copy, async (ctx, { body: { preview } }) => {
  const companyId = companyOf(ctx)
  const content = await (preview ? lackingOf(ctx, companyId) : copyDefaults(ctx, companyId))
  return { added: content.reduce((sum, { added }) => sum + added, 0), content }
})

export const defaultTaxHandlers: readonly Handler[] = [copy, ...crud(defaultTaxes)]
