import type { Obstacle } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { MonthFigures } from './figures.ts'
import type { MonthOf } from './facts.ts'

/** More of a kind are counted, not listed. */
const most = 500
type Found = Partial<Obstacle> & Pick<Obstacle, 'placeName' | 'about'>
const shown = (kind: Obstacle['kind'], found: Found): Obstacle => ({
  kind,
  stationId: null,
  day: null,
  recordId: null,
  quantity: null,
  ...found,
})

export interface OpenLoad {
  readonly transportId: number
  readonly billNo: string
  readonly weightKg: number | null
  readonly stationId: number
  readonly stationName: string
  readonly loadedDay: string
}

/** Loads that left in the month or before and that nobody has signed for. */
export async function openLoads({ tx }: Ctx, { companyId, next }: MonthOf): Promise<OpenLoad[]> {
  const { rows } = await sql<OpenLoad>`
    select transport.id as "transportId", coalesce(nullif(bill_no, ''), '#' || transport.id) as "billNo", loaded_kg as "weightKg",
      station.id as "stationId", station.name as "stationName", loaded_day as "loadedDay"
    from transport join station on station.company_id = ${companyId} and station.id = transport.station_id
    where transport.company_id = ${companyId} and stage = 'loaded' and loaded_day < ${next}::date
    order by loaded_day, transport.id`.execute(tx)
  return rows
}

/** Days of the month with sales that wait for their settlement. @source decision SU11 */
async function openDays({ tx }: Ctx, { companyId, month, next }: MonthOf): Promise<Obstacle[]> {
  const { rows } = await sql<{ stationId: number; placeName: string; day: string }>`
    select station.id as "stationId", station.name as "placeName", state.business_day as day
    from daily_state state join station on station.company_id = ${companyId} and station.id = state.station_id
    where state.company_id = ${companyId} and state.business_day >= ${month}::date and state.business_day < ${next}::date
      and not exists (select from day_settle settled where settled.company_id = ${companyId}
        and settled.station_id = state.station_id and settled.business_day = state.business_day)
      and exists (select from sale_order sale where sale.company_id = ${companyId} and sale.shift_id = state.id)
    group by station.id, station.name, state.business_day order by state.business_day, station.name limit ${most}`.execute(tx)
  return rows.map(row => shown('stationDay', { ...row, about: row.day }))
}

/**
 * Stations that have settled shifts of the month which are not in the books of their tanks: the books wait for an earlier day, or natural
 * day, of which nothing may have been sold. What they sold would belong to no month.
 */
async function booksBehind({ tx }: Ctx, { companyId, month, next }: MonthOf): Promise<Obstacle[]> {
  const { rows } = await sql<{ stationId: number; placeName: string; about: string; day: string }>`
    with begun as (
      select entry.station_id, min(state.start_time) as at
      from tank_entry entry
      join daily_state state on state.company_id = ${companyId} and state.id = entry.daily_state_id
      where entry.company_id = ${companyId} and entry.kind in ('opening', 'productChange') and entry.reverses_id is null
        and not exists (select from tank_entry reversal where reversal.company_id = ${companyId} and reversal.reverses_id = entry.id)
      group by entry.station_id
    ), behind as (
      select begun.station_id, begun.at, min(state.start_time) as waits
      from begun
      join class_settle settle on settle.company_id = ${companyId} and settle.station_id = begun.station_id
      join daily_state state on state.company_id = ${companyId} and state.id = settle.daily_state_id and state.start_time >= begun.at
      where settle.business_day >= ${month}::date and settle.business_day < ${next}::date
        and not exists (select from tank_book book where book.company_id = ${companyId} and book.class_settle_id = settle.id)
      group by begun.station_id, begun.at
    )
    select station.id as "stationId", station.name as "placeName", '' as about, coalesce((
        select state.business_day from daily_state state
        where state.company_id = ${companyId} and state.station_id = behind.station_id and not state.settled
          and state.start_time >= behind.at and state.start_time <= behind.waits
        order by state.start_time limit 1), (behind.waits at time zone station.time_zone)::date) as day
    from behind join station on station.company_id = ${companyId} and station.id = behind.station_id
    order by 4, 2 limit ${most}`.execute(tx)
  return rows.map(row => shown('booksBehind', row))
}

async function notesMissing({ tx }: Ctx, { companyId, month, next }: MonthOf): Promise<Obstacle[]> {
  const { rows } = await sql<{ stationId: number; placeName: string; recordId: number; day: string; quantity: number }>`
    select station.id as "stationId", station.name as "placeName", delivery.id as "recordId",
      (delivery.end_time at time zone station.time_zone)::date as day, delivery.offloaded_cl as quantity
    from delivery_state delivery join station on station.company_id = ${companyId} and station.id = delivery.station_id
    where delivery.company_id = ${companyId} and delivery.status = 'noteMissing'
      and delivery.end_time >= ${month}::date::timestamp at time zone station.time_zone
      and delivery.end_time < ${next}::date::timestamp at time zone station.time_zone
    order by delivery.end_time limit ${most}`.execute(tx)
  return rows.map(row => shown('noteMissing', { ...row, about: '' }))
}

export interface Names {
  readonly station: (id: number) => string
  readonly product: (id: number) => string
}

/** What stands against a month, and how much of it has to be put right first. */
export async function obstaclesOf(ctx: Ctx, of: MonthOf, figures: MonthFigures, names: Names, left: readonly OpenLoad[]) {
  const loads = left.map(load => {
    const { transportId: recordId, billNo: about, weightKg: quantity, stationName: placeName, loadedDay: day } = load
    return shown('loadOpen', { recordId, about, quantity, placeName, day, stationId: load.stationId })
  })
  const days = await openDays(ctx, of)
  // Where a day of the month itself is not settled, its books wait for that.
  const open = new Set(days.map(({ stationId }) => stationId))
  const books = (await booksBehind(ctx, of)).filter(({ stationId }) => !open.has(stationId))
  const blocking = [...days, ...books, ...(await notesMissing(ctx, of)), ...loads]
  const at = (kind: Obstacle['kind'], { stationId, productId }: { stationId: number; productId: number }, quantity: number | null = null) =>
    shown(kind, { stationId, placeName: names.station(stationId), about: names.product(productId), quantity })
  const known = [
    ...figures.unmatched.map(({ of: fact, cl }) => at('receiptUnmatched', fact, cl)),
    ...figures.measuredEarlier.map(fact => ({ ...at('measuredEarlier', fact, fact.soldSinceCl), day: fact.measuredOn })),
    ...figures.openingUnknown.map(fact => at('openingUnknown', fact)),
    ...figures.costUnknown.map(fact => at('costUnknown', fact, fact.soldCl)),
  ]
  return { against: [...blocking, ...known], blocking: blocking.length }
}
