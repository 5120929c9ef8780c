import { chartOfCylinder, devicePermissions, reportTankReadings, volumeOf } from '@forecourt/contract'
import { expansionOf, type Expansion } from '@forecourt/contract/measure/expansion.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { cylinderOfDemo } from '../forecourt/index.ts'
import { settingsOfStation } from '../org/index.ts'
import { oilOf } from './quiet-input.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/**
 * The last day closely, deliveries more closely, the month before it as far as a drawing needs, and some nights before it as closely as a
 * test in quiet hours needs (between these hours it is night in China, and evening in Europe).
 */
const [closelyMs, coarselyMs, aroundMs] = [15 * minuteMs, 2 * hourMs, 10 * minuteMs]
const [nights, nightFrom, nightUntil, nightMs] = [12, 16, 21, hourMs / 2] as const
/** At the first station one tanker more came than was recorded, so long ago. */
const forgotten = { agoMs: 9 * hourMs, lastsMs: 20 * minuteMs, mostCl: 8_000_00, fullest: 0.87 }

/**
 * What gauges told in the month of the demo: as high as the dipsticks of settled shifts, sales and deliveries say. It is there before tanks
 * are dipped and judged.
 */
export const levelsOfDemo = ({ from, now, stations, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      for (const [turn, { id }] of stations.entries()) await tell(ctx, id, from, turn === 0)
    })
  return [{ at: new Date(now.getTime() - 1), run }]
}

interface Tank {
  readonly id: number
  readonly productId: number
  readonly number: number
  readonly maxVolumeCl: number
  readonly volumeCl: number
  readonly waterHeightMm: number
  readonly temperature: number | null
  readonly measuredAt: string
  /** What was measured when shifts ended. */
  readonly dips: readonly Moved[]
  readonly sales: readonly Moved[]
  readonly deliveries: readonly Came[]
}
interface Moved {
  readonly ms: number
  readonly cl: number
}
interface Came {
  readonly from: number
  readonly until: number
  readonly cl: number
}

async function tell(ctx: Ctx, stationId: number, from: Date, isFirst: boolean): Promise<void> {
  const devices = ctx.tx.selectFrom('device').where('stationId', '=', stationId).where('type', '=', 'dataHub')
  const device = await devices.select('id').executeTakeFirst()
  if (!device) return
  const { measurement } = await settingsOfStation(ctx, stationId)
  const readings = []
  for (const [turn, tank] of (await tanksOf(ctx, stationId)).entries()) {
    const lastMs = Date.parse(tank.measuredAt)
    const isRecent = ctx.now.getTime() - lastMs < hourMs
    const system = { stationId, productId: tank.productId, tankIds: [tank.id] }
    const expansion = expansionOf(await oilOf(ctx, system, { from, until: ctx.now }), measurement)
    const lived = isFirst && turn === 0 && isRecent ? withForgotten(tank, lastMs) : tank
    readings.push(...readingsOf(lived, expansion, lastMs, from.getTime()))
  }
  if (readings.length === 0) return
  const actor = { ...ctx.actor, kind: 'device' as const, id: device.id, stationId, permissions: devicePermissions }
  await handlerOf(reportTankReadings).run({ ...ctx, actor }, { body: { readings } })
}

async function tanksOf({ tx }: Ctx, stationId: number): Promise<Tank[]> {
  const ms = (column: string) => sql`extract(epoch from ${sql.ref(column)}) * 1000`
  const { rows } = await sql<Tank>`
    select tank.id, product_id, number, max_volume_cl, volume_cl, water_height_mm, temperature, measured_at,
      (select coalesce(jsonb_agg(jsonb_build_object('ms', ${ms('end_time')}, 'cl', measured_cl) order by end_time), '[]')
        from ${scoped(tx, 'tank_book')} book where book.tank_id = tank.id and measured_cl is not null) as dips,
      (select coalesce(jsonb_agg(jsonb_build_object('ms', ${ms('sale.created_date')}, 'cl', line.volume_cl)), '[]')
        from ${scoped(tx, 'nozzle_control')} nozzle
        join ${scoped(tx, 'sale_order')} sale on sale.nozzle_control_id = nozzle.id
        join ${scoped(tx, 'order_line')} line on line.order_id = sale.id and line.category_type = 'fuel'
        where nozzle.tank_id = tank.id) as sales,
      (select coalesce(jsonb_agg(jsonb_build_object('from', ${ms('begin_time')}, 'until', ${ms('end_time')}, 'cl', total_cl)), '[]')
        from ${scoped(tx, 'delivery_state')} delivery
        where delivery.tank_id = tank.id and end_time is not null and superseded_at is null) as deliveries
    from ${scoped(tx, 'tank')} tank
    where station_id = ${stationId} and tank.measured_at is not null order by number`.execute(tx)
  return rows
}

