import type { ChartEvidence } from '../engine/chart-points.ts'
import { chartOfCylinder } from '../engine/tank-chart.ts'
import { volumeOfCylinder, type CylinderDimensions } from '../engine/tank-geometry.ts'
import { dice, normalBy } from './dice.ts'

export interface ChartDays {
  /** The tank as it lies, and as its chart has it. */
  readonly truth: CylinderDimensions
  readonly chart: CylinderDimensions
  readonly noiseMm: number
  readonly days?: number
  /** By what share the meters count too little; up to 0.1 % either way, where nothing is said. */
  readonly metersOff?: number
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const expansion = 0.001_27
const stepMinutes = 5
const busyness = [3, 2, 2, 2, 3, 6, 14, 24, 26, 20, 18, 20, 24, 22, 18, 18, 22, 28, 26, 20, 14, 10, 7, 5]

/**
 * Days of a station that never closes: fills of 10 to 70 litres in one to five minutes, deliveries that are up to four degrees off, a gauge
 * that tells whole millimetres every five minutes, and a thermometer that is off by 0.3 degrees.
 */
export function chartDays(seed: number, { truth, chart, noiseMm, days = 14, ...said }: ChartDays): ChartEvidence {
  const chance = dice(seed)
  const normal = normalBy(chance)
  const meters = 1 + (said.metersOff ?? (2 * chance() - 1) * 0.001)
  const fullCl = volumeOfCylinder(truth, truth.diameterMm)
  let [heldCl, apart] = [fullCl * (0.75 + 0.1 * chance()), 0]
  const [fillsADay, perDay, ground] = [120, busyness.reduce((sum, one) => sum + one, 0), 15]
  const readings: { at: number; heightMm: number; waterHeightMm: null; temperature: number }[] = []
  const sales: { at: number; volumeCl: number }[] = []
  const deliveries: { from: number; until: number }[] = []
  let flowing: { from: number; until: number; volumeCl: number }[] = []
  for (let at = 0; at < days * day; at += minute) {
    const clock = Math.floor((at % day) / hour)
    if ((fillsADay * busyness[clock]!) / perDay / 60 > chance()) {
      const volumeCl = Math.round(10_00 + 60_00 * chance())
      flowing.push({ from: at, until: at + minute * (1 + volumeCl / 15_00), volumeCl })
    }
    const grows = 1 + expansion * (ground + apart - 20)
    for (const { from, until, volumeCl } of flowing) {
      const share = (Math.min(until, at + minute) - Math.max(from, at)) / (until - from)
      heldCl -= (volumeCl * meters * share) / grows
      if (until <= at + minute) sales.push({ at: Math.round(until), volumeCl })
    }
    flowing = flowing.filter(({ until }) => until > at + minute)
    apart *= Math.exp(-1 / 60 / 36)
    if (heldCl < 0.2 * fullCl && clock > 7) {
      const load = 0.65 * fullCl
      deliveries.push({ from: at, until: at + 20 * minute })
      apart = (apart * heldCl + 4 * (2 * chance() - 1) * load) / (heldCl + load)
      heldCl += load
    }
    if ((at / minute) % stepMinutes !== stepMinutes - 1) continue
    const celsius = ground + apart
    const height = heightOf(truth, heldCl * (1 + expansion * (celsius - 20))) + noiseMm * normal()
    const temperature = Math.round(10 * (celsius + 0.3 * normal())) / 10
    readings.push({ at: at + minute, heightMm: Math.round(height), waterHeightMm: null, temperature })
  }
  const points = chartOfCylinder(chart)
  return {
    chart: points,
    readings,
    sales,
    deliveries,
    oil: { density: 745 },
    settings: { standard: 'gbt1885', reference: 20, mode: 'formula' },
  }
}

function heightOf(tank: CylinderDimensions, volumeCl: number): number {
  let [low, high] = [0, tank.diameterMm]
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    if (volumeOfCylinder(tank, middle) < volumeCl) low = middle
    else high = middle
  }
  return low
}
