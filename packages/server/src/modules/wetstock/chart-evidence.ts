import type { ChartEvidence, HeightReading, MeteredSale } from '@forecourt/contract/measure/chart-points.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'
import { movedTimes, nozzlesOf, oilOf, type TankSystem } from './quiet-input.ts'

interface Span {
  readonly from: Date
  readonly until: Date
}
/** Of readings that follow each other closely one is enough. */
const stepMinutes = 2
const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** What levels and sales of one tank say of its chart. The cost is that of the time that is asked for. */
export async function chartEvidence(ctx: Ctx, system: TankSystem, chart: ChartEvidence['chart'], span: Span): Promise<ChartEvidence> {
  const { measurement: settings } = await settingsOfStation(ctx, system.stationId)
  const [readings, sales] = [await heightsOf(ctx, system, span), await salesOf(ctx, system, span)]
  return { chart, readings, sales, deliveries: await movedTimes(ctx, system, span), oil: await oilOf(ctx, system, span), settings }
}

async function heightsOf({ tx }: Ctx, { tankIds, productId }: TankSystem, { from, until }: Span): Promise<HeightReading[]> {
  const { rows } = await sql<HeightReading>`
    select distinct on (step) at, height_mm, water_height_mm, temperature
    from (
      select date_bin(make_interval(mins => ${stepMinutes}::int), measured_at, '2000-01-01') as step, ${msOf('measured_at')} as at,
        oil_height_mm as height_mm, water_height_mm, temperature::float8 as temperature
      from ${scoped(tx, 'tank_reading')} reading
      where tank_id = ${tankIds[0]} and source = 'gauge' and struck_at is null and product_id = ${productId} and oil_height_mm > 0
        and measured_at between ${from}::timestamptz and ${until}::timestamptz
    ) as told order by step, at`.execute(tx)
  // A temperature that never moves is not a measurement. @source decisions WS17
  const moves = new Set(rows.map(({ temperature }) => temperature)).size > 1
  return moves ? rows : rows.map(row => ({ ...row, temperature: null }))
}

async function salesOf({ tx }: Ctx, { tankIds }: TankSystem, { from, until }: Span): Promise<MeteredSale[]> {
  const { rows } = await sql<MeteredSale>`
    with ${nozzlesOf(tx, tankIds, from)}
    select ${msOf('sold.created_date')} as at, sum(line.volume_cl)::float8 as volume_cl
    from nozzle
    join ${scoped(tx, 'sale_order')} sold on sold.nozzle_control_id = nozzle.id
      and sold.created_date between ${from}::timestamptz and ${until}::timestamptz
    join ${scoped(tx, 'order_line')} line on line.order_id = sold.id and line.category_type = 'fuel'
    left join lateral (select changed.tank_id from ${scoped(tx, 'nozzle_earlier_tank')} changed
      where changed.nozzle_control_id = nozzle.id and changed.until_at > sold.created_date order by until_at limit 1) earlier on true
    where coalesce(earlier.tank_id, nozzle.tank_id) = any(${[...tankIds]}::bigint[])
    group by sold.id, sold.created_date order by sold.created_date`.execute(tx)
  return rows
}
