import { expect, test } from 'vitest'
import { suddenLoss } from './sudden-loss.ts'

const minute = 60_000
/** Readings every five minutes: a litre or two of noise, and from the 30th on so much less. */
const night = (lostCl: number, over: { from?: number; noise?: number; count?: number } = {}) => {
  const { from = 30, noise = 1_00, count = 36 } = over
  return Array.from({ length: count }, (_, at) => ({
    at: at * 5 * minute,
    volumeCl: 10_000_00 + (((at * 7) % 5) - 2) * noise - (at >= from ? lostCl : 0),
    temperature: null,
  }))
}

test('what is lost at once is seen, how much it was, and when', () => {
  const loss = suddenLoss(night(120_00), 50_00)!
  expect(Math.abs(loss.lostCl - 120_00)).toBeLessThan(5_00)
  expect(loss).toMatchObject({ limitCl: 50_00, at: 150 * minute })
})

test('a fall that is smaller than asked for, or than noise, and a single reading are nothing', () => {
  expect(suddenLoss(night(40_00), 50_00)).toBeUndefined()
  expect(suddenLoss(night(120_00, { noise: 60_00 }), 50_00)).toBeUndefined()
  expect(suddenLoss(night(120_00, { from: 35 }), 50_00)).toBeUndefined()
  expect(suddenLoss(night(-500_00), 50_00)).toBeUndefined()
  expect(suddenLoss(night(120_00, { count: 3, from: 1 }), 50_00)).toBeUndefined()
  expect(suddenLoss([], 50_00)).toBeUndefined()
})

test('fuel that runs out for hours is seen as soon as enough of it is gone', () => {
  const running = night(0).map(one => ({ ...one, volumeCl: one.volumeCl - (one.at / (60 * minute)) * 30_00 }))
  expect(suddenLoss(running, 50_00)!.lostCl).toBeGreaterThan(70_00)
  expect(suddenLoss(running.slice(0, 13), 50_00)).toBeUndefined()
})
