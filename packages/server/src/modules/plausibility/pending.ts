import type { FuelType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { FilledCar } from './facts.ts'

/** A fill that waits to be judged, as its order, its payment and its card tell it. */
export interface WaitingFill {
  readonly orderId: number
  readonly at: string
  readonly clock: string
  readonly minute: number
  readonly stationId: number
  readonly stationName: string
  readonly longitude: number | null
  readonly latitude: number | null
  readonly groupId: number
  readonly userCardId: number
  readonly cardNumber: string
  readonly holderId: number | null
  readonly driver: string
  readonly cardPlates: readonly string[]
  /** As it was told at the pump or the till. */
  readonly plate: string | null
  readonly odometerKm: number | null
  readonly volumeCl: number
  readonly fuel: FuelType | null
  readonly full: boolean
}

/** Takes fills off the list of those that wait. They are on it again should the transaction not be committed. */
export async function takeWaiting({ tx }: Ctx, companyId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ orderId: number }>`
    with waiting as materialized (
      select id from fill_pending where company_id = ${companyId} order by id limit ${most}::int for update skip locked
    )
    delete from fill_pending using waiting where company_id = ${companyId} and fill_pending.id = waiting.id
    returning order_id`.execute(tx)
  return [...new Set(rows.map(({ orderId }) => orderId))]
}

/** What is known of these fills, in the order of time. What was given back as a whole, or had no fuel, is no fill. */
export async function fillsWaiting({ tx }: Ctx, companyId: number, orders: readonly number[]): Promise<WaitingFill[]> {
  const { rows } = await sql<WaitingFill>`
    select sale.id as order_id, sale.created_date as at,
      to_char(sale.created_date at time zone place.time_zone, 'YYYY-MM-DD HH24:MI') as clock,
      (extract(hour from sale.created_date at time zone place.time_zone) * 60
        + extract(minute from sale.created_date at time zone place.time_zone))::int as minute,
      place.id as station_id, place.name as station_name, place.longitude, place.latitude,
      card.group_id, card.id as user_card_id, card.number as card_number, card.user_id as holder_id,
      coalesce(holder.name, card.name) as driver,
      coalesce(card.range_of_use -> 'plates', profile.range_of_use -> 'plates', '[]') as card_plates,
      coalesce(hold.plate, judged.plate) as plate, hold.odometer_km,
      fuel.volume_cl, case when fuel.kinds = 1 and fuel.kind in ('gasoline', 'diesel') then fuel.kind end as fuel,
      coalesce(sale.fuel_method = 'full', false) as full
    from ${scoped(tx, 'sale_order')} sale
    join ${scoped(tx, 'user_card')} card on card.id = sale.user_card_id and card.group_id is not null
    join ${scoped(tx, 'station')} place on place.id = sale.station_id
    cross join lateral (
      select sum(line.volume_cl)::bigint as volume_cl, count(distinct product.classification) as kinds,
        min(product.classification) as kind
      from ${scoped(tx, 'order_line')} line
      join ${scoped(tx, 'item')} item on item.id = line.item_id
      join ${scoped(tx, 'product')} product on product.id = item.product_id
      where line.order_id = sale.id and line.category_type = 'fuel'
    ) as fuel
    left join ${scoped(tx, 'user_account')} holder on holder.id = card.user_id
    left join ${scoped(tx, 'card_limit_profile')} profile on profile.id = card.limit_profile_id
    left join lateral (
      select held.plate, held.odometer_km from ${scoped(tx, 'card_authorisation')} held where held.order_id = sale.id order by held.id
      limit 1
    ) as hold on true
    left join lateral (
      select said.plate from ${scoped(tx, 'card_judgement')} said where said.order_id = sale.id and said.plate is not null
      order by said.id limit 1
    ) as judged on true
    where sale.id = any(${orders}::bigint[]) and fuel.volume_cl > 0
      and (sale.paid_cents = 0 or sale.refunded_cents < sale.paid_cents) and card.company_id = ${companyId}
    order by sale.created_date, sale.id`.execute(tx)
  return rows
}

/** A vehicle, and whose it usually is. */
export interface KnownCar extends FilledCar {
  readonly groupId: number
  readonly userId: number | null
}

/** The vehicles of fleets that bear these plates or are driven by these holders. */
export async function carsOf(
  { tx }: Ctx,
  groups: readonly number[],
  plates: readonly string[],
  holders: readonly number[],
): Promise<KnownCar[]> {
  const { rows } = await sql<KnownCar>`
    select car.id, car.plate, car.fuel_type, car.tank_cl, car.litres_per100_km::float8 as litres_per100_km, car.usual_hours, car.group_id,
      car.user_id
    from ${scoped(tx, 'car')} car
    where car.group_id = any(${groups}::bigint[]) and car.removed_date is null
      and (car.plate = any(${plates}::text[]) or car.user_id = any(${holders}::bigint[]))`.execute(tx)
  return rows.map(({ litresPer100Km, ...car }) => ({ ...car, litresPer100Km }))
}
