import type { FillRule } from '@forecourt/contract'
import { expect, test } from 'vitest'
import type { FillCase, FilledCar, JudgedFill, PastFill } from './facts.ts'
import { fillRulesByName, judgeFill, remembered } from './rules.ts'

const van: FilledCar = {
  id: 1,
  plate: '沪A12345',
  fuelType: 'diesel',
  tankCl: 60_00,
  litresPer100Km: 8,
  usualHours: [
    { from: '06:00', until: '12:00' },
    { from: '20:00', until: '02:00' },
  ],
}
let number = 0
const past = (at: string, volumeCl: number, over: Partial<PastFill> = {}): PastFill => ({
  orderId: ++number,
  at: `2026-05-${at}:00.000Z`,
  clock: `2026-05-${at.replace('T', ' ')}`,
  stationId: 1,
  stationName: 'East',
  longitude: 121,
  latitude: 31,
  plate: van.plate,
  cardNumber: '9000',
  volumeCl,
  odometerKm: null,
  full: false,
  ...over,
})
const now = (at: string, volumeCl: number | null, over: Partial<JudgedFill> = {}): JudgedFill => {
  const { volumeCl: _none, ...fill } = past(at, 0)
  const minute = Number(at.slice(3, 5)) * 60 + Number(at.slice(6))
  return { ...fill, volumeCl, minute, fuel: 'diesel', ...over }
}
const of = (fill: JudgedFill, over: Partial<FillCase> = {}): FillCase => ({
  fill,
  car: van,
  cardPlates: [van.plate],
  ofCar: [],
  ofCard: [],
  after: [],
  ...over,
})
const outcome = (rule: FillRule, given: FillCase) => {
  const found = fillRulesByName[rule](given)
  return found.verdict === 'notJudged' ? found.lacks.join() : found.verdict
}

const west = { stationId: 2, stationName: 'West', longitude: 121, latitude: 32 }
const nowhere = { longitude: null, latitude: null }
const full = { full: true }
const morning = [past('04T08:00', 50_00, { odometerKm: 1000, full: true })]
const table: readonly (readonly [rule: FillRule, title: string, expected: string, given: FillCase])[] = [
  ['tank', 'as much as the tank holds, and a little more', 'kept', of(now('04T08:00', 64_80))],
  ['tank', 'more than the tank holds', 'broken', of(now('04T08:00', 64_81))],
  ['tank', 'a vehicle that nobody registered', 'car', of(now('04T08:00', 70_00), { car: null })],
  ['tank', 'a tank that nobody registered, before the litres are known', 'tank,litres', of(now('04T08:00', null), tankOf(null))],
  ['tank', 'what was driven since made room', 'kept', of(now('04T18:00', 40_00, { odometerKm: 1300 }), { ofCar: morning })],
  ['tank', 'what was driven since did not make room', 'broken', of(now('04T18:00', 40_00, { odometerKm: 1100 }), { ofCar: morning })],
  ['tank', 'without odometers the time alone could have made room', 'kept', of(now('04T12:00', 40_00), { ofCar: morning })],
  ['tank', 'without odometers not even the time could have', 'broken', of(now('04T09:00', 40_00), { ofCar: morning })],
  ['tank', 'nothing is reckoned from a fill that was implausible', 'kept', of(now('04T09:00', 40_00), { ofCar: unsure(morning) })],
  ['travel', 'the first fill', 'before', of(now('04T08:00', 30_00))],
  ['travel', 'two stations an hour apart', 'kept', of(now('04T08:56', 30_00, west), { ofCar: morning })],
  ['travel', 'two stations further apart than the time allows', 'broken', of(now('04T08:55', 30_00, west), { ofCar: morning })],
  ['travel', 'the card was elsewhere, in another vehicle', 'broken', of(now('04T08:30', 30_00, west), { ofCard: morning })],
  ['travel', 'what arrived late is compared with what came after it', 'broken', of(now('04T07:30', 30_00, west), { after: morning })],
  ['travel', 'a station whose position is not known', 'position', of(now('04T08:10', 30_00, { ...west, ...nowhere }), { ofCar: morning })],
  ['travel', 'twice at one station', 'kept', of(now('04T08:01', 30_00), { ofCar: morning })],
  ['consumption', 'from full to full as usual', 'kept', of(now('05T08:00', 48_00, { odometerKm: 1500, ...full }), { ofCar: morning })],
  ['consumption', 'from full to full far more', 'broken', of(now('05T08:00', 58_00, { odometerKm: 1450, ...full }), { ofCar: morning })],
  ['consumption', 'no odometer', 'odometer', of(now('05T08:00', 40_00, full), { ofCar: morning })],
  ['consumption', 'an odometer that fell', 'odometer', of(now('05T08:00', 40_00, { odometerKm: 900, ...full }), noTank(morning))],
  ['consumption', 'a short way says nothing', 'before', of(now('04T10:00', 10_00, { odometerKm: 1040, ...full }), { ofCar: morning })],
  ['consumption', 'partial fills that add up', 'broken', of(now('06T08:00', 50_00, { odometerKm: 1700 }), { ofCar: thrice() })],
  ['consumption', 'partial fills that do not', 'kept', of(now('06T08:00', 50_00, { odometerKm: 2600 }), { ofCar: thrice() })],
  ['odometer', 'it went on', 'kept', of(now('05T08:00', 30_00, { odometerKm: 1000 }), { ofCar: morning })],
  ['odometer', 'it went back', 'broken', of(now('05T08:00', 30_00, { odometerKm: 999 }), { ofCar: morning })],
  ['odometer', 'it was not told', 'odometer', of(now('05T08:00', 30_00), { ofCar: morning })],
  ['odometer', 'it was never told before', 'before', of(now('05T08:00', 30_00, { odometerKm: 999 }))],
  ['fuel', 'the fuel of the vehicle', 'kept', of(now('04T08:00', 30_00))],
  ['fuel', 'another one', 'broken', of(now('04T08:00', 30_00, { fuel: 'gasoline' }))],
  ['fuel', 'several fuels in one sale', 'product', of(now('04T08:00', 30_00, { fuel: null }))],
  ['plate', 'the vehicle of the card', 'kept', of(now('04T08:00', 30_00))],
  ['plate', 'another vehicle', 'broken', of(now('04T08:00', 30_00, { plate: '沪B1' }), { car: null })],
  ['plate', 'nobody told it', 'plate', of(now('04T08:00', 30_00, { plate: null }))],
  ['plate', 'the card is for any vehicle', 'cardPlates', of(now('04T08:00', 30_00), { cardPlates: [] })],
  ['smallFills', 'the second little fill of the day', 'kept', of(now('04T12:00', 14_00), { ofCar: littles(1) })],
  ['smallFills', 'the third', 'broken', of(now('04T12:00', 14_00), { ofCar: littles(2) })],
  ['smallFills', 'a fill that is not little', 'kept', of(now('04T12:00', 15_00), { ofCar: littles(2) })],
  ['smallFills', 'the others were long ago', 'kept', of(now('05T12:01', 14_00), { ofCar: littles(2) })],
  ['hours', 'within its hours', 'kept', of(now('04T06:00', 30_00))],
  ['hours', 'a little before them', 'kept', of(now('04T05:30', 30_00))],
  ['hours', 'well before them', 'broken', of(now('04T05:29', 30_00))],
  ['hours', 'after midnight, in hours that go on until the next day', 'kept', of(now('04T02:30', 30_00))],
  ['hours', 'when nobody fills it', 'broken', of(now('04T15:00', 30_00))],
  ['hours', 'a vehicle that is filled at any hour', 'usualHours', of(now('04T03:00', 30_00), { car: { ...van, usualHours: [] } })],
]

