import { beforeEach, expect, test } from 'vitest'
import { addWords, setLanguage } from '../../i18n/index.ts'
import kit from '../../kit/i18n/en.ts'
import words from './i18n/en.ts'
import { pointsPaymentRules, type PointsAnswer } from './points-rules.ts'

beforeEach(() => {
  setLanguage('en')
  for (const each of [kit, words]) addWords(each)
})

const order = { totalCents: 240_00, paidCents: 40_00 }
const answer: PointsAnswer = {
  number: 'P1',
  points: 5_000,
  owedPoints: 0,
  pointCents: 2,
  percent: 30,
  mostPoints: 3_600,
  mostCents: 72_00,
  refusal: null,
}
const figures = (values: object, of: PointsAnswer | undefined = answer) =>
  pointsPaymentRules(order, values as never, of).figures?.map(({ unit, before, after }) => [unit, before, after])

test('nothing entered uses as many points as may be; what is left of the points and of the order stands there beforehand', () => {
  expect(figures({})).toEqual([
    ['points', 5_000, 1_400],
    ['money', 200_00, 128_00],
  ])
  expect(figures({ points: 1_000 })).toEqual([
    ['points', 5_000, 4_000],
    ['money', 200_00, 180_00],
  ])
  expect(pointsPaymentRules(order, {}, answer).limits!['points']).toContain('3,600')
  expect(pointsPaymentRules(order, {}, answer).limits!['points']).toContain('30%')
})

test('more than may be used is said at the field, and so is what stands against any', () => {
  expect(pointsPaymentRules(order, { points: 3_601 }, answer).wrong!['points']).toContain('3,600')
  expect(figures({ points: 3_601 })).toEqual([
    ['points', 5_000, undefined],
    ['money', 200_00, undefined],
  ])
  expect(figures({ points: 1.5 })![0]![2]).toBeUndefined()
  const refused = { ...answer, mostPoints: 0, mostCents: 0, refusal: { code: 'points.ofFleet', message: 'A fleet’s', field: 'cardNumber' } }
  expect(pointsPaymentRules(order, {}, refused)).toMatchObject({ wrong: { cardNumber: 'A fleet’s' } })
  expect(figures({}, refused)![1]).toEqual(['money', 200_00, undefined])
  expect(pointsPaymentRules(order, {}, undefined).figures).toHaveLength(1)
})
