import { roundTo } from './rounding.ts'
import { volumeOfCylinder, type CylinderDimensions } from './tank-geometry.ts'

/** A line of a tank chart (罐容表): what stands in the tank at this height. */
export interface ChartPoint {
  readonly heightMm: number
  readonly volumeCl: number
}

/**
 * The place of the first point that does not lie above and behind the one before it, or undefined where the chart rises strictly. A chart
 * of fewer than two points measures nothing: its fault is at 0.
 */
export function chartFault(points: readonly ChartPoint[]): number | undefined {
  if (points.length < 2) return 0
  const fault = points.findIndex(({ heightMm, volumeCl }, index) => {
    const before = points[index - 1]
    return before !== undefined && !(heightMm > before.heightMm && volumeCl > before.volumeCl)
  })
  return fault < 0 ? undefined : fault
}

/**
 * Whole centilitres at a height, on the straight line between the two points around it. Undefined below the first point and above the
 * last: a chart is never extrapolated.
 * @param points a strictly rising chart (`chartFault`)
 */
export function volumeOf(points: readonly ChartPoint[], heightMm: number): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || !(heightMm >= first.heightMm && heightMm <= last.heightMm)) return undefined
  let [low, high] = [0, points.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (points[middle]!.heightMm <= heightMm) low = middle
    else high = middle
  }
  const [below, above] = [points[low]!, points[high]!]
  if (above.heightMm === below.heightMm) return below.volumeCl
  const rise = ((above.volumeCl - below.volumeCl) * (heightMm - below.heightMm)) / (above.heightMm - below.heightMm)
  return roundTo(below.volumeCl + rise, 0)
}

/**
 * The chart of a lying cylinder by its dimensions, from 0 to its diameter. Heights that hold no more than the one before are left out:
 * a tilted tank may be empty at the gauge's end, or full, before the level is at the bottom or the top there. With a line every 10 mm the
 * straight lines between are off by up to 2.5 L, near the bottom and the top; with one every millimetre by nothing.
 */
export function chartOfCylinder(tank: CylinderDimensions, stepMm = 10): ChartPoint[] {
  const chart: ChartPoint[] = []
  for (let height = 0; ; height += stepMm) {
    const heightMm = Math.min(height, tank.diameterMm)
    const volumeCl = volumeOfCylinder(tank, heightMm)
    if (volumeCl > (chart.at(-1)?.volumeCl ?? -1)) chart.push({ heightMm, volumeCl })
    if (heightMm === tank.diameterMm) return chart
  }
}
