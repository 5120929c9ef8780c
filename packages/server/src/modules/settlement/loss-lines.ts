import type { LossCause, LossEvidence, LossLine, Losses } from '@forecourt/contract'
import type { LossStudy } from '@forecourt/contract/measure/loss-causes.ts'
import { normalShare } from '@forecourt/contract/measure/unloading.ts'
import { sharesOf, type LossShare } from '@forecourt/contract/measure/loss-shares.ts'
import { fuelAmount } from '../forecourt/index.ts'
import { shown } from './causes.ts'
import type { SystemShift, TankSystem } from './loss-books.ts'
import type { LossFacts, SaleRow, UnsoldRow } from './loss-facts.ts'
import type { LoadRow } from './loss-oil.ts'

/** What one cause took or brought in one shift. */
interface Part {
  readonly cause: LossCause
  readonly nozzle: number | null
  readonly shift: number
  readonly volumeCl: number
  readonly confidence: number
  /** Of all shifts together. */
  readonly uncertaintyCl: number | null
  readonly evidence: readonly LossEvidence[]
}
/** Rows that show a cause of the whole time, whatever its shifts: first and last readings, entries of the book. */
export interface Shown {
  readonly readings: readonly LossEvidence[]
  readonly entries: readonly LossEvidence[]
}

const iso = (at: number) => new Date(at).toISOString()
/** Litres at so much each, in cents, half away from zero; never minus zero. */
export const worth = (volumeCl: number, priceCents: number): number => Math.sign(volumeCl) * fuelAmount(Math.abs(volumeCl), priceCents) + 0

/** Every cause in every shift of the row, exact ones and estimates. */
export function partsOf(system: TankSystem, facts: LossFacts, study: LossStudy): Part[] {
  const own = system.shifts.slice(system.first, system.first + system.count)
  const edges = [system.shifts[system.first - 1]?.endAt ?? own[0]!.startAt, ...own.map(({ endAt }) => endAt)]
  const { shares, temperatureCl, temperatureErrorCl } = sharesOf(study, facts.given, edges)
  const shiftAt = (at: number) => own.findIndex((_, turn) => at > edges[turn]! && at <= edges[turn + 1]!)
  const named = shares.filter(({ found }) => found.cause !== 'atOnce')
  const estimates = named.flatMap(share => share.volumesCl.map((volumeCl, shift) => estimateOf(share, { volumeCl, shift }, facts)))
  const notRun = new Set(study.found.filter(({ cause }) => cause === 'notRun').map(({ key }) => key))
  const exact = [
    ...facts.unsold.filter(({ key, volumeCl }) => volumeCl > 0 && !notRun.has(key)).map(each => standAloneOf(each, shiftAt(each.to))),
    ...own.map(({ adjustedCl }, shift) => ({ ...always, cause: 'adjustment' as const, shift, volumeCl: 0 - adjustedCl })),
    ...facts.loads.flatMap(load => waterIn(load, facts.water.get(load.key), shiftAt(load.endAt))),
    ...elsewhereOf(own, facts, shiftAt),
    ...facts.loads.filter(({ of }) => of === 'foundDeliveries').map(load => unrecordedOf(load, shiftAt(load.endAt), study)),
  ]
  const uncertaintyCl = 2 * temperatureErrorCl
  const warmth = temperatureCl.flatMap((volumeCl, shift): Part[] =>
    volumeCl === null
      ? []
      : [{ ...always, cause: 'temperature', shift, volumeCl, uncertaintyCl, confidence: sureOf(volumeCl, uncertaintyCl) }],
  )
  return [...estimates, ...exact, ...warmth].filter(
    ({ shift, volumeCl, evidence }) => shift >= 0 && (volumeCl !== 0 || evidence.length > 0),
  )
}
const always = { nozzle: null, confidence: 100, uncertaintyCl: null, evidence: [] } as const

