import { addTankChart, chartFault, chartOfCylinder, netVolumeOf, tankChartPoints, tankCharts, type Parsed } from '@forecourt/contract'
import type { ChartPoint } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud, companyOfStation } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { lockTank } from './tank-lock.ts'

export interface Chart {
  readonly id: number
  readonly tankId: number
  readonly fromAt: string
  readonly points: readonly ChartPoint[]
}
interface Heights {
  readonly measuredAt: string
  readonly oilHeightMm: number | null
  readonly waterHeightMm: number | null
}

/** Every version of the charts of these tanks, the newest first. */
export async function chartsOf({ tx }: Ctx, tanks: readonly number[]): Promise<Chart[]> {
  if (tanks.length === 0) return []
  const { rows } = await sql<Omit<Chart, 'points'> & { points: [number, number][] }>`
    select id, tank_id, from_at, points from ${scoped(tx, 'tank_chart')} chart
    where tank_id = any(${[...tanks]}::bigint[]) order by from_at desc`.execute(tx)
  return rows.map(({ points, ...chart }) => ({ ...chart, points: asPoints(points) }))
}

const asPoints = (points: readonly [number, number][]): ChartPoint[] => points.map(([heightMm, volumeCl]) => ({ heightMm, volumeCl }))

/**
 * The net volume by the version that was in force at a reading; undefined where there is none or no height was told, `volumeCl` is
 * undefined where a height is beyond the chart.
 */
export function volumeByChart(charts: readonly Chart[], tankId: number, { measuredAt, oilHeightMm, waterHeightMm }: Heights) {
  const at = Date.parse(measuredAt)
  const chart = charts.find(one => one.tankId === tankId && Date.parse(one.fromAt) <= at)
  if (!chart || oilHeightMm === null) return undefined
  return { chartId: chart.id, volumeCl: netVolumeOf(chart.points, oilHeightMm, waterHeightMm) }
}

type NewChart = Parsed<typeof addTankChart>['body']

/** @throws tankChart.dimensionsMissing, tankChart.gaugeOutside */
function pointsOf({ kind, points, diameterMm, lengthMm, ...rest }: NewChart): readonly ChartPoint[] {
  if (kind === 'points') return points
  if (diameterMm === null || lengthMm === null) return refuse('tankChart.dimensionsMissing')
  const gaugeAtMm = rest.gaugeAtMm ?? 0
  if (gaugeAtMm > lengthMm) refuse('tankChart.gaugeOutside', { length: lengthMm })
  return chartOfCylinder({ diameterMm, lengthMm, heads: rest.heads ?? 'flat', tiltMmPerM: rest.tiltMmPerM ?? 0, gaugeAtMm })
}

type Dimensions = Pick<NewChart, 'diameterMm' | 'lengthMm' | 'heads' | 'tiltMmPerM' | 'gaugeAtMm'>
const dimensionsOf = ({ kind, diameterMm, lengthMm, heads, tiltMmPerM, gaugeAtMm }: NewChart): Partial<Dimensions> =>
  kind !== 'cylinder' ? {} : { diameterMm, lengthMm, heads: heads ?? 'flat', tiltMmPerM: tiltMmPerM ?? 0, gaugeAtMm: gaugeAtMm ?? 0 }

