import { chartOfCylinder as chartByDimensions, volumeOf, type ChartPoint } from '../measure/engine/tank-chart.ts'
import type { CylinderDimensions } from '../measure/engine/tank-geometry.ts'

export { chartFault, volumeOf, type ChartPoint } from '../measure/engine/tank-chart.ts'

/** A cylinder that lies, as most tanks under a station do, as its dimensions are entered. */
export interface LyingCylinder extends Required<Omit<CylinderDimensions, 'slope'>> {
  /** How much higher the level stands for each metre along the tank, measured from its own bottom. */
  readonly tiltMmPerM: number
}

/** The chart of a lying cylinder, a line for each millimetre in which it rises. */
export const chartOfCylinder = ({ tiltMmPerM, ...tank }: LyingCylinder): ChartPoint[] =>
  chartByDimensions({ ...tank, slope: tiltMmPerM / 1000 }, 1)

/** What is fuel of a tank at these heights: without the water at its bottom. Undefined where the chart does not say it. */
export function netVolumeOf(points: readonly ChartPoint[], oilHeightMm: number, waterHeightMm: number | null): number | undefined {
  const whole = volumeOf(points, oilHeightMm)
  // No water at the gauge is no volume, whatever a tilted tank holds below it.
  const water = waterHeightMm ? volumeOf(points, waterHeightMm) : 0
  return whole === undefined || water === undefined ? undefined : whole - water
}
