import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { readBooks, readOpened } from './read-books.ts'
import type { DepotFact, IssueFact, MonthFacts, MonthOf, RoadFact, SignedFact, StationFact, TransferFact } from './facts.ts'

const instant = (at: string | undefined) => sql`${at ?? null}::timestamptz`
/** A month's own shifts, and those of earlier months that were settled after their month was; none that came after this one was. */
export const settledWithin = ({ month, next, before, until }: MonthOf) => sql`(settle.business_day < ${next}::date
  and (settle.business_day >= ${month}::date or settle.created_date > ${instant(before?.createdDate)})
  and (${instant(until)} is null or settle.created_date <= ${instant(until)}))`

/** Lines of fuel of the settlements of shifts that a month counts. */
export const salesOfMonth = (of: MonthOf) => sql`class_settle settle
  join class_settle_item sold on sold.company_id = ${of.companyId} and sold.class_settle_id = settle.id
  join item on item.company_id = ${of.companyId} and item.id = sold.item_id and item.product_id is not null
  where settle.company_id = ${of.companyId} and ${settledWithin(of)}`

/** Every fact that a month is reckoned from, as the books say now. */
export async function readFacts(ctx: Ctx, of: MonthOf): Promise<MonthFacts> {
  // One after another: a transaction has one connection.
  const depots = await readDepots(ctx, of)
  const transfers = await readTransfers(ctx, of)
  const issues = await readIssues(ctx, of)
  const road = await readRoad(ctx, of)
  const signed = await readSigned(ctx, of)
  return { depots, transfers, issues, road, signed, stations: await readStations(ctx, of, signed) }
}

/** What a move counts as: 1, or −1 where it takes another back; its own direction is that of what it takes back. */
const sign = sql`case when reverses_id is null then 1 else -1 end`
/** Of what is bought for depots: what leaves one again was taken back, or a correction takes it away. */
export const boughtSign = sql`case when from_depot_id is null then 1 else -1 end`
const inMonth = ({ companyId, month, next }: MonthOf) => sql`company_id = ${companyId} and day >= ${month}::date and day < ${next}::date`

async function readDepots({ tx }: Ctx, of: MonthOf): Promise<DepotFact[]> {
  const { rows } = await sql<Record<'depotId' | 'baseFuelId' | 'openingKg' | 'openingCents' | 'kg' | 'cents', number>>`
    with bought as (
      select coalesce(to_depot_id, from_depot_id) as depot_id, base_fuel_id,
        sum(weight_kg * ${boughtSign}) as kg, sum(net_cents * ${boughtSign}) as cents
      from stock_move where document in ('purchase', 'purchaseCorrection') and ${inMonth(of)} group by 1, 2
    ), moved as (
      select distinct depot_id, base_fuel_id from (
        select to_depot_id as depot_id, base_fuel_id from stock_move where to_depot_id is not null and ${inMonth(of)}
        union all
        select from_depot_id, base_fuel_id from stock_move where from_depot_id is not null and ${inMonth(of)}) both_ways
    ), opened as (
      select depot_id, base_fuel_id, closing, closing_cents from month_settle_line
      where company_id = ${of.companyId} and month_settle_id = ${of.before?.id ?? 0} and place = 'depot'
        and (closing <> 0 or closing_cents <> 0)
    )
    select depot_id as "depotId", base_fuel_id as "baseFuelId", coalesce(closing, 0) as "openingKg",
      coalesce(closing_cents, 0) as "openingCents", coalesce(kg, 0) as kg, coalesce(cents, 0) as cents
    from moved full join opened using (depot_id, base_fuel_id) left join bought using (depot_id, base_fuel_id)
    order by depot_id, base_fuel_id`.execute(tx)
  return rows.map(({ depotId, baseFuelId, openingKg, openingCents, kg, cents }) => ({
    depotId,
    baseFuelId,
    opening: { quantity: openingKg, cents: openingCents },
    purchased: { quantity: kg, cents },
  }))
}

async function readTransfers({ tx }: Ctx, of: MonthOf): Promise<TransferFact[]> {
  const { rows } = await sql<TransferFact>`
    select case when reverses_id is null then from_depot_id else to_depot_id end as "fromId",
      case when reverses_id is null then to_depot_id else from_depot_id end as "toId", base_fuel_id as "baseFuelId",
      sum(weight_kg * ${sign}) as "weightKg"
    from stock_move where document = 'depotTransfer' and ${inMonth(of)}
    group by 1, 2, 3 having sum(weight_kg * ${sign}) <> 0 order by 1, 2, 3`.execute(tx)
  return rows
}

async function readIssues({ tx }: Ctx, of: MonthOf): Promise<IssueFact[]> {
  const { rows } = await sql<IssueFact>`
    select document_id as "transportId", coalesce(from_depot_id, to_depot_id) as "depotId", base_fuel_id as "baseFuelId",
      sum(weight_kg * ${sign}) as "weightKg"
    from stock_move where document = 'load' and coalesce(from_depot_id, to_depot_id) is not null and ${inMonth(of)}
    group by 1, 2, 3 having sum(weight_kg * ${sign}) <> 0 order by 1`.execute(tx)
  return rows
}