function estimateOf({ found, uncertaintyCl }: LossShare, { volumeCl, shift }: Pick<Part, 'volumeCl' | 'shift'>, facts: LossFacts): Part {
  const { key, confidence } = found
  const base = { shift, volumeCl, confidence, uncertaintyCl, nozzle: null, evidence: [] }
  if (found.cause === 'leak') return { ...base, cause: 'leak' }
  if (found.cause === 'meterDrift') return { ...base, cause: 'meterDrift', nozzle: key }
  if (found.cause === 'shortLoad') {
    const { of, label, endAt, noteCl } = facts.loads.find(load => load.key === key)!
    const evidence = volumeCl === 0 ? [] : [{ of, id: key!, label, at: iso(endAt), volumeCl: noteCl }]
    return { ...base, cause: 'shortLoad', evidence }
  }
  if (found.cause === 'notRun') {
    // The meter ran and the tank did not sink: what ran went back into it, as in a test that nobody entered. Nothing is lost.
    const { nozzle, between } = facts.unsold.find(each => each.key === key)!
    const evidence = volumeCl === 0 ? [] : between.map(orderOf)
    return { ...base, cause: 'calibration', nozzle, volumeCl: 0, uncertaintyCl: null, evidence }
  }
  const test = facts.tests.find(each => each.key === key)!
  const row = { of: 'meterEvents', id: key!, label: test.document, at: iso(test.at), volumeCl: test.volumeCl } as const
  return { ...base, cause: 'calibration', nozzle: test.nozzle, uncertaintyCl: null, evidence: volumeCl === 0 ? [] : [row] }
}

const orderOf = ({ key: id, no: label, at, volumeCl }: SaleRow): LossEvidence => ({ of: 'orders', id, label, at: iso(at), volumeCl })
const standAloneOf = ({ nozzle, volumeCl, between }: UnsoldRow, shift: number): Part => ({
  ...always,
  cause: 'standAlone',
  nozzle,
  shift,
  volumeCl: -volumeCl,
  evidence: between.map(orderOf),
})

/** What happened in one shift and is counted in another: the tank knows of it at once, the book later or earlier. */
function elsewhereOf(own: readonly SystemShift[], { sales, loads }: LossFacts, shiftAt: (at: number) => number): Part[] {
  const ofState = new Map(own.map(({ dailyStateId }, shift) => [dailyStateId, shift]))
  const ofSettle = new Map(own.map(({ classSettleId }, shift) => [classSettleId, shift]))
  const both = (happened: number, counted: number, volumeCl: number, evidence: LossEvidence): Part[] => {
    if (happened === counted) return []
    const part = { ...always, cause: 'otherShift' as const, evidence: [evidence] }
    return [
      { ...part, shift: happened, volumeCl },
      { ...part, shift: counted, volumeCl: 0 - volumeCl },
    ]
  }
  const late = sales.filter(({ belongsShiftId }) => belongsShiftId !== null)
  return [
    ...late.flatMap(sale => both(ofState.get(sale.belongsShiftId!) ?? -1, ofState.get(sale.shiftId) ?? -1, -sale.volumeCl, orderOf(sale))),
    ...loads.flatMap(({ of, key: id, label, endAt, classSettleId, noteCl }) =>
      of !== 'oilInfos' || classSettleId === null
        ? []
        : both(shiftAt(endAt), ofSettle.get(classSettleId) ?? -1, noteCl, { of, id, label, at: iso(endAt), volumeCl: noteCl }),
    ),
  ]
}

/** The note counts it as fuel; the volume of the tank leaves out what lies below the fuel. */
const waterIn = ({ of, key: id, label, endAt, noteCl }: LoadRow, waterCl: number | undefined, shift: number): Part[] =>
  waterCl === undefined
    ? []
    : [{ ...always, cause: 'water', shift, volumeCl: -waterCl, evidence: [{ of, id, label, at: iso(endAt), volumeCl: noteCl }] }]

/** A load that the gauge saw and nobody has recorded: the tank has it, the book has not. */
function unrecordedOf({ of, key: id, label, endAt, noteCl }: LoadRow, shift: number, study: LossStudy): Part {
  const evidence = [{ of, id, label, at: iso(endAt), volumeCl: Math.round(noteCl) }]
  const uncertaintyCl = Math.ceil(4 * study.curve.noiseCl)
  return { ...always, cause: 'unrecordedLoad', shift, volumeCl: Math.round(noteCl), confidence: 99, uncertaintyCl, evidence }
}

type Shift = Losses['shifts'][number]
const keyOf = ({ cause, nozzle }: Pick<Part, 'cause' | 'nozzle'>) => `${cause} ${nozzle ?? ''}`
const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((all, one) => all + value(one), 0)

