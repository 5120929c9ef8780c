import { orderAdvice, type OrderAdvice } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'

/** Over so many settled days the sales are taken; older ones than these say nothing of tomorrow. */
const [daysSeen, daysOld] = [7, 14]

interface Held {
  readonly stationId: number
  readonly stationName: string
  readonly productId: number
  readonly productName: string
  readonly baseFuelId: number | null
  readonly tanks: number
  readonly heldCl: number
  readonly volumesCl: readonly number[]
}
const key = (stationId: number, of: number | null) => `${stationId}:${of}`

/** What lies in the tanks of each station, fuel by fuel; a tank that nobody has measured is left out. */
async function heldNow({ tx, scope }: Ctx, companyId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select tank.station_id, station.name as station_name, product.id as product_id, product.name as product_name, product.base_fuel_id,
      count(*)::int as tanks, sum(tank.volume_cl)::float8 as held_cl, jsonb_agg(tank.max_volume_cl) as volumes_cl
    from ${scoped(tx, 'tank')} tank join ${scoped(tx, 'station')} station on station.id = tank.station_id
    join ${scoped(tx, 'product')} product on product.id = tank.product_id
    where tank.company_id = ${companyId} and tank.measured_at is not null
      and (${scope.stationId ?? null}::bigint is null or tank.station_id = ${scope.stationId ?? null}::bigint)
    group by tank.station_id, station.name, product.id, product.name, product.base_fuel_id
    order by station.name, product.name`.execute(tx)
  return rows
}

/** Litres a day by settled shifts; a day on which a station sold nothing of a fuel counts as one. */
async function soldPerDay({ tx, now }: Ctx, companyId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ stationId: number; productId: number; perDay: number }>`
    select station_id, product_id, floor(sum(metered_cl) / greatest(1, max(days)))::float8 as per_day from (
      select station_id, product_id, metered_cl,
        least(${daysSeen}::int,
          max(business_day) over (partition by station_id) - min(business_day) over (partition by station_id) + 1) as days,
        business_day > max(business_day) over (partition by station_id) - ${daysSeen}::int as is_seen
      from ${scoped(tx, 'tank_book')} book
      where book.company_id = ${companyId} and book.business_day >= (${now}::timestamptz)::date - ${daysOld}::int
    ) recent where is_seen group by station_id, product_id`.execute(tx)
  return new Map(rows.map(({ stationId, productId, perDay }) => [key(stationId, productId), perDay]))
}

/** What is ordered or on the road. */
async function openOf({ tx }: Ctx, companyId: number): Promise<Map<string, { loads: number; cl: number }>> {
  const { rows } = await sql<{ stationId: number; baseFuelId: number; loads: number; cl: number }>`
    select station_id, base_fuel_id, count(*)::int as loads, coalesce(sum(loaded_cl), 0)::float8 as cl
    from ${scoped(tx, 'transport')} load where load.company_id = ${companyId} and load.stage in ('ordered', 'loaded')
    group by station_id, base_fuel_id`.execute(tx)
  return new Map(rows.map(({ stationId, baseFuelId, loads, cl }) => [key(stationId, baseFuelId), { loads, cl }]))
}

export interface TruckKnown {
  readonly id: number
  readonly plate: string
  readonly compartments: readonly { readonly volumeCl: number }[]
}

/** The most that whole compartments of one truck bring into a room; of two trucks that bring as much, the smaller. */
export function fittest(roomCl: number, trucks: readonly TruckKnown[]): { volumeCl: number; truck: TruckKnown | null } {
  let best: { volumeCl: number; truck: TruckKnown | null } = { volumeCl: 0, truck: null }
  const size = (truck: TruckKnown | null) => truck?.compartments.reduce((sum, { volumeCl }) => sum + volumeCl, 0) ?? Infinity
  for (const truck of trucks) {
    const sums = truck.compartments.reduce(
      (known, { volumeCl }) => new Set([...known, ...[...known].map(sum => sum + volumeCl)]),
      new Set([0]),
    )
    const most = Math.max(...[...sums].filter(sum => sum <= roomCl))
    if (most > best.volumeCl || (most === best.volumeCl && most > 0 && size(truck) < size(best.truck))) best = { volumeCl: most, truck }
  }
  return best
}

const whole = 1_000_00

/** @source decision SU17 */
const advise = handle(orderAdvice, async (ctx, { query: { withinDays } }) => {
  const companyId = companyOf(ctx)
  const [held, sold, open] = [await heldNow(ctx, companyId), await soldPerDay(ctx, companyId), await openOf(ctx, companyId)]
  const trucks = (await ctx.tx
    .selectFrom('truck')
    .where('companyId', '=', companyId)
    .where('endedDate', 'is', null)
    .select(['id', 'plate', 'compartments'])
    .orderBy('id')
    .execute()) as unknown as TruckKnown[]
  const stops = new Map<number, number>()
  for (const { stationId } of held)
    if (!stops.has(stationId)) stops.set(stationId, (await settingsOfStation(ctx, stationId)).tankAlarms.stopPercent)
  const content = held.map((each): OrderAdvice => {
    const { volumesCl, heldCl, stationId, productId, baseFuelId, ...named } = each
    const stopCl = volumesCl.reduce((sum, most) => sum + Math.floor((most * stops.get(stationId)!) / 100), 0)
    const { loads, cl: openCl } = open.get(key(stationId, baseFuelId)) ?? { loads: 0, cl: 0 }
    const roomCl = Math.max(0, stopCl - heldCl - openCl)
    const perDay = sold.get(key(stationId, productId)) ?? null
    const { volumeCl, truck } = baseFuelId === null ? { volumeCl: 0, truck: null } : fittest(roomCl, trucks)
    const proposedCl = baseFuelId === null ? 0 : trucks.length > 0 ? volumeCl : roomCl - (roomCl % whole)
    return {
      ...named,
      stationId,
      productId,
      baseFuelId,
      heldCl,
      soldPerDayCl: perDay,
      daysToEmpty: perDay ? Math.floor(heldCl / perDay) : null,
      openLoads: loads,
      openCl,
      roomCl,
      proposedCl,
      truck: truck && { ...truck, compartments: [...truck.compartments] },
    }
  })
  const lasts = ({ heldCl, openCl, soldPerDayCl }: OrderAdvice) => (soldPerDayCl ? (heldCl + openCl) / soldPerDayCl : Infinity)
  const asked = content.filter(each => withinDays === undefined || lasts(each) < withinDays)
  return { content: asked.toSorted((one, other) => (one.daysToEmpty ?? Infinity) - (other.daysToEmpty ?? Infinity)) }
})
export const adviceHandlers = [advise]
