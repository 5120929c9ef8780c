import { expect, test } from 'vitest'
import { centsPerT, depotWorths, type ValuedMove } from './depot-value.ts'

const bought = (day: string, toDepotId: number, weightKg: number, amountCents: number, netCents = amountCents): ValuedMove => ({
  day,
  fromDepotId: null,
  toDepotId,
  weightKg,
  amountCents,
  netCents,
})
const sent = (day: string, fromDepotId: number, weightKg: number, toDepotId: number | null = null): ValuedMove => ({
  day,
  fromDepotId,
  toDepotId,
  weightKg,
  amountCents: 0,
  netCents: 0,
})
const said = (moves: readonly ValuedMove[]) =>
  Object.fromEntries([...depotWorths(moves)].map(([id, worth]) => [id, [Number(worth.weightKg), Number(worth.amountCents)]]))

test('what leaves has the average of the month, rounded once, and the last cent stays', () => {
  // The vector of the calculation reference: 17,320 of 50,000 kg worth 389,123.45.
  expect(said([bought('2026-04-01', 1, 50_000, 389_123_45), sent('2026-04-20', 1, 17_320)])).toEqual({ 1: [32_680, 254_331_09] })
})

test('what is bought after a load belongs to the average of its month, and not to that of the month before', () => {
  const [first, load] = [bought('2026-04-01', 1, 1_000, 700_00), sent('2026-04-10', 1, 500)]
  expect(said([first, load, bought('2026-04-20', 1, 1_000, 900_00)])).toEqual({ 1: [1_500, 1_200_00] })
  expect(said([first, load, bought('2026-05-01', 1, 1_000, 900_00)])).toEqual({ 1: [1_500, 1_250_00] })
})

test('what goes to another depot has the average up to its day; all that is left takes all that it is worth', () => {
  const moves = [bought('2026-04-01', 1, 3, 100), sent('2026-04-02', 1, 1, 2), sent('2026-04-03', 1, 2)]
  expect(said(moves)).toEqual({ 1: [0, 0], 2: [1, 33] })
  const onward = [bought('2026-04-01', 1, 1_000, 500_00), sent('2026-04-02', 2, 400, 3), sent('2026-04-02', 1, 1_000, 2)]
  expect(said(onward)).toEqual({ 1: [0, 0], 2: [600, 300_00], 3: [400, 200_00] })
})

test('a ton of nothing has no price', () => {
  expect(centsPerT({ weightKg: 0n, amountCents: 0n, netCents: 0n })).toBeNull()
  expect(centsPerT({ weightKg: 3n, amountCents: 1n, netCents: 1n })).toBe(333)
})
