import type { FillRule } from '@forecourt/contract'
import type { FilledCar, FillFindings, JudgedFill, PastFill } from '../modules/plausibility/facts.ts'
import { caseOf } from '../modules/plausibility/judge.ts'
import { judgeFill, remembered } from '../modules/plausibility/rules.ts'
import { misuseKinds, type MadeFill, type MadeYear, type MisuseKind } from './fill-generator.ts'
import type { MadeCar } from './fill-world.ts'

const alert = 'alert' as const
const every = {
  tank: alert,
  travel: alert,
  consumption: alert,
  odometer: alert,
  fuel: alert,
  plate: alert,
  smallFills: alert,
  hours: alert,
}
const clockOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const timeOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const carOf = ({ id, plate, fuel, tank, per100, hours }: MadeCar): FilledCar => ({
  id,
  plate,
  fuelType: fuel,
  tankCl: tank * 100,
  litresPer100Km: per100,
  usualHours: hours ? [{ from: timeOf(hours[0]), until: timeOf(hours[1]) }] : [],
})

function fillOf(made: MadeFill, orderId: number): JudgedFill & PastFill {
  const clock = clockOf(made.at)
  return {
    orderId,
    at: new Date(made.at).toISOString(),
    clock,
    minute: Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14)),
    stationId: made.place.id,
    stationName: `Station ${made.place.id}`,
    longitude: made.place.longitude,
    latitude: made.place.latitude,
    plate: made.plate,
    cardNumber: String(made.card),
    volumeCl: Math.round(made.litres * 100),
    odometerKm: made.odometer,
    full: made.full,
    fuel: made.fuel,
  }
}

/** The fills of a year, each with the rules that it breaks. */
export function judgedYear({ cars, fills }: MadeYear): { made: MadeFill; rules: FillRule[] }[] {
  const byPlate = new Map(cars.map(car => [car.plate, carOf(car)]))
  const byCard = new Map(cars.map(car => [car.id, car]))
  const memory = new Map<string, readonly PastFill[]>()
  return fills.map((made, turn) => {
    const { named } = byCard.get(made.card)!
    const plate = made.plate ?? named[0] ?? null
    const car = (plate === null ? undefined : byPlate.get(plate)) ?? null
    const fill = fillOf(made, turn + 1)
    const keys = { card: `card:${made.card}`, car: car && `car:${car.id}` }
    const [ofCard, ofCar] = [memory.get(keys.card) ?? [], keys.car ? (memory.get(keys.car) ?? []) : []]
    const around = { vehicle: { plate, plateTold: made.plate !== null, car: car as never }, cardPlates: named, ofCar, ofCard }
    const findings: FillFindings = judgeFill(caseOf(fill, around), every)
    memory.set(keys.card, remembered(ofCard, fill, findings))
    if (keys.car) memory.set(keys.car, remembered(ofCar, fill, findings))
    const rules = (Object.keys(findings) as FillRule[]).filter(rule => findings[rule]?.verdict === 'broken')
    return { made, rules }
  })
}

export interface Recall {
  readonly fills: number
  readonly cases: number
  readonly recall: number
  readonly ofKind: Readonly<Record<MisuseKind, number>>
  readonly falseAlarms: number
  /** Of the false alarms, how many of each rule. */
  readonly byRule: Readonly<Record<string, number>>
}

/** Which alert says what a misuse is: another one that comes by chance has not found it. */
const saying: Readonly<Record<MisuseKind, readonly FillRule[]>> = {
  stolen: ['tank', 'consumption'],
  cloned: ['travel'],
  siphoned: ['consumption', 'tank'],
  turnedBack: ['odometer'],
  wrongFuel: ['fuel'],
  wrongPlate: ['plate'],
  cans: ['smallFills'],
  night: ['hours'],
}

/** Of the cases of misuse the share that raised an alert that says it, and of the honest fills the share that did. */
export function recallOf(judged: readonly { made: MadeFill; rules: readonly FillRule[] }[]): Recall {
  const found = new Map<number, { kind: MisuseKind; alerted: boolean }>()
  for (const {
    made: { kind, case: turn },
    rules,
  } of judged)
    if (kind !== null) {
      const alerted = rules.some(rule => saying[kind].includes(rule))
      found.set(turn!, { kind, alerted: alerted || (found.get(turn!)?.alerted ?? false) })
    }
  const cases = [...found.values()]
  const shareOf = (of: typeof cases) => of.filter(({ alerted }) => alerted).length / Math.max(1, of.length)
  const honest = judged.filter(({ made }) => made.kind === null)
  const wrong = honest.filter(({ rules }) => rules.length > 0)
  const byRule: Record<string, number> = {}
  for (const { rules } of wrong) for (const rule of rules) byRule[rule] = (byRule[rule] ?? 0) + 1
  return {
    fills: judged.length,
    cases: cases.length,
    recall: shareOf(cases),
    ofKind: Object.fromEntries(misuseKinds.map(kind => [kind, shareOf(cases.filter(each => each.kind === kind))])) as Record<
      MisuseKind,
      number
    >,
    falseAlarms: wrong.length / Math.max(1, honest.length),
    byRule,
  }
}
