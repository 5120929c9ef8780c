import type { QuietInput } from '../engine/quiet-hours.ts'
import { busyOfDelivery, busyOfSale, type Busy } from '../engine/quiet-stretches.ts'
import { filledShare } from '../engine/tank-geometry.ts'
import { dice, normalBy } from './dice.ts'

export interface QuietMonth {
  readonly leakClPerHour: number
  /** Standard deviation of the gauge, in millimetres. */
  readonly noiseMm: number
  /** From when to when it sells, by the hours of a day; 0 to 24 for a station that never closes. */
  readonly open: readonly [from: number, until: number]
  readonly days?: number
}

const [diameterMm, lengthMm] = [2400, 8000]
const capacityCl = (Math.PI * diameterMm ** 2 * lengthMm) / 40_000
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** What a litre of petrol of 745 kg/m³ grows by for each degree. */
const expansion = 0.001_27
export const oil = { density: 745 }
export const settings = { standard: 'gbt1885', reference: 20, mode: 'formula' } as const
/** A load that comes warmer or colder takes this long to become like the ground; a thermometer is so far behind, and off. */
const [coolingHours, lagHours, degreesOff] = [36, 1, 0.3]
const stepMinutes = 5

/** How busy each hour is: nights of a station that never closes are not empty. */
const busyness = [3, 2, 2, 2, 3, 6, 14, 24, 26, 20, 18, 20, 24, 22, 18, 18, 22, 28, 26, 20, 14, 10, 7, 5]

/**
 * A month of a tank, five minutes by five minutes, as gauge and pumps see it: it sells about 5,000 litres a day while the station is open,
 * is filled with fuel that is up to six degrees warmer or colder, and is measured in whole millimetres and tenths of a degree.
 */
export function quietMonth(seed: number, { leakClPerHour, noiseMm, open, days = 30 }: QuietMonth): QuietInput {
  const chance = dice(seed)
  const normal = normalBy(chance)
  const perHour = busyness.map((share, at) => (at >= open[0] && at < open[1] ? share : 0))
  const perDay = perHour.reduce((sum, one) => sum + one, 0)
  const fillsADay = 90 + chance() * 80
  let [heldCl, ground, apart, seenApart] = [capacityCl * (0.4 + 0.4 * chance()), 12 + 8 * chance(), 0, 0]
  const readings: { at: number; volumeCl: number; temperature: number }[] = []
  const busy: Busy[] = []
  // What lies in the tank is kept at the reference temperature, so that only what leaves it is lost.
  for (let at = 0; at < days * day; at += stepMinutes * minute) {
    const share = (perHour[Math.floor((at % day) / hour)]! / perDay) * (stepMinutes / 60)
    for (let fills = fillsADay * share; fills > chance(); fills--) {
      const volumeCl = Math.round(10_00 + 60_00 * chance())
      busy.push(busyOfSale(Math.round(at + chance() * stepMinutes * minute), volumeCl))
      heldCl -= volumeCl
    }
    heldCl -= (leakClPerHour * stepMinutes) / 60
    const decay = Math.exp(-stepMinutes / 60 / coolingHours)
    ground += 0.01 * normal() * Math.sqrt(stepMinutes / 60)
    apart *= decay
    seenApart += (apart - seenApart) * (stepMinutes / 60 / lagHours)
    if (heldCl < 0.3 * capacityCl && perHour[Math.floor((at % day) / hour)]! > 10) {
      const load = 15_000_00
      busy.push(busyOfDelivery({ from: at, until: at + 20 * minute }))
      apart = (apart * heldCl + 6 * (2 * chance() - 1) * load) / (heldCl + load)
      heldCl += load
    }
    const celsius = ground + apart
    const standing = heldCl * (1 + expansion * (celsius - 20))
    const height = Math.round(heightOf(standing / capacityCl) + noiseMm * normal())
    readings.push({
      at: at + stepMinutes * minute,
      volumeCl: Math.round(filledShare(height / diameterMm) * capacityCl),
      temperature: Math.round(10 * (ground + seenApart + degreesOff * normal())) / 10,
    })
  }
  return { readings, busy, oil, settings }
}

/** The height of a share of the tank, by halving. */
function heightOf(share: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (filledShare(middle) < share) low = middle
    else high = middle
  }
  return low * diameterMm
}
