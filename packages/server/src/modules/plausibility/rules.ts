import type { FillFigure, FillFigureName, FillLack, FillRule, FillRuleMode } from '@forecourt/contract'
import { distanceKm, hoursBetween } from './distance.ts'
import type { FillCase, FilledCar, FillFinding, FillFindings, FillRuleOf, PastFill } from './facts.ts'

/** Nobody drives further in an hour, on whatever road. */
const allowedKmH = 120
/** A tank takes a little more than its papers say. */
const tankShare = 1.08
/** A vehicle may burn so many times what is usual for it, with a load, in winter or in a queue. */
const burnsAtMost = 1.35
const usualShare = 1.3
/** A tank that is full may have room for so much of what it holds. */
const fullShare = 0.06
const usualTankCl = 60_00
/** A shorter way says nothing about consumption. */
const spanKmMin = 80
/** Stations this near are one place. */
const onePlaceKm = 3
const smallShare = 0.25
const smallCount = 3
const smallHours = 24
const hoursGraceMinutes = 30

const kept: FillFinding = { verdict: 'kept' }
const lacking = (...lacks: FillLack[]): FillFinding => ({ verdict: 'notJudged', lacks })
const broken = (figures: Partial<Record<FillFigureName, number | string>>, other: PastFill | null | undefined = null): FillFinding => ({
  verdict: 'broken',
  reckoning: Object.entries(figures).map(([name, value]) => ({ name: name as FillFigureName, value }) satisfies FillFigure),
  other: other ?? null,
})
const whole = Math.round
const tenth = (value: number) => Math.round(value * 10) / 10

/** The most that was burnt between two fills: by the odometer, or by the time at the highest speed where it was not told. */
function burntMostCl(from: Pick<PastFill, 'at' | 'odometerKm'>, to: Pick<PastFill, 'at' | 'odometerKm'>, usual: number): number {
  const told = from.odometerKm !== null && to.odometerKm !== null && to.odometerKm >= from.odometerKm
  const km = told ? to.odometerKm! - from.odometerKm! : hoursBetween(from.at, to.at) * allowedKmH
  return km * usual * burnsAtMost
}

/** What is in the tank at least when a vehicle comes to be filled. Litres per 100 km are centilitres per km. */
export function inTankCl({ fill, ofCar }: FillCase, tankCl: number, usual: number): number {
  let level = 0
  let before: PastFill | undefined
  for (const past of ofCar) {
    if (before) level = Math.max(0, level - burntMostCl(before, past, usual))
    level = past.unsure ? 0 : Math.min(tankCl, level + past.volumeCl)
    before = past
  }
  return before ? Math.max(0, level - burntMostCl(before, fill, usual)) : 0
}

const missing = (car: FilledCar | null, ...needs: ('tank' | 'usualConsumption')[]): FillLack[] => {
  if (!car) return ['car']
  return needs.filter(need => (need === 'tank' ? car.tankCl : car.litresPer100Km) === null)
}

const tank: FillRuleOf = of => {
  const { fill, car } = of
  const lacks = missing(car, 'tank')
  if (fill.volumeCl === null) lacks.push('litres')
  if (lacks.length > 0) return lacking(...lacks)
  const tankCl = car!.tankCl!
  const filledCl = fill.volumeCl!
  const inTank = car!.litresPer100Km === null ? 0 : inTankCl(of, tankCl, car!.litresPer100Km)
  const roomCl = tankCl * tankShare - inTank
  if (filledCl <= roomCl) return kept
  return broken({ filledCl, tankCl, inTankCl: whole(inTank), roomCl: whole(roomCl) }, inTank > 0 ? of.ofCar.at(-1) : null)
}

const travel: FillRuleOf = ({ fill, ofCar, ofCard, after }) => {
  const others = [...ofCar.slice(-1), ...ofCard.slice(-1), ...after].filter(({ orderId }) => orderId !== fill.orderId)
  if (others.length === 0) return lacking('before')
  const measured = others.flatMap(other => {
    const km = other.stationId === fill.stationId ? 0 : distanceKm(other, fill)
    return km === null ? [] : [{ other, km, hours: hoursBetween(other.at, fill.at) }]
  })
  if (measured.length === 0) return lacking('position')
  const speed = ({ km, hours }: { km: number; hours: number }) => (km <= onePlaceKm ? 0 : km / Math.max(hours, 1 / 60))
  const [worst] = measured.toSorted((one, two) => speed(two) - speed(one))
  if (speed(worst!) <= allowedKmH) return kept
  const { other, km, hours } = worst!
  return broken({ distanceKm: tenth(km), apartHours: Math.round(hours * 100) / 100, neededKmH: whole(speed(worst!)), allowedKmH }, other)
}

/** From full tank to full tank what was filled is what was burnt, but for how full a full tank is. */
function fromFullToFull({ fill, ofCar, car }: FillCase, usual: number): FillFinding {
  const start = ofCar.findLastIndex(({ full, odometerKm }) => full && odometerKm !== null)
  if (!fill.full || start < 0 || ofCar.slice(start + 1).some(({ unsure }) => unsure)) return lacking('before')
  const from = ofCar[start]!
  const drivenKm = fill.odometerKm! - from.odometerKm!
  if (drivenKm < spanKmMin) return lacking(drivenKm < 0 ? 'odometer' : 'before')
  const filledCl = ofCar.slice(start + 1).reduce((sum, { volumeCl }) => sum + volumeCl, fill.volumeCl!)
  const usedCl = whole(Math.max(0, filledCl - (car!.tankCl ?? usualTankCl) * fullShare))
  const per100 = (usedCl / drivenKm) * 100
  if (per100 <= usual * 100 * usualShare) return kept
  return broken({ drivenKm, filledCl, usedCl, ...consumptions(per100, usual) }, from)
}

