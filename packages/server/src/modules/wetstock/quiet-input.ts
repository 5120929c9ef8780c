import type { QuietInput, QuietReading } from '@forecourt/contract/measure/quiet-hours.ts'
import { busyOfDelivery, calmMs, quietTimes, shortestMs, slowestClPerMs, type Busy } from '@forecourt/contract/measure/quiet-stretches.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'

/** A tank, or connected tanks, which are reckoned as one. @source decisions WS21 */
export interface TankSystem {
  readonly stationId: number
  readonly productId: number
  readonly tankIds: readonly number[]
}
interface Span {
  readonly from: Date
  readonly until: Date
}
interface Times {
  readonly from: number
  readonly until: number
}

/** A gauge may speak every few seconds: so much of it is averaged. */
const stepMinutes = 5
/** Sales that follow each other closer than this leave no quiet time between them. */
const apartMinutes = 60
/** What was entered for a moment took some time. */
const transferMs = 3_600_000
const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** What a test in quiet hours looks at. The cost is that of the time that is asked for, however long the history. */
export async function quietInput(ctx: Ctx, system: TankSystem, span: Span): Promise<QuietInput> {
  const { measurement } = await settingsOfStation(ctx, system.stationId)
  const busy = [...(await salesOf(ctx, system, span)), ...(await movedTimes(ctx, system, span)).map(busyOfDelivery)]
  const times = quietTimes(busy, span.from.getTime(), span.until.getTime())
  return { readings: await readingsOf(ctx, system, times), busy, oil: await oilOf(ctx, system, span), settings: measurement }
}

/** The nozzles that draw from these tanks, or did so in the time that is asked for. */
export const nozzlesOf = (tx: Tx, tankIds: readonly number[], from: Date) => sql`
  nozzle as (
    select id, tank_id from ${scoped(tx, 'nozzle_control')} one
    where tank_id = any(${[...tankIds]}::bigint[]) or exists (
      select from ${scoped(tx, 'nozzle_earlier_tank')} changed where changed.nozzle_control_id = one.id
        and changed.tank_id = any(${[...tankIds]}::bigint[]) and changed.until_at > ${from}::timestamptz)
  )`

/** Sales without a quiet time between them are one: only where they leave the tank alone is of interest. */
async function salesOf({ tx }: Ctx, { tankIds }: TankSystem, { from, until }: Span): Promise<Busy[]> {
  const { rows } = await sql<Times>`
    with ${nozzlesOf(tx, tankIds, from)}, sale as (
      select ${msOf('sold.created_date')} as at, ${msOf('sold.created_date')} - greatest(${shortestMs}::float8,
        sum(line.volume_cl)::float8 / ${slowestClPerMs}::float8) as begun
      from nozzle
      join ${scoped(tx, 'sale_order')} sold on sold.nozzle_control_id = nozzle.id
        and sold.created_date between ${from}::timestamptz and ${until}::timestamptz
      join ${scoped(tx, 'order_line')} line on line.order_id = sold.id and line.category_type = 'fuel'
      left join lateral (select changed.tank_id from ${scoped(tx, 'nozzle_earlier_tank')} changed
        where changed.nozzle_control_id = nozzle.id and changed.until_at > sold.created_date order by until_at limit 1) earlier on true
      where coalesce(earlier.tank_id, nozzle.tank_id) = any(${[...tankIds]}::bigint[])
      group by sold.id, sold.created_date
    ), placed as (
      select *, count(*) filter (where apart) over (order by at, begun) as run
      from (select *, begun - lag(at) over (order by at, begun) > ${apartMinutes * 60_000}::float8 as apart from sale) as next
    )
    select min(begun) as from, max(at) + ${calmMs}::float8 as until from placed group by run order by min(begun)`.execute(tx)
  return rows
}

/** Recorded deliveries, those that the gauge shows whether or not somebody recorded them, and transfers. */
export async function movedTimes({ tx }: Ctx, { tankIds }: TankSystem, { from, until }: Span): Promise<Busy[]> {
  const tanks = [...tankIds]
  // What has just come may still settle.
  const since = new Date(from.getTime() - 24 * 3_600_000)
  const { rows } = await sql<Times>`
    select ${msOf('begin_time')} as from, ${msOf('ended_at')} as until from (
      select begin_time, coalesce(end_time, ${until}::timestamptz) as ended_at from ${scoped(tx, 'delivery')} delivery
      where tank_id = any(${tanks}::bigint[]) and begin_time between ${since}::timestamptz and ${until}::timestamptz
      union all
      select before_at, after_at from ${scoped(tx, 'found_delivery')} found
      where tank_id = any(${tanks}::bigint[]) and kind = 'rise' and end_time >= ${since}::timestamptz
        and begin_time <= ${until}::timestamptz
      union all
      select at - make_interval(secs => ${transferMs / 1000}), at from ${scoped(tx, 'tank_entry')} entry
      where tank_id = any(${tanks}::bigint[]) and kind in ('transfer', 'productChange')
        and at between ${since}::timestamptz and ${until}::timestamptz
    ) as moved`.execute(tx)
  return rows
}

/** Connected tanks are read together: what one of them says alone says nothing of all. */
async function readingsOf({ tx }: Ctx, { tankIds, productId }: TankSystem, times: readonly Times[]): Promise<QuietReading[]> {
  if (times.length === 0) return []
  const instants = (of: (one: Times) => number) => times.map(one => new Date(of(one)).toISOString())
  const { rows } = await sql<QuietReading>`
    select avg(at)::float8 as at, sum(volume_cl)::float8 as volume_cl,
      case when count(celsius) = count(*) then (sum(volume_cl * celsius) / nullif(sum(volume_cl), 0))::float8 end as temperature
    from (
      select reading.tank_id, date_bin(make_interval(mins => ${stepMinutes}::int), measured_at, '2000-01-01') as step,
        avg(${msOf('measured_at')}) as at, avg(volume_cl) as volume_cl, avg(reading.temperature) as celsius
      from unnest(${instants(({ from }) => from)}::timestamptz[], ${instants(({ until }) => until)}::timestamptz[]) as quiet (begun, ended)
      join ${scoped(tx, 'tank_reading')} reading on reading.tank_id = any(${[...tankIds]}::bigint[])
        and measured_at between begun and ended
      where source = 'gauge' and struck_at is null and product_id = ${productId}
      group by reading.tank_id, quiet.begun, step
    ) as told group by step having count(*) = ${tankIds.length} order by 1`.execute(tx)
  return rows
}

/** Of what came last its density is known best. */
export async function oilOf({ tx }: Ctx, { tankIds, productId }: TankSystem, { until }: Span): Promise<QuietInput['oil']> {
  const { rows } = await sql<{ density: number; densityKind: 'observed' | 'standard'; temperature: number | null }>`
    select density::float8 as density, density_kind, temperature::float8 as temperature from ${scoped(tx, 'delivery')} delivery
    where tank_id = any(${[...tankIds]}::bigint[]) and product_id = ${productId} and density is not null
      and begin_time <= ${until}::timestamptz
    order by begin_time desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return {}
  const { density, densityKind, temperature } = last
  return densityKind === 'standard' ? { density } : { observedDensity: density, observedTemperature: temperature }
}
