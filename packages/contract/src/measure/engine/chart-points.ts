import { expansionOf, type KnownOil } from './expansion.ts'
import { median } from './level-filter.ts'
import { busyOfDelivery, shortestMs, slowestClPerMs, type Busy } from './quiet-stretches.ts'
import { volumeOf, type ChartPoint } from './tank-chart.ts'
import type { MeasureSettings } from './terms.ts'

export interface HeightReading {
  readonly at: number
  readonly heightMm: number
  readonly waterHeightMm: number | null
  readonly temperature: number | null
}
export interface MeteredSale {
  readonly at: number
  readonly volumeCl: number
}
export interface ChartEvidence {
  /** The chart in force. */
  readonly chart: readonly ChartPoint[]
  readonly readings: readonly HeightReading[]
  readonly sales: readonly MeteredSale[]
  /** Deliveries and transfers. */
  readonly deliveries: readonly Busy[]
  readonly oil: KnownOil
  readonly settings: MeasureSettings
}

/** A height at which the level stood between two sales, and what had been sold by then; volumes at the reference temperature. */
export interface StandingLevel {
  readonly at: number
  readonly heightMm: number
  readonly chartCl: number
  readonly soldCl: number
  readonly readings: number
  /** Between the same two deliveries. */
  readonly run: number
}

/** The surface is calm soon enough for a height: it is averaged over readings. */
const calmMs = 2 * 60_000
/** What nobody told: from so many litres on, and from so many times of what levels scatter, what follows is a run of its own. */
const [leapCl, beyond] = [40_00, 6]
const hour = 3_600_000

/** Where the level stood while nothing flowed: readings between the same two sales are one level. */
export function standingLevels({ chart, readings, sales, deliveries, oil, settings }: ChartEvidence): StandingLevel[] {
  const { factor } = expansionOf(oil, settings)
  const warmths = readings.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  const around = warmths.length > 0 ? median(warmths) : settings.reference
  const factorAt = (celsius: number | null) => factor(celsius ?? around, around)
  const filling = sales
    .map(({ at, volumeCl }) => ({ from: at - Math.max(shortestMs, volumeCl / slowestClPerMs), until: at + calmMs, at, volumeCl }))
    .toSorted((a, b) => a.at - b.at)
  const unloading = deliveries.map(busyOfDelivery).toSorted((a, b) => a.from - b.from)
  const levels: Sum[] = []
  let [told, sold, soldCl, run, unloaded] = [0, 0, 0, 0, 0]
  for (const reading of readings) {
    const before = sold
    while (told < filling.length && filling[told]!.at <= reading.at) {
      soldCl += filling[told]!.volumeCl * factorAt(reading.temperature)
      told++
      sold++
    }
    while (unloaded < unloading.length && unloading[unloaded]!.from <= reading.at) {
      unloaded++
      run++
    }
    const isUnloading = unloaded > 0 && unloading.slice(0, unloaded).some(({ until }) => until > reading.at)
    const chartCl = netOf(chart, reading)
    if (isUnloading || chartCl === undefined || flows(filling, told, reading.at)) continue
    const last = levels.at(-1)
    const isSame = last && sold === before && last.sold === sold && last.run === run && reading.at - last.from < hour
    const own = { heightMm: reading.heightMm, chartCl: chartCl * factorAt(reading.temperature) }
    if (isSame) add(last, own)
    else levels.push({ ...own, at: reading.at, from: reading.at, sold, soldCl, run, readings: 1 })
  }
  return cutWhereItLeaps(
    levels.map(({ heightMm, chartCl, readings: count, ...level }) => {
      return { at: level.at, soldCl: level.soldCl, run: level.run, readings: count, heightMm: heightMm / count, chartCl: chartCl / count }
    }),
  )
}

interface Sum {
  readonly at: number
  readonly from: number
  readonly sold: number
  readonly soldCl: number
  readonly run: number
  heightMm: number
  chartCl: number
  readings: number
}
function add(sum: Sum, own: Pick<Sum, 'heightMm' | 'chartCl'>): void {
  sum.heightMm += own.heightMm
  sum.chartCl += own.chartCl
  sum.readings++
}

function netOf(chart: readonly ChartPoint[], { heightMm, waterHeightMm }: HeightReading): number | undefined {
  const [whole, water] = [volumeOf(chart, heightMm), waterHeightMm ? volumeOf(chart, waterHeightMm) : 0]
  return whole === undefined || water === undefined ? undefined : whole - water
}

/** Whether a fill is going on that is told later, or has just ended. Sales that end much later have not begun. */
function flows(filling: readonly (Busy & MeteredSale)[], next: number, at: number): boolean {
  for (let place = next; place < filling.length && filling[place]!.at - at < hour; place++) if (filling[place]!.from <= at) return true
  for (let place = next - 1; place >= 0 && at - filling[place]!.at < calmMs; place--) if (filling[place]!.until > at) return true
  return false
}

/** Where chart and sales differ by a leap from one level to the next, somebody sold or moved fuel and told nobody. */
function cutWhereItLeaps(levels: readonly StandingLevel[]): StandingLevel[] {
  const stepOf = (at: number) => {
    const [before, level] = [levels[at - 1], levels[at]!]
    return before && before.run === level.run ? level.chartCl + level.soldCl - before.chartCl - before.soldCl : 0
  }
  const steps = levels.map((_, at) => Math.abs(stepOf(at)))
  const limit = Math.max(leapCl, (beyond * median(steps)) / 0.6745)
  let cuts = 0
  return levels.map((level, at) => {
    if (steps[at]! > limit) cuts++
    return { ...level, run: level.run * 1000 + cuts }
  })
}