function tankOf(tankCl: number | null) {
  return { car: { ...van, tankCl } }
}
function noTank(ofCar: readonly PastFill[]) {
  return { ofCar, ...tankOf(null) }
}
function unsure(fills: readonly PastFill[]) {
  return fills.map(fill => ({ ...fill, unsure: true }))
}
/** Three fills of 45 litres, none of them said to be full. */
function thrice() {
  return [1000, 1300, 1600].map((odometerKm, turn) => past(`0${turn + 1}T08:00`, 45_00, { odometerKm }))
}
function littles(count: number) {
  return Array.from({ length: count }, (_, turn) => past(`04T0${8 + turn}:00`, 10_00))
}

test.each(table)('%s: %s: %s', (rule, _title, expected, given) => {
  expect(outcome(rule, given)).toBe(expected)
})

test('a reckoning has the figures that were compared', () => {
  const found = fillRulesByName.consumption(of(now('05T08:00', 58_00, { odometerKm: 1450, full: true }), { ofCar: morning }))
  expect(found).toMatchObject({ verdict: 'broken', other: morning[0] })
  const figures = found.verdict === 'broken' ? Object.fromEntries(found.reckoning.map(({ name, value }) => [name, value])) : {}
  // Of 58 litres 3.6 may be how full a full tank is: 54.4 litres on 450 km are 12.09 on 100.
  expect(figures).toEqual({
    drivenKm: 450,
    filledCl: 58_00,
    usedCl: 54_40,
    per100Cl: 12_09,
    usualPer100Cl: 8_00,
    allowedPer100Cl: 10_40,
  })
})

test('only the rules that are asked say something, and a vehicle keeps its last dozen fills in the order of time', () => {
  const given = of(now('04T15:00', 70_00))
  expect(Object.keys(judgeFill(given, { tank: 'alert', hours: 'refuse', fuel: 'off' }))).toEqual(['tank', 'hours'])
  const many = Array.from({ length: 20 }, (_, turn) => past(`${String(turn + 1).padStart(2, '0')}T08:00`, 30_00))
  const kept = many.toReversed().reduce<PastFill[]>((recent, fill) => remembered(recent, fill, {}), [])
  expect(kept.map(({ at }) => at.slice(8, 10))).toEqual(Array.from({ length: 12 }, (_, turn) => String(turn + 9).padStart(2, '0')))
})
