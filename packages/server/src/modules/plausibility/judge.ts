import { FillRule, type FillSeen } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { FillCase, PastFill } from './facts.ts'
import { judgedRules, type JudgedOne, type Vehicle } from './judged.ts'
import { recall, type Memory } from './memory.ts'
import { carsOf, fillsWaiting, takeWaiting, type WaitingFill } from './pending.ts'
import { judgeFill, remembered } from './rules.ts'
import { rulesOf, type KeptRules } from './settings.ts'
import { tally } from './tally.ts'

/** Fills are judged so many at a time. */
const most = 500

/**
 * Judges fills of a company that wait: each once, in the order of time, for what waited is gone with the transaction that keeps its alerts.
 * What it costs does not grow with what was filled before: the rules look at the last fills of the vehicle and of the card.
 * @returns how many there were
 */
export async function judgeWaiting(ctx: Ctx, companyId: number): Promise<number> {
  const orders = await takeWaiting(ctx, companyId, most)
  if (orders.length === 0) return 0
  const fills = await fillsWaiting(ctx, companyId, orders)
  const rules = await rulesOf(ctx, [...new Set(fills.map(({ groupId }) => groupId))])
  const known = await vehiclesOf(ctx, fills)
  const subjects = fills.flatMap(fill => {
    const car = known(fill).car
    return [['card', fill.userCardId] as const, ...(car ? [['car', car.id] as const] : [])]
  })
  const memory = await recall(ctx, companyId, subjects, true)
  const judged = fills.flatMap(fill => {
    const modes = rules.get(fill.groupId)
    return modes ? judgeOne(fill, known(fill), modes, memory) : []
  })
  await keepAlerts(ctx, companyId, judged)
  await tally(ctx, companyId, judged)
  await memory.keep()
  return orders.length
}

type Named = Pick<WaitingFill, 'groupId' | 'plate' | 'cardPlates' | 'holderId'>

/** Which vehicle was filled: by the plate that was told, else the only one of the card, else the only one of its holder. */
export async function vehiclesOf(ctx: Ctx, fills: readonly Named[]): Promise<(fill: Named) => Vehicle> {
  const plates = fills.flatMap(({ plate, cardPlates }) => (plate === null ? cardPlates : [plate]))
  const cars = await carsOf(
    ctx,
    [...new Set(fills.map(({ groupId }) => groupId))],
    [...new Set(plates)],
    [...new Set(fills.flatMap(({ holderId }) => holderId ?? []))],
  )
  return ({ groupId, plate, cardPlates, holderId }) => {
    const bearing = (named: string) => cars.find(car => car.groupId === groupId && car.plate === named) ?? null
    if (plate !== null) return { plate, plateTold: true, car: bearing(plate) }
    if (cardPlates.length > 0) {
      const only = cardPlates.length === 1 ? cardPlates[0]! : null
      return { plate: only, plateTold: false, car: only === null ? null : bearing(only) }
    }
    const driven = cars.filter(car => car.groupId === groupId && car.userId !== null && car.userId === holderId)
    const car = driven.length === 1 ? driven[0]! : null
    return { plate: car?.plate ?? null, plateTold: false, car }
  }
}

function judgeOne(fill: WaitingFill, vehicle: Vehicle, { modes }: KeptRules, memory: Memory): JudgedOne[] {
  const seen = seenOf(fill)
  const ofCar = vehicle.car ? memory.of('car', vehicle.car.id) : []
  const ofCard = memory.of('card', fill.userCardId)
  if ([...ofCar, ...ofCard].some(({ orderId }) => orderId === fill.orderId)) return []
  const { minute, fuel, cardPlates } = fill
  const findings = judgeFill(caseOf({ ...seen, minute, fuel }, { vehicle, cardPlates, ofCar, ofCard }), modes)
  memory.put('card', fill.userCardId, remembered(ofCard, seen, findings))
  if (vehicle.car) memory.put('car', vehicle.car.id, remembered(ofCar, seen, findings))
  return [{ fill, vehicle, seen, findings }]
}

interface Around {
  readonly vehicle: Vehicle
  readonly cardPlates: readonly string[]
  readonly ofCar: readonly PastFill[]
  readonly ofCard: readonly PastFill[]
}
/** What came before a fill, and what came after one that arrives late. */
export function caseOf(fill: FillCase['fill'], { vehicle, cardPlates, ofCar, ofCard }: Around): FillCase {
  const time = Date.parse(fill.at)
  const isBefore = ({ at }: PastFill) => Date.parse(at) <= time
  const after = [ofCar, ofCard].flatMap(fills => fills.find(past => !isBefore(past)) ?? [])
  return { fill, car: vehicle.car, cardPlates, ofCar: ofCar.filter(isBefore), ofCard: ofCard.filter(isBefore), after }
}

const seenOf = ({ orderId, at, clock, stationId, stationName, longitude, latitude, ...fill }: WaitingFill): PastFill => ({
  orderId,
  at: new Date(at).toISOString(),
  clock,
  stationId,
  stationName,
  longitude,
  latitude,
  plate: fill.plate,
  cardNumber: fill.cardNumber,
  volumeCl: fill.volumeCl,
  odometerKm: fill.odometerKm,
  full: fill.full,
})

/** As an alert shows it. */
const shownOf = ({ stationId: _station, full: _full, unsure: _unsure, ...seen }: PastFill): FillSeen => seen

/** Alerts of what is broken, and word of them to those who watch. */
async function keepAlerts(ctx: Ctx, companyId: number, judged: readonly JudgedOne[]): Promise<void> {
  const found = judged.flatMap(one =>
    FillRule.options.flatMap(rule => {
      const finding = one.findings[rule]
      return finding?.verdict === 'broken' ? [{ one, rule, finding }] : []
    }),
  )
  if (found.length === 0) return
  const { rows } = await sql<{ orderId: number }>`
    select order_id from ${scoped(ctx.tx, 'fill_alert')} alert
    where order_id = any(${found.map(({ one }) => one.fill.orderId)}::bigint[])`.execute(ctx.tx)
  const known = new Set(rows.map(({ orderId }) => orderId))
  const fresh = found.filter(({ one }) => !known.has(one.fill.orderId))
  const ids = await nextIds(ctx.tx, fresh.length)
  const alerts = fresh.map(({ one: { fill, vehicle, seen, findings }, rule, finding }, turn) => ({
    companyId,
    id: ids[turn]!,
    rule,
    groupId: fill.groupId,
    orderId: fill.orderId,
    soldAt: seen.at,
    stationName: fill.stationName,
    plate: vehicle.plate,
    plateTold: vehicle.plateTold,
    carId: vehicle.car?.id ?? null,
    userCardId: fill.userCardId,
    cardNumber: fill.cardNumber,
    driver: fill.driver,
    volumeCl: fill.volumeCl,
    odometerKm: fill.odometerKm,
    reckoning: finding.reckoning as never,
    fill: shownOf(seen) as never,
    other: (finding.other && shownOf(finding.other)) as never,
    judged: judgedRules(findings) as never,
    createdDate: ctx.now,
  }))
  await insertRows(ctx.tx, 'fillAlert', alerts)
  for (const [turn, { one, rule }] of fresh.entries())
    ctx.emit('fill.implausible', { fillAlertId: ids[turn]!, rule, orderId: one.fill.orderId }, { companyId, stationId: one.fill.stationId })
}