/** Shift by shift, what is left over is said. */
export function shiftsOf(system: TankSystem, parts: readonly Part[], numbers: ReadonlyMap<number, number>, knows: boolean): Shift[] {
  return system.shifts.slice(system.first, system.first + system.count).map((own, shift) => {
    const { classSettleId, businessDay, shiftNumber, varianceCl, priceCents } = own
    const groups = [
      ...Map.groupBy(
        parts.filter(part => part.shift === shift),
        keyOf,
      ).values(),
    ]
    const causes = groups
      .map(group => ({ ...placeOf(group[0]!, numbers), volumeCl: sum(group, ({ volumeCl }) => volumeCl) }))
      .filter(({ volumeCl }) => volumeCl !== 0)
      .map(line => ({ ...line, amountCents: worth(line.volumeCl, priceCents) }))
    const unexplainedCl = varianceCl === null ? null : varianceCl - sum(causes, line => line.volumeCl)
    const unexplainedCents = unexplainedCl === null ? null : worth(unexplainedCl, priceCents)
    const varianceCents = unexplainedCents === null ? null : unexplainedCents + sum(causes, ({ amountCents }) => amountCents)
    const place = { classSettleId, businessDay, shiftNumber, temperatureKnown: knows }
    return { ...place, varianceCl, varianceCents, causes, unexplainedCl, unexplainedCents }
  })
}
const placeOf = ({ cause, nozzle }: Part, numbers: ReadonlyMap<number, number>) => ({
  cause,
  nozzleControlId: nozzle,
  nozzle: nozzle === null ? null : (numbers.get(nozzle) ?? null),
})

/** The same causes over all shifts of the row, the largest first. */
export function linesOf(parts: readonly Part[], shifts: readonly Shift[], facts: LossFacts, rows: Shown): LossLine[] {
  const lines = [...Map.groupBy(parts, keyOf).values()].map((group): LossLine => {
    const [first] = group
    const { cause, nozzle } = first!
    const same = (line: Shift['causes'][number]) => line.cause === cause && line.nozzleControlId === nozzle
    const volumeCl = sum(group, part => part.volumeCl)
    const evidence = unique([...group.flatMap(part => part.evidence), ...rowsOf(first!, facts, rows)])
    const uncertaintyCl = cause === 'shortLoad' ? rootOf(group) : first!.uncertaintyCl
    return {
      ...placeOf(first!, facts.numbers),
      volumeCl,
      amountCents: sum(shifts, ({ causes }) => sum(causes.filter(same), ({ amountCents }) => amountCents)),
      confidence: cause === 'temperature' ? sureOf(volumeCl, uncertaintyCl!) : Math.min(...group.map(({ confidence }) => confidence)),
      uncertaintyCl,
      count: evidence.length,
      evidence: evidence.slice(0, shown),
    }
  })
  const open = lines.filter(({ volumeCl, cause }) => volumeCl !== 0 || cause === 'calibration')
  return open.toSorted((one, other) => Math.abs(other.volumeCl) - Math.abs(one.volumeCl))
}
/** Of several loads their errors are independent of each other. */
const rootOf = (group: readonly Part[]) =>
  Math.ceil(Math.hypot(...group.filter(({ volumeCl }) => volumeCl !== 0).map(part => part.uncertaintyCl!)))
const unique = (rows: readonly LossEvidence[]) => [...new Map(rows.map(row => [`${row.of} ${row.id}`, row])).values()]
/** How sure the sign of it is. */
const sureOf = (volumeCl: number, uncertaintyCl: number) =>
  uncertaintyCl === 0 ? 100 : Math.min(99.9, Math.round(1000 * normalShare((2 * Math.abs(volumeCl)) / uncertaintyCl)) / 10)

/** Where its figure opens: what was sold through a nozzle, what the gauge told at both ends, the entries of the book. */
function rowsOf({ cause, nozzle }: Part, { sales }: LossFacts, { readings, entries }: Shown): readonly LossEvidence[] {
  if (cause === 'temperature' || cause === 'leak') return readings
  if (cause === 'adjustment') return entries
  if (cause !== 'meterDrift') return []
  const own = sales.filter(sale => sale.nozzle === nozzle)
  return [own[0], own.at(-1)].flatMap(sale => (sale ? [orderOf(sale)] : []))
}