async function readRoad({ tx }: Ctx, { companyId, before }: MonthOf): Promise<RoadFact[]> {
  const { rows } = await sql<{ baseFuelId: number; quantity: number; cents: number }>`
    select base_fuel_id as "baseFuelId", closing as quantity, closing_cents as cents from month_settle_line
    where company_id = ${companyId} and month_settle_id = ${before?.id ?? 0} and place = 'road' and (closing <> 0 or closing_cents <> 0)
    order by base_fuel_id`.execute(tx)
  return rows.map(({ baseFuelId, ...opening }) => ({ baseFuelId, opening }))
}

/** What was signed for of a load, in litres as the tanks of its station measured them where it went into their books like that. */
export const tankedCl = (companyId: number) => sql`coalesce((
  select case when bool_and(taken.signed_cl is not null) then sum(taken.signed_cl)::bigint end from transport_intake intake
  join delivery taken on taken.company_id = ${companyId} and taken.id = intake.oil_info_id
  where intake.company_id = ${companyId} and intake.transport_id = transport.id), transport.signed_cl)`

async function readSigned({ tx }: Ctx, { companyId, month, next }: MonthOf): Promise<SignedFact[]> {
  const { rows } = await sql<SignedFact>`
    select transport.id as "transportId", depot_id as "depotId", base_fuel_id as "baseFuelId", station_id as "stationId",
      product_id as "productId", loaded_kg as "loadedKg", signed_kg as "signedKg",
      ${tankedCl(companyId)} as "signedCl", net_cents as "netCents",
      coalesce(freight_net_cents, 0) as "freightNetCents", coalesce(claim_net_cents, 0) as "claimNetCents",
      valued.value_cents as "valuedCents"
    from transport
    left join month_settle_load valued on valued.company_id = ${companyId} and valued.transport_id = transport.id
    where transport.company_id = ${companyId} and stage = 'signed' and signed_day >= ${month}::date and signed_day < ${next}::date
    order by transport.id`.execute(tx)
  return rows
}

type Key = Pick<StationFact, 'stationId' | 'productId'>
const keyOf = ({ stationId, productId }: Key) => `${stationId} ${productId}`

async function readStations(ctx: Ctx, of: MonthOf, signed: readonly SignedFact[]): Promise<StationFact[]> {
  const books = new Map((await readBooks(ctx, of)).map(book => [keyOf(book), book]))
  const begun = new Map((await readOpened(ctx, of)).map(({ cl, ...key }) => [keyOf(key), cl]))
  const openings = new Map((await readOpenings(ctx, of)).map(({ quantity, cents, ...key }) => [keyOf(key), { key, quantity, cents }]))
  const sales = new Map((await readSales(ctx, of)).map(({ netCents, ...key }) => [keyOf(key), netCents]))
  const keys = new Map<string, Key>()
  for (const key of [...books.values(), ...[...openings.values()].map(({ key: own }) => own), ...signed]) keys.set(keyOf(key), key)
  return [...keys.entries()]
    .toSorted(([, a], [, b]) => a.stationId - b.stationId || a.productId - b.productId)
    .map(([name, { stationId, productId }]) => {
      const opened = openings.get(name)
      return {
        ...(books.get(name) ?? {
          bookOpeningCl: null,
          intakeCl: 0,
          enteredCl: 0,
          soldCl: 0,
          closingCl: null,
          measured: false,
          measuredOn: null,
          soldSinceCl: null,
        }),
        stationId,
        productId,
        // Once a month is settled, a product that was not in it began with nothing.
        opening: opened ? { quantity: opened.quantity, cents: opened.cents } : of.before ? { quantity: 0, cents: 0 } : null,
        openedCl: begun.get(name) ?? 0,
        salesNetCents: sales.get(name) ?? 0,
      }
    })
}

async function readOpenings({ tx }: Ctx, { companyId, before }: MonthOf) {
  const { rows } = await sql<Key & { quantity: number; cents: number }>`
    select station_id as "stationId", product_id as "productId", closing as quantity, closing_cents as cents from month_settle_line
    where company_id = ${companyId} and month_settle_id = ${before?.id ?? 0} and place = 'station' and (closing <> 0 or closing_cents <> 0)
  `.execute(tx)
  return rows
}

/** What sales of fuel brought in, discounts and tax taken off; the tax of a product once for the month. @source decision E5 */
async function readSales({ tx }: Ctx, of: MonthOf) {
  const { companyId } = of
  const { rows } = await sql<Key & { netCents: number }>`
    select sales.station_id as "stationId", sales.product_id as "productId",
      round(sum(sales.gross) * 100 / (100 + product.tax_rate)) as "netCents"
    from (select settle.station_id, item.product_id, sold.amount_cents - sold.discount_cents as gross from ${salesOfMonth(of)}) sales
    join product on product.company_id = ${companyId} and product.id = sales.product_id
    group by 1, 2, product.tax_rate`.execute(tx)
  return rows
}