const consumptions = (per100: number, usual: number) => ({
  per100Cl: whole(per100),
  usualPer100Cl: whole(usual * 100),
  allowedPer100Cl: whole(usual * 100 * usualShare),
})

/** Over several fills: even had the tank been empty at first and full now, so much more was not burnt. */
function overSeveral({ fill, ofCar }: FillCase, usual: number, tankCl: number): FillFinding {
  const since = ofCar.findLastIndex(({ unsure }) => unsure)
  const start = ofCar.findIndex(({ odometerKm }, at) => at >= since && odometerKm !== null && odometerKm <= fill.odometerKm!)
  if (start < 0) return lacking('before')
  const drivenKm = fill.odometerKm! - ofCar[start]!.odometerKm!
  if (drivenKm < spanKmMin) return lacking('before')
  const filledCl = ofCar.slice(start + 1).reduce((sum, { volumeCl }) => sum + volumeCl, fill.volumeCl!)
  const usedCl = Math.max(0, filledCl - tankCl)
  const per100 = (usedCl / drivenKm) * 100
  if (per100 <= usual * 100 * usualShare) return kept
  return broken({ drivenKm, filledCl, tankCl, usedCl, ...consumptions(per100, usual) }, ofCar[start])
}

const consumption: FillRuleOf = of => {
  const lacks = missing(of.car, 'usualConsumption')
  if (of.fill.odometerKm === null) lacks.push('odometer')
  if (of.fill.volumeCl === null) lacks.push('litres')
  if (lacks.length > 0) return lacking(...lacks)
  const { litresPer100Km, tankCl } = of.car!
  const direct = fromFullToFull(of, litresPer100Km!)
  if (direct.verdict !== 'notJudged' || direct.lacks.includes('odometer')) return direct
  return tankCl === null ? lacking('tank') : overSeveral(of, litresPer100Km!, tankCl)
}

const odometer: FillRuleOf = ({ fill, car, ofCar }) => {
  if (!car) return lacking('car')
  if (fill.odometerKm === null) return lacking('odometer')
  const last = ofCar.findLast(({ odometerKm }) => odometerKm !== null)
  if (!last) return lacking('before')
  if (fill.odometerKm >= last.odometerKm!) return kept
  return broken({ odometerKm: fill.odometerKm, lastOdometerKm: last.odometerKm! }, last)
}

const fuel: FillRuleOf = ({ fill, car }) => {
  if (!car) return lacking('car')
  if (fill.fuel === null) return lacking('product')
  return fill.fuel === car.fuelType ? kept : broken({ fuel: fill.fuel, carFuel: car.fuelType })
}

const plate: FillRuleOf = ({ fill, cardPlates }) => {
  if (fill.plate === null) return lacking('plate')
  if (cardPlates.length === 0) return lacking('cardPlates')
  return cardPlates.includes(fill.plate) ? kept : broken({ plate: fill.plate, cardPlates: cardPlates.join(' ') })
}

const smallFills: FillRuleOf = ({ fill, car, ofCar }) => {
  const lacks = missing(car, 'tank')
  if (fill.volumeCl === null) lacks.push('litres')
  if (lacks.length > 0) return lacking(...lacks)
  const smallCl = whole(car!.tankCl! * smallShare)
  if (fill.volumeCl! >= smallCl) return kept
  const small = ofCar.filter(({ at, volumeCl }) => volumeCl < smallCl && hoursBetween(at, fill.at) <= smallHours)
  if (small.length + 1 < smallCount) return kept
  return broken({ fillCount: small.length + 1, withinHours: smallHours, filledCl: fill.volumeCl!, smallCl }, small.at(-1))
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const day = 24 * 60

const hours: FillRuleOf = ({ fill: { minute, clock }, car }) => {
  if (!car) return lacking('car')
  if (car.usualHours.length === 0) return lacking('usualHours')
  const within = car.usualHours.some(({ from, until }) => {
    const start = minuteOf(from) - hoursGraceMinutes
    const length = ((minuteOf(until) - minuteOf(from) + day) % day || day) + 2 * hoursGraceMinutes
    return (minute - start + day) % day <= length
  })
  if (within) return kept
  return broken({ clock: clock.slice(11, 16), usualHours: car.usualHours.map(({ from, until }) => `${from}–${until}`).join(' ') })
}

/** The rules, each by itself; what one says no other knows. */
export const fillRulesByName: Readonly<Record<FillRule, FillRuleOf>> = {
  tank,
  travel,
  consumption,
  odometer,
  fuel,
  plate,
  smallFills,
  hours,
}

/** How a fill stands to the rules that are asked. */
export function judgeFill(of: FillCase, modes: Partial<Record<FillRule, FillRuleMode>>): FillFindings {
  const asked = (Object.entries(fillRulesByName) as [FillRule, FillRuleOf][]).filter(([rule]) => (modes[rule] ?? 'off') !== 'off')
  return Object.fromEntries(asked.map(([rule, judge]) => [rule, judge(of)]))
}

/** As far back as the rules look. */
const recentMost = 12

/** The fills of a vehicle or a card with one more, in the order of time. */
export function remembered(recent: readonly PastFill[], fill: PastFill, findings: FillFindings): PastFill[] {
  const unsure = Object.values(findings).some(({ verdict }) => verdict === 'broken')
  const kept = unsure ? { ...fill, unsure } : fill
  return [...recent, kept].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-recentMost)
}
