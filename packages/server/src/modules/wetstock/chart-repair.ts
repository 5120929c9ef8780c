import {
  acceptChartRepair,
  repairDays,
  tankChartRepair,
  tankCharts,
  tanks,
  type ChartPoint,
  type TankChartRepair,
} from '@forecourt/contract'
import { chartRepair, type ChartRepair } from '@forecourt/contract/measure/chart-repair.ts'
import { volumeOf } from '@forecourt/contract/measure/tank-chart.ts'
import { createHash } from 'node:crypto'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { chartsOf, learnChart, lockTank, type Chart } from '../forecourt/index.ts'
import { settingsOfStation } from '../org/index.ts'
import { chartEvidence } from './chart-evidence.ts'

const dayMs = 86_400_000
/** So many points are enough to draw a curve. */
const drawn = 80
/** A proposal is accepted while it is fresh. */
const freshMs = dayMs

interface Looked {
  readonly found: ChartRepair
  readonly chart: Chart | undefined
  readonly heightMm: number
}

/** The version in force against the levels and sales of the last weeks. @throws notFound */
async function lookAt(ctx: Ctx, id: number, until: Date): Promise<Looked> {
  const tank = await getOf(ctx.tx, tanks, id, [], ctx.scope)
  const charts = await chartsOf(ctx, [id])
  const chart = charts.find(({ fromAt }) => Date.parse(fromAt) <= ctx.now.getTime())
  const { leakControl } = await settingsOfStation(ctx, tank.stationId)
  const span = { from: new Date(until.getTime() - repairDays * dayMs), until }
  const system = { stationId: tank.stationId, productId: tank.productId, tankIds: [id] }
  const evidence = await chartEvidence(ctx, system, chart?.points ?? [], span)
  const found = chartRepair(evidence, leakControl.meterMl / 20_000)
  // What nozzles draw from connected tanks comes out of all of them.
  const alone: ChartRepair =
    tank.manifold === '' ? found : { ...found, state: 'tooLittle', lack: 'manifold', map: [], worst: null, points: null }
  return { found: alone, chart, heightMm: tank.oilHeightMm }
}

const fingerprintOf = (chart: Chart, points: readonly ChartPoint[]): string =>
  createHash('sha256')
    .update(JSON.stringify([chart.id, points.map(({ heightMm, volumeCl }) => [heightMm, volumeCl])]))
    .digest('hex')
    .slice(0, 32)

const look = handle(tankChartRepair, async (ctx, { id }): Promise<TankChartRepair> => {
  const { found, chart, heightMm } = await lookAt(ctx, id, ctx.now)
  const { points, wider, shiftMm, map, worst, ...rest } = found
  return {
    ...rest,
    chartId: chart?.id ?? null,
    from: new Date(ctx.now.getTime() - repairDays * dayMs).toISOString(),
    until: ctx.now.toISOString(),
    shiftMm: shiftMm === null ? null : Math.round(shiftMm * 10) / 10,
    widerPercent: wider === null ? null : Math.round(wider * 10_000) / 100,
    map: [...map],
    worst,
    curve: chart && points ? curveOf(chart.points, points) : [],
    stockChangeCl: chart && points ? changeAt(chart.points, points, heightMm) : null,
    fingerprint: chart && points ? fingerprintOf(chart, points) : null,
  }
})

function curveOf(present: readonly ChartPoint[], proposed: readonly ChartPoint[]) {
  const every = Math.max(1, Math.floor(proposed.length / drawn))
  const some = proposed.filter((_, at) => at % every === 0 || at === proposed.length - 1)
  return some.map(({ heightMm, volumeCl }) => ({ heightMm, presentCl: volumeOf(present, heightMm) ?? volumeCl, proposedCl: volumeCl }))
}

function changeAt(present: readonly ChartPoint[], proposed: readonly ChartPoint[], heightMm: number): number | null {
  const [before, after] = [volumeOf(present, heightMm), volumeOf(proposed, heightMm)]
  return before === undefined || after === undefined ? null : after - before
}

/** @throws notFound, chartRepair.nothingProposed, chartRepair.changed, tankChart.notLater */
const accept = handle(acceptChartRepair, async (ctx, { id, body: { until, fingerprint, description } }) => {
  await getOf(ctx.tx, tanks, id, [], ctx.scope)
  await lockTank(ctx, id)
  const seenAt = new Date(until)
  const age = ctx.now.getTime() - seenAt.getTime()
  if (age < 0 || age > freshMs) refuse('chartRepair.changed')
  const { found, chart } = await lookAt(ctx, id, seenAt)
  const { points, worst } = found
  if (!chart || !points || !worst) return refuse('chartRepair.nothingProposed')
  if (fingerprintOf(chart, points) !== fingerprint) refuse('chartRepair.changed')
  const { days, pairs, soldCl, kind } = found
  const facts = { days: Math.round(days), pairs, soldCl, by: kind, worstMm: worst.heightMm, worstCl: worst.errorCl }
  const learned = await learnChart(ctx, { tankId: id, points, description, facts })
  return getOf(ctx.tx, tankCharts, learned, [], ctx.scope)
})

export const chartRepairHandlers: readonly Handler[] = [look, accept]
