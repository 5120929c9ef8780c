import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

/** A fuel as the catalogue has it. */
export interface Fuel {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly code: string
  readonly taxRate: number
}

/**
 * Puts fuels on sale at stations: the fuel category and the items that are missing appear, what is there stays as it is.
 * The tanks of such a fuel, and their nozzles, take the item by themselves.
 */
export async function shelveFuels(
  tx: Tx,
  places: readonly { stationId: number; productId: number }[],
  fuels: readonly Fuel[],
): Promise<void> {
  const stations = places.map(place => place.stationId),
    products = places.map(place => place.productId)
  const wanted = sql`(
    select distinct station_id, product_id from unnest(${stations}::bigint[], ${products}::bigint[]) as pair (station_id, product_id)
  ) as wanted`
  await sql`
    with missing as materialized (
      select distinct station.company_id, station.id
      from ${wanted} join ${scoped(tx, 'station')} station on station.id = wanted.station_id
      where not exists (select from ${scoped(tx, 'category')} category where category.station_id = station.id and type = 'fuel')
    )
    insert into category (company_id, station_id, type, name, weight)
    select company_id, id, 'fuel', '油品 Fuel', 100 from missing
    on conflict do nothing`.execute(tx)
  await sql`
    with missing as materialized (
      select product."companyId", wanted.station_id, product.id,
        (select min(id) from ${scoped(tx, 'category')} category
          where category.station_id = wanted.station_id and type = 'fuel') as category_id,
        product.name, product.code, product."taxRate"
      from ${wanted} join jsonb_to_recordset(${JSON.stringify(fuels)})
        as product (id bigint, "companyId" bigint, name text, code text, "taxRate" numeric) on product.id = wanted.product_id
      where not exists (select from ${scoped(tx, 'item')} item where item.station_id = wanted.station_id and item.product_id = product.id)
    )
    insert into item (company_id, station_id, product_id, category_id, name, code, tax_rate) select * from missing
    on conflict on constraint "item.productTaken" do nothing`.execute(tx)
}

/** Items of a fuel are called and taxed as the catalogue says. @throws item.codeTaken at a station that has goods of the new code */
export async function relabelFuel(tx: Tx, { id, companyId, name, code, taxRate }: Fuel): Promise<void> {
  await sql`
    update item set name = ${name}, code = ${code}, tax_rate = ${taxRate}
    where company_id = ${companyId} and product_id = ${id}
      and (name, code, tax_rate) is distinct from (${name}, ${code}, ${taxRate}::numeric)`.execute(tx)
}