function withForgotten(tank: Tank, lastMs: number): Tank {
  const from = lastMs - forgotten.agoMs
  const cl = Math.min(forgotten.mostCl, Math.floor(forgotten.fullest * tank.maxVolumeCl) - levelOf(tank, lastMs)(lastMs))
  if (cl <= 0) return tank
  const dips = tank.dips.filter(({ ms }) => ms < from)
  return { ...tank, dips, deliveries: [...tank.deliveries, { from, until: from + forgotten.lastsMs, cl }] }
}

/** How high it stood: by the dipstick that follows, else by the one before; without any by what the tank shows. */
function levelOf({ sales, deliveries, dips, volumeCl, maxVolumeCl }: Tank, lastMs: number): (ms: number) => number {
  const movedBy = (ms: number) =>
    deliveries.reduce((sum, { from, until, cl }) => sum + cl * Math.min(1, Math.max(0, (ms - from) / (until - from))), 0) -
    sales.reduce((sum, one) => (one.ms <= ms ? sum + one.cl : sum), 0)
  const known = (dips.length > 0 ? dips : [{ ms: lastMs, cl: volumeCl }]).map(dip => ({ ...dip, movedBy: movedBy(dip.ms) }))
  return ms => {
    const dip = known.find(one => one.ms >= ms) ?? known.at(-1)!
    const heldCl = dip.cl + movedBy(ms) - dip.movedBy
    return Math.round(Math.min(0.96 * maxVolumeCl, Math.max(0.02 * maxVolumeCl, heldCl)))
  }
}

/** The last of them is what the tank shows. */
function readingsOf(tank: Tank, { factor }: Expansion, lastMs: number, fromMs: number) {
  const { number, maxVolumeCl, waterHeightMm, deliveries } = tank
  const usual = tank.temperature ?? 15
  const level = levelOf(tank, lastMs)
  const shape = chartOfCylinder(cylinderOfDemo(maxVolumeCl))
  const waterCl = volumeOf(shape, waterHeightMm) ?? 0
  return momentsUntil(lastMs, fromMs, deliveries).map(ms => {
    // Fuel under the ground hardly follows the day, and grows as it does.
    const temperature = Math.round(10 * (usual + 0.06 * Math.sin((2 * Math.PI * ms) / dayMs))) / 10
    const volumeCl = Math.round((level(ms) * factor(usual, usual)) / factor(temperature, usual))
    const oilHeightMm = shape.find(point => point.volumeCl - waterCl >= volumeCl)?.heightMm ?? shape.at(-1)!.heightMm
    return {
      number,
      measuredAt: new Date(ms).toISOString(),
      sequence: null,
      volumeCl,
      oilHeightMm: Math.max(oilHeightMm, waterHeightMm),
      waterHeightMm,
      temperature,
    }
  })
}

function momentsUntil(lastMs: number, fromMs: number, deliveries: readonly Came[]): number[] {
  const every = (from: number, until: number, stepMs: number) =>
    Array.from({ length: Math.max(0, Math.floor((until - from) / stepMs) + 1) }, (_, at) => until - at * stepMs)
  const midnight = lastMs - (lastMs % dayMs)
  const dark = Array.from({ length: nights }, (_, night) => midnight - (night + 2) * dayMs).flatMap(day =>
    every(day + nightFrom * hourMs, day + nightUntil * hourMs, nightMs),
  )
  const around = deliveries.flatMap(({ from, until }) => every(from - 2 * hourMs, until + 4 * hourMs, aroundMs))
  const moments = [...every(lastMs - dayMs, lastMs, closelyMs), ...every(fromMs, lastMs - dayMs, coarselyMs), ...dark, ...around]
  return [...new Set(moments)].filter(ms => ms > fromMs && ms <= lastMs).toSorted((one, other) => one - other)
}
