import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { MonthOf, StationFact } from './facts.ts'

type Book = Omit<StationFact, 'opening' | 'openedCl' | 'salesNetCents'>

/**
 * Entries of the books that follow from signatures: they are of what came in, and of the day that the delivery belongs to, unless the month
 * of that day was settled before. What was counted by its note on the last day of a month is signed for on the first of the next.
 */
const signedLater = (companyId: number) => sql`
  select entry.station_id, entry.product_id, entry.tank_id, entry.volume_cl, entry.at, state.business_day as counted_on,
    case when exists (select from month_settle ended where ended.company_id = ${companyId}
        and ended.month = date_trunc('month', entry.belongs_day::timestamp)::date and ended.created_date <= entry.created_date)
      then state.business_day else coalesce(entry.belongs_day, state.business_day) end as day
  from tank_entry entry
  join daily_state state on state.company_id = ${companyId} and state.id = entry.daily_state_id
  where entry.company_id = ${companyId} and entry.oil_info_id is not null`

/** What shifts moved in the books, and what of it follows from signatures and is of another month. */
const counted = ({ companyId, month, next, before }: MonthOf) => sql`
      select station_id, product_id, sum(received_cl) as intake_cl, sum(transferred_cl + adjusted_cl) as entered_cl,
        sum(metered_cl) as sold_cl
      from tank_book where company_id = ${companyId} and business_month = ${month}::date group by 1, 2
      union all
      select book.station_id, book.product_id, sum(received_cl), sum(transferred_cl + adjusted_cl), sum(metered_cl)
      from class_settle settle
      join tank_book book on book.company_id = ${companyId} and book.class_settle_id = settle.id
      where settle.company_id = ${companyId} and settle.created_date > ${before?.createdDate ?? null}::timestamptz
        and settle.business_day < ${month}::date
      group by 1, 2
      union all
      select station_id, product_id, sum(case when day >= ${month}::date and day < ${next}::date then volume_cl else 0 end),
        sum(case when counted_on >= ${month}::date and counted_on < ${next}::date then -volume_cl else 0 end), 0
      from signed_later
      where ${month}::date in (date_trunc('month', day::timestamp)::date, date_trunc('month', counted_on::timestamp)::date)
      group by 1, 2`

/** What each tank held when the month ended. */
const ends = ({ companyId, month, next }: MonthOf) => sql`
      select last.station_id, last.product_id, dip.business_day as measured_on, since.sold_cl as sold_since_cl,
        coalesce(dip.measured_cl + since.moved_cl, last.book_cl) + coalesce((
          select sum(volume_cl) from signed_later
          where tank_id = tank.id and day < ${next}::date
            and case when dip.id is null then counted_on >= ${next}::date else at > dip.end_time end
        ), 0) as closing_cl
      from tank cross join lateral (
        select station_id, product_id, opening_id, book_cl from tank_book
        where company_id = ${companyId} and tank_id = tank.id and business_month = ${month}::date
        order by until_at desc, id desc limit 1) last
      left join lateral (
        select id, until_at, end_time, business_day, measured_cl from tank_book book
        where company_id = ${companyId} and tank_id = tank.id and business_month = ${month}::date and measured_cl is not null
          and book.opening_id is not distinct from last.opening_id
        order by until_at desc, id desc limit 1) dip on true
      left join lateral (
        select coalesce(sum(received_cl + transferred_cl - metered_cl), 0) as moved_cl, coalesce(sum(metered_cl), 0) as sold_cl
        from tank_book book
        where company_id = ${companyId} and tank_id = tank.id and business_month = ${month}::date
          and (book.until_at, book.id) > (dip.until_at, dip.id)) since on dip.id is not null
      where tank.company_id = ${companyId}`

/**
 * What the books of the tanks say: of shifts of the month, and of those of earlier months that were settled after their month was.
 * At the end a tank holds what was measured of it last in the month, with what its book says went in and out since; without a measurement
 * what the book says.
 */
export async function readBooks({ tx }: Ctx, of: MonthOf): Promise<Book[]> {
  const { companyId, month } = of
  const { rows } = await sql<Book>`
    with signed_later as materialized (${signedLater(companyId)}
        and entry.created_date >= ${month}::date::timestamp - interval '2 days'
    ), counted as (
      ${counted(of)}
    ), ends as (
      ${ends(of)}
    ), begins as (
      select first.station_id, first.product_id, first.opening_cl
      from tank cross join lateral (
        select station_id, product_id, opening_cl from tank_book
        where company_id = ${companyId} and tank_id = tank.id and business_month = ${month}::date
        order by until_at, id limit 1) first
      where tank.company_id = ${companyId}
    ), closed as (
      select station_id, product_id, bool_and(measured_on is not null) as measured,
        case when bool_and(measured_on is not null) then min(measured_on) filter (where sold_since_cl <> 0) end as measured_on,
        case when bool_and(measured_on is not null) then sum(sold_since_cl)::bigint end as sold_since_cl,
        case when bool_and(closing_cl is not null) then sum(closing_cl) end as closing_cl
      from ends group by 1, 2
    ), opened as (
      select station_id, product_id, case when bool_and(opening_cl is not null) then sum(opening_cl) end as opening_cl
      from begins group by 1, 2
    )
    select station_id as "stationId", product_id as "productId", opened.opening_cl as "bookOpeningCl", sum(intake_cl) as "intakeCl",
      sum(entered_cl) as "enteredCl", sum(sold_cl) as "soldCl", closed.closing_cl as "closingCl",
      coalesce(closed.measured, false) as measured, closed.measured_on as "measuredOn", closed.sold_since_cl as "soldSinceCl"
    from counted left join opened using (station_id, product_id) left join closed using (station_id, product_id)
    group by 1, 2, 3, 7, 8, 9, 10 order by 1, 2`.execute(tx)
  return rows
}

type Opened = Pick<StationFact, 'stationId' | 'productId'> & { readonly cl: number }

/** Where months were settled before: the beginnings of books within this one, as they stand. */
export async function readOpened({ tx }: Ctx, { companyId, month, next, before }: MonthOf): Promise<Opened[]> {
  if (!before) return []
  const { rows } = await sql<Opened>`
    select entry.station_id as "stationId", entry.product_id as "productId", sum(entry.volume_cl)::bigint as cl
    from tank_entry entry join daily_state state on state.company_id = ${companyId} and state.id = entry.daily_state_id
    where entry.company_id = ${companyId} and entry.kind = 'opening'
      and state.business_day >= ${month}::date and state.business_day < ${next}::date
      and exists (select from tank_book book where book.company_id = ${companyId} and book.tank_id = entry.tank_id
        and book.daily_state_id = entry.daily_state_id)
    group by 1, 2`.execute(tx)
  return rows
}