/** @throws notFound, tankChart.notRising, tankChart.aboveCapacity, tankChart.notLater and what `pointsOf` throws */
const add = handle(addTankChart, async (ctx, { body }) => {
  const { tx, now } = ctx
  const tank = await lockTank(ctx, body.tankId)
  const companyId = await companyOfStation(ctx, tank.stationId)
  const points = pointsOf(body)
  const fault = chartFault(points)
  if (fault !== undefined) refuse('tankChart.notRising', { line: fault + 1 })
  const top = points.at(-1)!
  if (top.volumeCl > tank.maxVolumeCl) refuse('tankChart.aboveCapacity', { top: top.volumeCl / 100, capacity: tank.maxVolumeCl / 100 })
  const fromAt = body.fromAt === null ? now : new Date(body.fromAt)
  const [newest] = await chartsOf(ctx, [tank.id])
  if (fromAt < now || (newest && Date.parse(newest.fromAt) >= fromAt.getTime())) refuse('tankChart.notLater')

  const { kind, description } = body
  const version = { ...dimensionsOf(body), kind, description, fromAt, points }
  const id = await insertChart(ctx, { ...version, companyId, stationId: tank.stationId, tankId: tank.id })
  ctx.audit('tankChart.add', `tanks:${tank.id}`, {
    number: tank.number,
    kind,
    fromAt,
    topMm: top.heightMm,
    topCl: top.volumeCl,
    description,
  })
  ctx.emit('tank.charted', { tankId: tank.id }, { stationId: tank.stationId })
  return getOf(tx, tankCharts, id, [], ctx.scope)
})

interface ChartRow extends Partial<Dimensions> {
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
  readonly kind: string
  readonly fromAt: Date
  readonly description: string
  readonly points: readonly ChartPoint[]
}
/** A version of a chart, which has been checked. */
export async function insertChart({ tx, now, actor }: Ctx, { points, ...chart }: ChartRow): Promise<number> {
  const top = points.at(-1)!
  const row = {
    companyId: chart.companyId,
    stationId: chart.stationId,
    tankId: chart.tankId,
    kind: chart.kind,
    fromAt: chart.fromAt,
    description: chart.description,
    diameterMm: chart.diameterMm ?? null,
    lengthMm: chart.lengthMm ?? null,
    heads: chart.heads ?? null,
    tiltMmPerM: chart.tiltMmPerM ?? null,
    gaugeAtMm: chart.gaugeAtMm ?? null,
    points: JSON.stringify(points.map(({ heightMm, volumeCl }) => [heightMm, volumeCl])),
    pointCount: points.length,
    topMm: top.heightMm,
    topCl: top.volumeCl,
    createdById: actor.kind === 'user' ? actor.id : null,
    createdDate: now,
  }
  return (await tx.insertInto('tankChart').values(row).returning('id').executeTakeFirstOrThrow()).id
}

interface Learned {
  readonly tankId: number
  readonly points: readonly ChartPoint[]
  readonly description: string
  /** What it was learned from, for the audit log. */
  readonly facts: Readonly<Record<string, number | string | null>>
}
/** A version that was learned and has been accepted: in force from now on. The tank is locked. @throws tankChart.notLater */
export async function learnChart(ctx: Ctx, { tankId, points, description, facts }: Learned): Promise<number> {
  const tank = await ctx.tx.selectFrom('tank').where('id', '=', tankId).selectAll().executeTakeFirstOrThrow()
  const { companyId, stationId, number } = tank
  const [newest] = await chartsOf(ctx, [tankId])
  if (newest && Date.parse(newest.fromAt) >= ctx.now.getTime()) refuse('tankChart.notLater')
  const id = await insertChart(ctx, { kind: 'learned', companyId, stationId, tankId, fromAt: ctx.now, description, points })
  ctx.audit('tankChart.learn', `tanks:${tankId}`, { number, ...facts, description }, companyId)
  ctx.emit('tank.charted', { tankId }, { stationId })
  return id
}

/** @throws notFound */
const points = handle(tankChartPoints, async (ctx, { id }) => {
  await getOf(ctx.tx, tankCharts, id, [], ctx.scope)
  const { rows } = await sql<{ points: [number, number][] }>`
    select points from ${scoped(ctx.tx, 'tank_chart')} chart where id = ${id}`.execute(ctx.tx)
  return { id, points: asPoints(rows[0]!.points) }
})

export const tankChartHandlers: readonly Handler[] = [add, points, ...crud(tankCharts, ['list'])]
