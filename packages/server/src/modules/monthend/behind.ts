import { monthSettlement, type MonthBehind, type MonthFigure, type MonthPlace, type Parsed } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { tankedCl } from './read-facts.ts'

type Asked = Parsed<typeof monthSettlement.behind>['body'] & { readonly companyId: number; readonly next: string }
type Row = MonthBehind
type Read = (asked: Asked) => RawBuilder<Row>

const most = 500
const sign = sql`case when moved.reverses_id is null then 1 else -1 end`
const moreOrLess = sql`case when moved.from_depot_id is null then 1 else -1 end`
const within = ({ companyId, month, next }: Asked) =>
  sql`moved.company_id = ${companyId} and moved.day >= ${month}::date and moved.day < ${next}::date`

/** What was bought for a depot. A contract that was edited within the month is one row: what stands of it. */
const purchases: Read = asked => sql`
  select 'purchase' as document, moved.document_id as "recordId", coalesce(contract.number, '#' || moved.document_id) as name,
    max(moved.day) as day,
    sum(moved.weight_kg * ${sign}) as quantity, sum(moved.net_cents * ${sign}) as cents
  from stock_move moved
  left join purchase_contract contract on contract.company_id = ${asked.companyId} and contract.id = moved.document_id
  where ${within(asked)} and moved.document = 'purchase' and moved.base_fuel_id = ${asked.fuelId}
    and coalesce(moved.to_depot_id, moved.from_depot_id) = ${asked.placeId}
  group by moved.document_id, contract.number having sum(moved.weight_kg * ${sign}) <> 0 order by 4, 2 limit ${most}`

/** Transfers are worth a share of the month: none has a value of its own. One that was taken back within it is none. */
const transfers =
  (into: boolean): Read =>
  asked => {
    const [source, target] = [
      sql`case when moved.reverses_id is null then moved.from_depot_id else moved.to_depot_id end`,
      sql`case when
      moved.reverses_id is null then moved.to_depot_id else moved.from_depot_id end`,
    ]
    return sql`
    select 'depotTransfer' as document, moved.document_id as "recordId", other.name, max(moved.day) as day,
      sum(moved.weight_kg * ${sign}) as quantity, null::bigint as cents
    from stock_move moved
    join depot other on other.company_id = ${asked.companyId} and other.id = ${into ? source : target}
    where ${within(asked)} and moved.document = 'depotTransfer' and moved.base_fuel_id = ${asked.fuelId}
      and ${into ? target : source} = ${asked.placeId}
    group by moved.document_id, other.name having sum(moved.weight_kg * ${sign}) <> 0 order by 4, 2 limit ${most}`
  }

/** Corrections of contracts that were settled before: each opens its contract. */
const corrections: Read = asked => sql`
  select 'purchaseCorrection' as document, contract.id as "recordId", contract.number as name, moved.day,
    moved.weight_kg * ${moreOrLess} as quantity, moved.net_cents * ${moreOrLess} as cents
  from stock_move moved
  join purchase_correction corrected on corrected.company_id = ${asked.companyId} and corrected.id = moved.document_id
  join purchase_contract contract on contract.company_id = ${asked.companyId} and contract.id = corrected.contract_id
  where ${within(asked)} and moved.document = 'purchaseCorrection' and moved.base_fuel_id = ${asked.fuelId}
    and coalesce(moved.to_depot_id, moved.from_depot_id) = ${asked.placeId}
  order by moved.day, moved.id limit ${most}`

const billName = sql`coalesce(nullif(transport.bill_no, ''), '#' || transport.id)`

/** Loads that left a depot, or came onto the road. */
const loads: Read = asked => sql`
  select 'load' as document, transport.id as "recordId", ${billName} as name, max(moved.day) as day,
    sum(moved.weight_kg * ${sign}) as quantity, max(valued.value_cents) as cents
  from stock_move moved
  join transport on transport.company_id = ${asked.companyId} and transport.id = moved.document_id
  left join month_settle_load valued on valued.company_id = ${asked.companyId} and valued.transport_id = transport.id
  where ${within(asked)} and moved.document = 'load' and moved.base_fuel_id = ${asked.fuelId}
    and coalesce(moved.from_depot_id, moved.to_depot_id) is not null
    and (${asked.placeId}::bigint is null or coalesce(moved.from_depot_id, moved.to_depot_id) = ${asked.placeId})
  group by transport.id, transport.bill_no having sum(moved.weight_kg * ${sign}) <> 0 order by 4, 2 limit ${most}`

/** Loads that were signed for: as the station has them, or as they left the road. */
const signed =
  (quantity: RawBuilder<unknown>, direct: boolean | null): Read =>
  asked =>
    sql`
    select 'load' as document, transport.id as "recordId", ${billName} as name, signed_day as day, ${quantity} as quantity,
      case when depot_id is null then net_cents + coalesce(freight_net_cents, 0) - coalesce(claim_net_cents, 0)
        else valued.value_cents + case when ${asked.place} = 'road' then 0
          else coalesce(freight_net_cents, 0) - coalesce(claim_net_cents, 0) end end as cents
    from transport
    left join month_settle_load valued on valued.company_id = ${asked.companyId} and valued.transport_id = transport.id
    where transport.company_id = ${asked.companyId} and stage = 'signed'
      and signed_day >= ${asked.month}::date and signed_day < ${asked.next}::date
      and ${
        direct === null
          ? sql`depot_id is not null and base_fuel_id = ${asked.fuelId}`
          : sql`(depot_id is null) = ${direct}
        and station_id = ${asked.placeId} and product_id = ${asked.fuelId}`
      }
    order by signed_day, transport.id limit ${most}`

