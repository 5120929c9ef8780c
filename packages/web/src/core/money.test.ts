import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWords, setCurrency, setLanguage } from '../i18n/index.ts'
import { celsius, change, count, inCurrency, litres, money, percent, plainFigure, round, toHundredths, toKilograms, tons } from './money.ts'

// @req LIM-001 LIM-012
test.each([
  [120_800, '1,208.00'],
  [0, '0.00'],
  [-5, '−0.05'],
  [-120_800, '−1,208.00'],
  [null, '—'],
  [undefined, '—'],
  [999_999_999_999, '9,999,999,999.99'],
])('%s cents read %s', (cents, shown) => expect(money(cents)).toBe(shown))

// @req LIM-012
test('litres, counts and percents', () => {
  expect(litres(3000)).toBe('30.00')
  expect([litres(123_456_789), money(100_000), money(99_999)]).toEqual(['1,234,567.89', '1,000.00', '999.99'])
  expect([count(1024), count(-3)]).toEqual(['1,024', '−3'])
  expect([percent(13), percent(3.5, 1), percent(-12.34, 1), percent(0)]).toEqual(['13%', '3.5%', '−12.3%', '0%'])
  expect([litres(null), count(null), percent(undefined)]).toEqual(['—', '—', '—'])
})

// @req LIM-001
test.each([
  ['1,208.5', 120_850],
  ['12.34', 1234],
  ['１２．３４', 1234],
  ['¥ 30', 3000],
  ['-3.20', -320],
  ['−3.20', -320],
  ['－3.20', -320],
  ['0', 0],
  ['-0', 0],
  ['5.', 500],
  ['', undefined],
  ['1.234', undefined],
  ['abc', undefined],
  ['1e3', undefined],
  ['--1', undefined],
  ['€1,208.50', 120_850],
  ['¥ 5', 500],
  ['.5', undefined],
])('%j typed is %s', (typed, hundredths) => expect(toHundredths(typed)).toBe(hundredths))

// @req SUP-015
test.each([
  [31_580, '31.580'],
  [-5, '−0.005'],
  [1_234_567_890, '1,234,567.890'],
  [0, '0.000'],
  [null, '—'],
])('%s kilograms read %s tons', (kilograms, shown) => expect(tons(kilograms)).toBe(shown))

// @req SUP-015
test.each([
  ['31.58', 31_580],
  ['31.580', 31_580],
  ['0.001', 1],
  ['−1,000.5', -1_000_500],
  ['３１．５', 31_500],
  ['31.', 31_000],
  ['1.2345', undefined],
  ['x', undefined],
])('%j tons typed are %s kilograms', (typed, kilograms) => expect(toKilograms(typed)).toBe(kilograms))

describe('an amount in a sentence', () => {
  beforeAll(() => addWords({ kit: { withSymbol: '{prefix}{amount}' } }))
  afterAll(() => setCurrency('元', '¥'))
  test.each([
    ['¥', 120_800, '¥1,208.00'],
    ['¥', -2000, '−¥20.00'],
    ['¥', 0, '¥0.00'],
    ['¥', null, '—'],
    ['CHF', 2000, 'CHF\u00a020.00'],
    ['Kč', -2000, '−Kč\u00a020.00'],
    ['€', 2000, '€20.00'],
  ])('%s %s reads %s', (symbol, cents, read) => {
    setCurrency(symbol, symbol)
    expect(inCurrency(cents)).toBe(read)
  })
})

test.each([
  ['zh', 25, '25.0 ℃'],
  ['zh', -3.25, '−3.3 ℃'],
  ['en', 25, '25.0 °C'],
  ['en', null, '—'],
] as const)('in %s, %s degrees read %s', (language, degrees, read) => {
  setLanguage(language)
  expect(celsius(degrees)).toBe(read)
})

test.each([
  ['−1,208.00', '-1208.00'],
  ['1,024', '1024'],
  ['+5.00', '+5.00'],
  ['−3.5%', '-3.5%'],
  ['—', '—'],
  ['92#', '92#'],
  ['2026-11-20', '2026-11-20'],
])('%s is %s in a spreadsheet', (shown, plain) => expect(plainFigure(shown)).toBe(plain))

test('what is shown can be typed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), cents => {
      expect(toHundredths(money(cents))).toBe(cents)
      expect(toKilograms(tons(cents))).toBe(cents)
    }),
  )
})

// @req LIM-013
test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.675, 2, 2.68],
  [1.0000005, 6, 1.000001],
  [1e-7, 6, 0],
  [0.1 + 0.2, 2, 0.3],
  [1.004999, 2, 1],
  [0.12345649, 6, 0.123456],
  [1.2345675, 6, 1.234568],
  [1e21, 2, 1e21],
] as const)('%s rounded to %s places is %s', (value, places, rounded) => expect(round(value, places)).toBe(rounded))

test('a change is shown in percent, and not at all when there was nothing before', () => {
  expect(change(150, 100)).toBe(50)
  expect(change(0, 300)).toBe(-100)
  expect(change(5, 0)).toBeUndefined()
})
