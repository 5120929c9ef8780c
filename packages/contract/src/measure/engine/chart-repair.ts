import { chartError, type ChartError, type ErrorKind } from './chart-error.ts'
import { standingLevels, type ChartEvidence, type StandingLevel } from './chart-points.ts'
import { chartFault, volumeOf, type ChartPoint } from './tank-chart.ts'

export type { ChartEvidence } from './chart-points.ts'
export type { ErrorKind } from './chart-error.ts'

/** 数据不足, 无需校正, 建议校正. */
export type RepairState = 'tooLittle' | 'fine' | 'proposed'
/** What is missing where nothing is said: a tank of its own, a chart, heights with sales between, days, litres, or a range. */
export const repairLacks = ['manifold', 'noChart', 'noHeights', 'fewLevels', 'fewDays', 'fewLitres', 'narrowRange'] as const
export type RepairLack = (typeof repairLacks)[number]

/** What the chart is off by at a height that was seen. */
export interface MapPoint {
  readonly heightMm: number
  readonly errorCl: number
  /** Two standard deviations. */
  readonly uncertaintyCl: number
  /** How many levels stood near this height. */
  readonly levels: number
}
export interface ChartRepair {
  readonly state: RepairState
  readonly lack: RepairLack | null
  readonly kind: ErrorKind | null
  /** Of a shape: how much higher the fuel stands at the gauge, and how much wider the tank is, as a share. */
  readonly shiftMm: number | null
  readonly wider: number | null
  readonly days: number
  readonly soldCl: number
  /** Levels that stood between two sales, and how many of them follow one another with sales between. */
  readonly levels: number
  readonly pairs: number
  readonly fromMm: number | null
  readonly untilMm: number | null
  readonly map: readonly MapPoint[]
  /** The largest error that is beyond doubt. */
  readonly worst: MapPoint | null
  /** The chart that is proposed. */
  readonly points: readonly ChartPoint[] | null
}

/** Less than this says nothing about a chart: levels, days, and shares of its volume and its height. */
const [levelsLeast, daysLeast, soldLeast, rangeLeast] = [60, 3, 0.3, 0.2]
/** The map has a point for so many millimetres; a height was seen where so many levels stood. */
const [mapStepMm, seenLeast] = [50, 3]
/** An error within two standard deviations is none. A proposal wants one that is beyond three and is a thousandth of a half full tank. */
const [doubt, beyondDoubt, worthShare] = [2, 3, 0.000_5]
const dayMs = 86_400_000

/**
 * 罐容表自校正: what a chart is off by at each height, by what levels and sales say of each other, and the chart that would be right.
 * Nothing is learned without heights. @source decisions WS17; docs/adr/0098
 * @param meterTolerance how far the meters may be off, as a share
 */
export function chartRepair(evidence: ChartEvidence, meterTolerance: number): ChartRepair {
  const { chart } = evidence
  const levels = chartFault(chart) === undefined ? standingLevels(evidence) : []
  const seen = evidenceOf(levels)
  const lack = lackOf(chart, levels, seen)
  const error = lack === null ? chartError({ chart, levels, meterShare: Math.max(1e-5, meterTolerance / Math.sqrt(3)) }) : undefined
  if (!error) return { ...seen, state: 'tooLittle', lack: lack ?? 'fewLevels', ...nothing }
  const map = mapOf(levels, error)
  const worth = worthShare * chart.at(-1)!.volumeCl
  const sure = map.filter(one => Math.abs(one.errorCl) > (beyondDoubt / doubt) * one.uncertaintyCl && Math.abs(one.errorCl) > worth)
  const worst = sure.toSorted((one, other) => Math.abs(other.errorCl) - Math.abs(one.errorCl))[0] ?? null
  const { kind, shiftMm, wider } = error
  const points = worst ? repaired(chart, error, seen.fromMm!, seen.untilMm!) : null
  return { ...seen, state: points ? 'proposed' : 'fine', lack: null, kind, shiftMm, wider, map, worst, points }
}

