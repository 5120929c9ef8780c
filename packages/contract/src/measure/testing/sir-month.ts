import type { StockPoint } from '../engine/sir-fit.ts'
import { filledShare } from '../engine/tank-geometry.ts'
import { dice, normalBy } from './dice.ts'

export interface MonthOptions {
  readonly leakClPerHour: number
  /** Standard deviation of the gauge, in millimetres. */
  readonly noiseMm: number
}

const [diameterMm, lengthMm] = [2400, 8000]
const capacityCl = (Math.PI * diameterMm ** 2 * lengthMm) / 40_000
const days = 30
/** Of what a weekday sells, Monday first. */
const weekdays = [0.9, 0.9, 0.95, 1, 1.2, 1.15, 0.9]
/** What a volume of petrol grows by for each degree, how far a thermometer is off, and how far meters may be. */
const [expansion, degreesOff, metersOff] = [0.0012, 0.3, 0.001]
/** What remains of a delivery after it was measured and booked, in centilitres. */
const deliveryOff = 10_00

/**
 * A month of a tank, day by day, as books and gauge see it: it sells 2,000 to 8,000 litres a day by meters that are off by up to 0.1 %,
 * is filled when it falls below 30 %, and is measured once a day with the errors of a gauge and of a thermometer.
 */
export function tankMonth(seed: number, { leakClPerHour, noiseMm }: MonthOptions): StockPoint[] {
  const chance = dice(seed)
  const normal = normalBy(chance)
  const mean = 2_000_00 + chance() * 6_000_00
  const meters = 1 + (2 * chance() - 1) * metersOff
  const measured = (volumeCl: number) => {
    const height = heightOf(volumeCl / capacityCl) + noiseMm * normal()
    const seen = filledShare(Math.round(height) / diameterMm) * capacityCl
    return seen * (1 + expansion * degreesOff * normal())
  }
  let trueCl = capacityCl * (0.5 + 0.35 * chance())
  let bookCl = measured(trueCl)
  const points: StockPoint[] = [{ hours: 0, varianceCl: 0, soldCl: 0, deliveries: 0 }]
  for (let day = 1; day <= days; day++) {
    const before = points.at(-1)!
    const sold = mean * weekdays[day % 7]! * Math.max(0.4, 1 + 0.15 * normal())
    const isFilled = trueCl - sold < 0.3 * capacityCl
    const load = isFilled ? 12_000_00 + Math.floor(chance() * 8) * 1_000_00 : 0
    trueCl += load + (isFilled ? deliveryOff * normal() : 0) - sold * meters - leakClPerHour * 24
    bookCl += load - sold
    points.push({
      hours: 24 * day,
      varianceCl: measured(trueCl) - bookCl,
      soldCl: before.soldCl + sold,
      deliveries: before.deliveries + (isFilled ? 1 : 0),
    })
  }
  return points
}

/** The height of a share of the tank, by halving. */
function heightOf(share: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (filledShare(middle) < share) low = middle
    else high = middle
  }
  return low * diameterMm
}
