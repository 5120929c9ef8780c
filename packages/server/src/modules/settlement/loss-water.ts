import { volumeOf } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { LoadRow } from './loss-oil.ts'

/** A gauge tells the height of water to a millimetre or two: less than this is no rise. */
const leastMm = 3

interface Heights {
  readonly key: number
  readonly beforeMm: number | null
  readonly afterMm: number | null
  /** Heights and volumes. */
  readonly points: readonly (readonly [number, number])[] | null
}

/**
 * Water that came with loads, by load: what is below the fuel after them and was not before, by the chart of the tank. Nothing is said
 * where the tank has no chart, for millimetres alone are no litres.
 */
export async function waterOf({ tx }: Ctx, loads: readonly LoadRow[]): Promise<Map<number, number>> {
  const ids = loads.filter(({ of }) => of === 'oilInfos').map(({ key }) => key)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Heights>`
    select delivery.id as key, before.water_height_mm as before_mm, later.water_height_mm as after_mm, chart.points
    from ${scoped(tx, 'delivery')} delivery
    left join lateral (
      select water_height_mm from ${scoped(tx, 'tank_reading')} reading
      where reading.tank_id = delivery.tank_id and reading.struck_at is null and reading.water_height_mm is not null
        and reading.measured_at <= delivery.begin_time and reading.measured_at > delivery.begin_time - interval '1 day'
      order by reading.measured_at desc limit 1) as before on true
    left join lateral (
      select water_height_mm from ${scoped(tx, 'tank_reading')} reading
      where reading.tank_id = delivery.tank_id and reading.struck_at is null and reading.water_height_mm is not null
        and reading.measured_at >= delivery.end_time + interval '20 minutes' and reading.measured_at < delivery.end_time + interval '1 day'
      order by reading.measured_at limit 1) as later on true
    left join lateral (
      select points from ${scoped(tx, 'tank_chart')} known
      where known.tank_id = delivery.tank_id and known.from_at <= delivery.end_time order by known.from_at desc limit 1) as chart on true
    where delivery.id = any(${ids}::bigint[])`.execute(tx)
  return new Map(
    rows.flatMap(({ key, beforeMm, afterMm, points }) => {
      if (!points || beforeMm === null || afterMm === null || afterMm - beforeMm < leastMm) return []
      const chart = points.map(([heightMm, volumeCl]) => ({ heightMm, volumeCl }))
      const [before, after] = [beforeMm === 0 ? 0 : volumeOf(chart, beforeMm), volumeOf(chart, afterMm)]
      return before === undefined || after === undefined ? [] : [[key, after - before] as const]
    }),
  )
}