/** As the tanks of the station have them. */
const tanked =
  (direct: boolean): Read =>
  asked =>
    signed(tankedCl(asked.companyId), direct)(asked)

/** Shifts of a station: what each sold, or was entered in it. */
const shifts =
  (quantity: RawBuilder<unknown>): Read =>
  asked =>
    sql`
    select 'shift' as document, book.class_settle_id as "recordId", book.shift_number::text as name, book.business_day as day,
      sum(${quantity}) as quantity, null::bigint as cents
    from tank_book book
    where book.company_id = ${asked.companyId} and book.business_month = ${asked.month}::date and book.station_id = ${asked.placeId}
      and book.product_id = ${asked.fuelId}
    group by book.class_settle_id, book.shift_number, book.business_day having sum(${quantity}) <> 0
    order by book.business_day, book.shift_number limit ${most}`

/** What was entered; entries that follow from signatures are of what was received, and no adjustment of the month. */
const entered: Read = asked =>
  shifts(sql`book.transferred_cl + book.adjusted_cl - coalesce((
    select sum(entry.volume_cl) from tank_entry entry
    where entry.company_id = ${asked.companyId} and entry.oil_info_id is not null
      and entry.daily_state_id = book.daily_state_id and entry.tank_id = book.tank_id), 0)::bigint`)(asked)

/** What tanks held whose books began in the month, once months were settled before; where none was, that is the opening. */
const begun: Read = asked => sql`
  select 'shift' as document, settle.id as "recordId", settle.number::text as name, settle.business_day as day,
    sum(entry.volume_cl)::bigint as quantity, null::bigint as cents
  from tank_entry entry
  join class_settle settle on settle.company_id = ${asked.companyId} and settle.daily_state_id = entry.daily_state_id
  where entry.company_id = ${asked.companyId} and entry.kind = 'opening' and entry.station_id = ${asked.placeId}
    and entry.product_id = ${asked.fuelId} and settle.business_day >= ${asked.month}::date and settle.business_day < ${asked.next}::date
    and exists (select from month_settle before where before.company_id = ${asked.companyId} and before.month < ${asked.month}::date)
  group by settle.id, settle.number, settle.business_day having sum(entry.volume_cl) <> 0 order by settle.business_day limit ${most}`

/** What came into the tanks, besides what was entered: the part of it that no load explains is in `adjusted`. */
const receipts: Read = asked => sql`
  select 'receipt' as document, delivery.id as "recordId", coalesce(nullif(delivery.doc_no, ''), '#' || delivery.id) as name,
    (delivery.end_time at time zone station.time_zone)::date as day, coalesce(delivery.total_cl, delivery.offloaded_cl, 0) as quantity,
    null::bigint as cents
  from delivery_state delivery join station on station.company_id = ${asked.companyId} and station.id = delivery.station_id
  where delivery.company_id = ${asked.companyId} and delivery.station_id = ${asked.placeId} and delivery.product_id = ${asked.fuelId}
    and delivery.end_time >= ${asked.month}::date::timestamp at time zone station.time_zone
    and delivery.end_time < ${asked.next}::date::timestamp at time zone station.time_zone
    and not exists (select from transport_intake taken where taken.company_id = ${asked.companyId} and taken.oil_info_id = delivery.id)
  order by delivery.end_time limit ${most}`

/** The closing stock of the month before. */
const opening: Read = asked => sql`
  select 'month' as document, settle.id as "recordId", to_char(settle.month, 'YYYY-MM') as name, settle.month as day,
    line.closing as quantity, line.closing_cents as cents
  from month_settle settle
  join month_settle_line line on line.company_id = ${asked.companyId} and line.month_settle_id = settle.id
  where settle.company_id = ${asked.companyId} and settle.month = ${asked.month}::date - interval '1 month' and line.place = ${asked.place}
    and coalesce(line.depot_id, line.station_id) is not distinct from ${asked.placeId}
    and coalesce(line.product_id, line.base_fuel_id) = ${asked.fuelId}`

/** What is behind which figure of which place; of the others there are no documents: they follow. */
const reads: { readonly [P in MonthPlace]: { readonly [F in MonthFigure]?: readonly Read[] } } = {
  depot: {
    opening: [opening],
    purchased: [purchases, corrections],
    transferredIn: [transfers(true)],
    transferredOut: [transfers(false)],
    issued: [loads],
  },
  road: { opening: [opening], received: [loads], issued: [signed(sql`signed_kg`, null)], lost: [signed(sql`loaded_kg - signed_kg`, null)] },
  station: {
    opening: [opening],
    purchased: [tanked(true)],
    received: [tanked(false)],
    adjusted: [entered, begun, receipts],
    sold: [shifts(sql`book.metered_cl`)],
  },
}

/** The documents that a figure is made of. */
export const behind = handle(monthSettlement.behind, async (ctx: Ctx, { body }) => {
  const month = Temporal.PlainDate.from(body.month).with({ day: 1 })
  const asked = { ...body, companyId: companyOf(ctx), month: month.toString(), next: month.add({ months: 1 }).toString() }
  const content: Row[] = []
  for (const read of reads[body.place][body.figure] ?? []) content.push(...(await read(asked).execute(ctx.tx)).rows)
  const { currency } = await ctx.tx.selectFrom('company').where('id', '=', asked.companyId).select('currency').executeTakeFirstOrThrow()
  return { content: content.slice(0, most), currency }
})
