import { devicePermissions, reportTankReadings, volumeOf, type ChartPoint } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * The last day closely, the month before it as far as a drawing needs, and some nights before it as closely as a test in quiet hours needs
 * (between these hours it is night in China, and evening in Europe).
 */
const closelyMs = 15 * 60_000
const coarselyMs = 2 * hourMs
const [nights, nightFrom, nightUntil, nightMs] = [12, 16, 21, hourMs / 2] as const

/** What gauges told in the month of the demo: as high as the sales and deliveries since then say. */
export const levelsOfDemo = ({ from, now, stations, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      for (const { id } of stations) await tell(ctx, id, from)
    })
  return [{ at: now, run }]
}

interface Tank {
  readonly id: number
  readonly number: number
  readonly maxVolumeCl: number
  readonly volumeCl: number
  readonly waterHeightMm: number
  readonly temperature: number | null
  readonly measuredAt: string
  /** Its gauge has told of earlier days: what it told then stays as it is. */
  readonly toldBefore: boolean
  /** Of its newest chart. */
  readonly points: readonly [number, number][]
  readonly sales: readonly Moved[]
  readonly deliveries: readonly Moved[]
}
interface Moved {
  readonly ms: number
  readonly cl: number
}

async function tell(ctx: Ctx, stationId: number, from: Date): Promise<void> {
  const devices = ctx.tx.selectFrom('device').where('stationId', '=', stationId).where('type', '=', 'dataHub')
  const device = await devices.select('id').executeTakeFirst()
  if (!device) return
  const readings = (await tanksOf(ctx, stationId)).flatMap(tank => readingsOf(tank, from.getTime()))
  if (readings.length === 0) return
  const actor = { ...ctx.actor, kind: 'device' as const, id: device.id, stationId, permissions: devicePermissions }
  await handlerOf(reportTankReadings).run({ ...ctx, actor }, { body: { readings } })
}

async function tanksOf({ tx }: Ctx, stationId: number): Promise<Tank[]> {
  const { rows } = await sql<Tank>`
    select tank.id, number, max_volume_cl, coalesce(told.volume_cl, tank.volume_cl) as volume_cl, tank.water_height_mm, tank.temperature,
      coalesce(told.measured_at, tank.measured_at) as measured_at,
      exists (select from ${scoped(tx, 'tank_reading')} reading where reading.tank_id = tank.id and source = 'gauge'
        and reading.measured_at < tank.measured_at - interval '1 day') as told_before,
      (select points from ${scoped(tx, 'tank_chart')} chart where chart.tank_id = tank.id order by from_at desc limit 1) as points,
      (select coalesce(jsonb_agg(jsonb_build_object('ms', extract(epoch from sale.created_date) * 1000, 'cl', line.volume_cl)), '[]')
        from ${scoped(tx, 'nozzle_control')} nozzle
        join ${scoped(tx, 'sale_order')} sale on sale.nozzle_control_id = nozzle.id
        join ${scoped(tx, 'order_line')} line on line.order_id = sale.id and line.category_type = 'fuel'
        where nozzle.tank_id = tank.id) as sales,
      (select coalesce(jsonb_agg(jsonb_build_object('ms', extract(epoch from end_time) * 1000, 'cl', delivery_volume_cl)), '[]')
        from ${scoped(tx, 'delivery')} delivery where delivery.tank_id = tank.id and end_time is not null) as deliveries
    from ${scoped(tx, 'tank')} tank
    left join lateral (select volume_cl, measured_at from ${scoped(tx, 'tank_reading')} reading
      where reading.tank_id = tank.id and source = 'gauge' and struck_at is null
        and reading.measured_at > tank.measured_at - interval '1 day'
      order by measured_at limit 1) told on true
    where station_id = ${stationId} and tank.measured_at is not null order by number`.execute(tx)
  return rows.filter(({ points }) => points !== null)
}

/**
 * Backwards from the first reading of the day, else from what the tank shows: it held what has been sold since, and not yet what has come
 * since.
 */
function readingsOf({ sales, deliveries, measuredAt, toldBefore, points, ...tank }: Tank, fromMs: number) {
  const lastMs = Date.parse(measuredAt)
  const after = (moved: readonly Moved[], ms: number) =>
    moved.reduce((sum, one) => (one.ms > ms && one.ms <= lastMs ? sum + one.cl : sum), 0)
  const chart = points.map(([heightMm, volumeCl]): ChartPoint => ({ heightMm, volumeCl }))
  return momentsBefore(lastMs, toldBefore ? Math.max(fromMs, lastMs - dayMs) : fromMs).map(ms => {
    const held = tank.volumeCl + after(sales, ms) - after(deliveries, ms)
    const volumeCl = Math.round(Math.min(0.96, Math.max(0.02, held / tank.maxVolumeCl)) * tank.maxVolumeCl)
    const waterCl = volumeOf(chart, tank.waterHeightMm) ?? 0
    const oilHeightMm = chart.find(point => point.volumeCl - waterCl >= volumeCl)?.heightMm ?? chart.at(-1)!.heightMm
    return {
      number: tank.number,
      measuredAt: new Date(ms).toISOString(),
      sequence: null,
      volumeCl,
      oilHeightMm: Math.max(oilHeightMm, tank.waterHeightMm),
      waterHeightMm: tank.waterHeightMm,
      // Fuel under the ground hardly follows the day; its volume is told as if it did not.
      temperature: Math.round(10 * ((tank.temperature ?? 15) + 0.06 * Math.sin((2 * Math.PI * ms) / dayMs))) / 10,
    }
  })
}

/** The moment itself is left out: it is known. */
function momentsBefore(lastMs: number, fromMs: number): number[] {
  const close = Array.from({ length: dayMs / closelyMs }, (_, at) => lastMs - (at + 1) * closelyMs)
  const coarse = Array.from(
    { length: Math.max(0, Math.floor((lastMs - dayMs - fromMs) / coarselyMs)) },
    (_, at) => lastMs - dayMs - (at + 1) * coarselyMs,
  )
  const midnight = lastMs - (lastMs % dayMs)
  const dark = Array.from({ length: nights }, (_, night) => midnight - (night + 2) * dayMs).flatMap(day =>
    Array.from({ length: ((nightUntil - nightFrom) * hourMs) / nightMs + 1 }, (_, at) => day + nightFrom * hourMs + at * nightMs),
  )
  return [...new Set([...close, ...coarse, ...dark])].filter(ms => ms > fromMs).toSorted((one, other) => one - other)
}