const nothing = { kind: null, shiftMm: null, wider: null, map: [], worst: null, points: null } as const

function evidenceOf(levels: readonly StandingLevel[]) {
  const heights = levels.map(({ heightMm }) => heightMm)
  const [first, last] = [levels[0], levels.at(-1)]
  const follows = levels.filter((level, at) => levels[at - 1]?.run === level.run && level.soldCl > levels[at - 1]!.soldCl)
  return {
    days: first && last ? (last.at - first.at) / dayMs : 0,
    soldCl: Math.round(follows.reduce((sum, level) => sum + level.soldCl - levels[levels.indexOf(level) - 1]!.soldCl, 0)),
    levels: levels.length,
    pairs: follows.length,
    fromMm: first ? Math.ceil(Math.min(...heights)) : null,
    untilMm: first ? Math.floor(Math.max(...heights)) : null,
  }
}

function lackOf(chart: readonly ChartPoint[], levels: readonly StandingLevel[], seen: ReturnType<typeof evidenceOf>): RepairLack | null {
  const top = chart.at(-1)
  if (!top || chartFault(chart) !== undefined) return 'noChart'
  if (levels.length === 0) return 'noHeights'
  if (seen.pairs < levelsLeast) return 'fewLevels'
  if (seen.days < daysLeast) return 'fewDays'
  if (seen.soldCl < soldLeast * top.volumeCl) return 'fewLitres'
  return seen.untilMm! - seen.fromMm! < rangeLeast * top.heightMm ? 'narrowRange' : null
}

/** Only where heights were seen. */
function mapOf(levels: readonly StandingLevel[], error: ChartError): MapPoint[] {
  const near = Map.groupBy(levels, ({ heightMm }) => Math.round(heightMm / mapStepMm) * mapStepMm)
  return [...near]
    .filter(([, all]) => all.length >= seenLeast)
    .map(([heightMm, all]) => {
      const { errorCl, deviationCl } = error.at(heightMm)
      return { heightMm, errorCl: Math.round(errorCl), uncertaintyCl: Math.round(doubt * deviationCl), levels: all.length }
    })
    .toSorted((one, other) => one.heightMm - other.heightMm)
}

/**
 * The chart with what is beyond doubt put right. Beyond the heights that were seen the correction fades with the volume, so that the
 * chart begins and ends as it did. Undefined where it would no longer rise.
 */
function repaired(chart: readonly ChartPoint[], error: ChartError, fromMm: number, untilMm: number): ChartPoint[] | null {
  const top = chart.at(-1)!
  const base = chart[0]!.volumeCl
  const [low, high] = [correctionAt(error, fromMm), correctionAt(error, untilMm)]
  const [lowCl, highCl] = [volumeOf(chart, fromMm)!, volumeOf(chart, untilMm)!]
  const correction = ({ heightMm, volumeCl }: ChartPoint) => {
    if (heightMm < fromMm) return (low * (volumeCl - base)) / (lowCl - base)
    if (heightMm > untilMm) return (high * (top.volumeCl - volumeCl)) / (top.volumeCl - highCl)
    return correctionAt(error, heightMm)
  }
  const points = chart.map(point => ({ ...point, volumeCl: Math.max(0, Math.round(point.volumeCl + correction(point))) }))
  const rising: ChartPoint[] = []
  for (const point of points) if (point.volumeCl > (rising.at(-1)?.volumeCl ?? -1)) rising.push(point)
  return chartFault(rising) === undefined && rising.length > points.length / 2 ? rising : null
}

/** What is within its uncertainty is left as it is; from there to beyond doubt the correction grows into its place. */
function correctionAt(error: ChartError, heightMm: number): number {
  const { errorCl, deviationCl } = error.at(heightMm)
  const times = deviationCl > 0 ? Math.abs(errorCl) / deviationCl : Number.POSITIVE_INFINITY
  return errorCl * Math.min(1, Math.max(0, (times - doubt) / (beyondDoubt - doubt)))
}
