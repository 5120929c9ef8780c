import { describe, expect, test } from 'vitest'
import {
  addHours,
  bestAndWorst,
  byStation,
  daysOf,
  dryFirst,
  hoursOf,
  nothing,
  ofZone,
  sharesOf,
  spanOf,
  type Line,
  type Station,
} from './figures.ts'

const station = (id: number, timeZone: string): Station => ({ id, name: `Station ${id}`, timeZone, longitude: null, latitude: null })
const [east, west, london] = [station(1, 'Asia/Shanghai'), station(2, 'Asia/Shanghai'), station(3, 'Europe/London')]
const line = (more: Partial<Line>): Line => ({
  period: null,
  stationId: null,
  key: null,
  name: null,
  color: null,
  before: null,
  ...nothing,
  ...more,
})

describe('each station has its own day', () => {
  test('Shanghai begins a day while London is in the one before', () => {
    const before = daysOf([east, london, west], '2026-11-26T15:59:59Z')
    expect(before.map(({ zone, day, stations }) => [zone, day, stations])).toEqual([
      ['Asia/Shanghai', '2026-11-26', [1, 2]],
      ['Europe/London', '2026-11-26', [3]],
    ])
    const after = daysOf([east, london, west], '2026-11-26T16:00:00Z')
    expect(after.map(({ day }) => day)).toEqual(['2026-11-27', '2026-11-26'])
    expect(daysOf([east, west], '2026-11-26T16:00:00Z')).toMatchObject([{ alone: true }])
  })

  test('a day lasts from its midnight to the next, also where clocks change, and the one compared with is a week before', () => {
    const [autumn] = daysOf([london], '2026-10-25T12:00:00Z')
    expect(spanOf(autumn!)).toEqual({ from: '2026-10-24T23:00:00Z', to: '2026-10-26T00:00:00Z' })
    expect(spanOf(autumn!, 7)).toEqual({ from: '2026-10-17T23:00:00Z', to: '2026-10-18T23:00:00Z' })
  })

  test('of an answer about the day of one zone the stations of another are left out', () => {
    const lines = [line({ stationId: 1, orders: 1 }), line({ stationId: 3, orders: 9 })]
    const [shanghai] = daysOf([east, london], '2026-11-26T12:00:00Z')
    expect(ofZone(lines, shanghai!)).toEqual([lines[0]])
    expect(ofZone(lines, { ...shanghai!, alone: true })).toBe(lines)
  })

  test('hours are those of the station’s clock, and those of several zones stand beside each other', () => {
    const at = (period: string, totalCents: number) => line({ period, totalCents })
    const shanghai = hoursOf([at('2026-11-26T00:00:00.000Z', 5), at('2026-11-26T01:00:00.000Z', 7)], 'Asia/Shanghai')
    const here = hoursOf([at('2026-11-26T08:00:00.000Z', 3)], 'Europe/London')
    const all = addHours([shanghai, here])
    expect(all.map(({ totalCents }) => totalCents).slice(7, 10)).toEqual([0, 8, 7])
  })
})

describe('stations beside each other', () => {
  test('one that has sold nothing is there too, and each beside what it sold a week ago', () => {
    const sold = { orders: 2, totalCents: 500, volumeCl: 70 }
    expect(byStation([east, west], [line({ stationId: 1, ...sold, before: { ...sold, totalCents: 400 } })])).toEqual([
      { id: 1, now: sold, before: { ...sold, totalCents: 400 } },
      { id: 2, now: nothing, before: nothing },
    ])
  })

  test('the best and the worst are never the same station', () => {
    const of = (count: number) => Array.from({ length: count }, (_, id) => ({ id, now: { ...nothing, totalCents: id }, before: nothing }))
    const ids = ({ best, worst }: ReturnType<typeof bestAndWorst>) => [best.map(({ id }) => id), worst.map(({ id }) => id)]
    expect(ids(bestAndWorst(of(1), 3))).toEqual([[0], []])
    expect(ids(bestAndWorst(of(3), 3))).toEqual([[2, 1], [0]])
    expect(ids(bestAndWorst(of(20), 3))).toEqual([
      [19, 18, 17],
      [0, 1, 2],
    ])
  })
})

test('shares: the greatest first, what is left over as one, what was given back not at all', () => {
  const lines = ['a', 'b', 'c', 'd', 'e'].map((key, at) => line({ key, name: key.toUpperCase(), totalCents: 100 - at * 10 }))
  const parts = sharesOf([...lines, line({ key: 'b', totalCents: 50 }), line({ key: 'x', totalCents: -5 })], 'totalCents', 4, 'rest')
  expect(parts.map(({ key, name, totalCents }) => [key, name, totalCents])).toEqual([
    ['b', 'B', 140],
    ['a', 'A', 100],
    ['c', 'C', 80],
    ['rest', 'rest', 130],
  ])
})

test('the tank that runs dry first: by what its station sold of the fuel; tanks of one fuel last together', () => {
  const tank = (id: number, productId: number, volumeCl: number, measuredAt: string | null = '2026-11-26T00:00:00Z') => ({
    id,
    number: id,
    stationId: 1,
    productId,
    volumeCl,
    maxVolumeCl: 1000,
    measuredAt,
  })
  const used = [line({ stationId: 1, key: '92', volumeCl: 700 }), line({ stationId: 2, key: '95', volumeCl: 7000 })]
  const found = dryFirst([tank(1, 95, 100), tank(2, 92, 300), tank(3, 92, 200), tank(4, 92, 10, null)], used)
  expect(found.map(({ tank: { id }, percent, days }) => [id, percent, days])).toEqual([
    [3, 20, 5],
    [2, 30, 5],
    [1, 10, undefined],
  ])
})
