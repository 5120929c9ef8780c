import { expect, test } from 'vitest'
import { decimalOf, instantOf } from './wet-stock-cells.ts'

test('numbers are rounded half up once, digit by digit, with either sign of the decimals and with thousands', () => {
  const comma = { decimal: ',' } as const
  expect(decimalOf('7518,37742164287', comma, 2)).toBe(7518_38)
  expect([decimalOf('0,005', comma, 2), decimalOf('0,0049', comma, 2), decimalOf('9511,4', comma, 2)]).toEqual([1, 0, 951_140])
  expect(decimalOf('1.234.567,8', { decimal: ',', thousands: '.' }, 2)).toBe(1_234_567_80)
  expect([decimalOf('12.5', { decimal: '.' }, 1), decimalOf('-0.44', { decimal: '.' }, 1)]).toEqual([125, -4])
  expect(['', 'x', '1,2,3', '1.5', '1 000'].map(text => decimalOf(text, comma, 2))).toEqual(Array(5).fill(undefined))
})

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

test('moments are read by their pattern and by the clocks of a zone', () => {
  expect(iso(instantOf('01.02.2024 07:30', 'DD.MM.YYYY HH:mm[:ss]', 'Asia/Shanghai'))).toBe('2024-01-31T23:30:00.000Z')
  expect(iso(instantOf('1/2/2024 7:30:15', 'MM/DD/YYYY HH:mm:ss', 'UTC'))).toBe('2024-01-02T07:30:15.000Z')
  expect(iso(instantOf('20240102', 'YYYYMMDD', 'UTC'))).toBe('2024-01-02T00:00:00.000Z')
  expect(iso(instantOf('2024-01-02 08:00:00+01:00', 'iso', 'UTC'))).toBe('2024-01-02T07:00:00.000Z')
  for (const none of ['31.02.2024 07:30', '2024-02-01 07:30', '01.02.2024', '01.02.2024 25:00'])
    expect(instantOf(none, 'DD.MM.YYYY HH:mm[:ss]', 'UTC'), none).toBeUndefined()
})

test('an hour that clocks skip is none, and one that they show twice goes on from the row before', () => {
  const pattern = 'YYYY-MM-DD HH:mm[:ss]'
  expect(instantOf('2024-03-31 02:30', pattern, 'Europe/Berlin')).toBeUndefined()
  const first = instantOf('2024-10-27 02:30', pattern, 'Europe/Berlin')
  expect(iso(first)).toBe('2024-10-27T00:30:00.000Z')
  expect(iso(instantOf('2024-10-27 02:30', pattern, 'Europe/Berlin', first))).toBe('2024-10-27T01:30:00.000Z')
})
