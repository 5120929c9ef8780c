import { foundDeliveries } from '@forecourt/contract/measure/found-deliveries.ts'
import { expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { TruthLog } from './faults.ts'
import { SimulatedTanks, type Delivery } from './tanks.ts'

const [minute, day] = [60_000, 24 * 60 * 60_000]
const start = Date.parse('2025-03-03T00:00:00Z')

test.each([1, 2, 3, 4, 5])('what tankers bring to a simulated station is found in its gauge, and nothing else is (seed %i)', seed => {
  const tank = { id: 1, number: 1, productId: 1, maxVolumeCl: 30_000_00, volumeCl: 18_000_00, waterHeightMm: 0 }
  const tanks = new SimulatedTanks([tank], 'Asia/Shanghai', seed, start, {}, new TruthLog())
  const chance = Chance.of(seed, 'customers')
  const readings: { at: number; volumeCl: number }[] = []
  const brought: Delivery[] = []
  for (let at = start; at < start + 12 * day; at += 10 * minute) {
    if (chance.happens(0.6)) tanks.draw(1, chance.whole(20_00, 90_00))
    const passed = tanks.advance(at)
    readings.push(...passed.readings.map(({ measuredAt, volumeCl }) => ({ at: Date.parse(measuredAt), volumeCl })))
    brought.push(...passed.deliveries)
  }
  const came = brought.filter(({ at }) => at < start + 12 * day - 60 * minute)
  const found = foundDeliveries(readings).filter(({ isOver }) => isOver)
  expect(came.length).toBeGreaterThan(1)
  expect(found.length).toBe(came.length)
  for (const [i, { at, beganAt, notedCl }] of came.entries()) {
    expect(found[i]!.beginAt).toBeGreaterThanOrEqual(beganAt - minute)
    expect(found[i]!.endAt).toBeLessThanOrEqual(at + minute)
    expect(Math.abs(found[i]!.litresCl / notedCl - 1)).toBeLessThan(0.03)
  }
})
