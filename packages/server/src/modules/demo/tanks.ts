import { stillCelsius } from '@forecourt/simulator/tanks.ts'
import { deliveryCalls, oilInfos, type ClassSettlePreview } from '@forecourt/contract'
import type { Actor } from '../../platform/execution/command.ts'
import { openBook } from '../wetstock/index.ts'
import { act, within } from './act.ts'
import type { DemoTank, Yard } from './equipment.ts'
import type { Play } from './month.ts'

interface Turn {
  /** How many days ago, and which shift of that day ends. */
  readonly ago: number
  readonly turn: number
  /** It is the first day. */
  readonly isFirst: boolean
}
interface Arrival {
  readonly tank: number
  readonly litres: number
  readonly document: string
  /** By so much less came than the note says. */
  readonly short: number
}

/**
 * What tankers brought, and when, by their notes: what came is less by `short`. The first two were recorded as deliveries; of the last one
 * the note was found only a shift later, and entered when that one was closed.
 */
const deliveries = [
  { tank: 2, litres: 8_000, ago: 17, turn: 1, document: 'BL-20391', short: 6 },
  { tank: 1, litres: 9_000, ago: 12, turn: 1, document: 'BL-20417', short: 22 },
  { tank: 4, litres: 12_000, ago: 5, turn: 1, noted: 2, document: 'BL-20466', short: 0 },
]
/** As the refinery certifies it, of petrol and of diesel: kilograms in a cubic metre. */
const certified = { petrol: 742, diesel: 838 }
/** On the first day each tank is filled up by a seventh of what it holds: from then on it is known what its fuel has cost. */
const [firstShort, firstTurn] = [[4, 0, 9, 14, 3], 1]
const firstLitres = (maxVolumeCl: number) => Math.round((maxVolumeCl * 0.15) / 1_000_00) * 1000
function arrivals({ yard }: Play, { ago, turn, isFirst }: Turn): Arrival[] {
  const first = yard.tanks.map(({ number, maxVolumeCl }) => ({
    tank: number,
    litres: firstLitres(maxVolumeCl),
    document: `BL-2030${number}-${yard.code.slice(0, 1).toUpperCase()}`,
    short: firstShort[number % firstShort.length]!,
  }))
  return [...deliveries.filter(of => of.ago === ago && of.turn === turn), ...(isFirst && turn === firstTurn ? first : [])]
}
const densityOf = ({ script }: Pick<Yard, 'script'>, tank: number) =>
  ['0', '-10'].includes(script.tanks[tank - 1]?.[0] ?? '') ? certified.diesel : certified.petrol
const supplier = '东海石化 Donghai Petrochemical'
const minutes = 60_000
const shiftMs = 8 * 60 * minutes
/** A tank that lost what nobody can explain. */
const loss = { tank: 2, litres: 48, ago: 9, turn: 1 }

/** What a nozzle sells in a month, more or less. */
const soldLitres = 1250
/** What a tank holds when its book begins: so much that it is about as full at the end as the script says. */
function firstOf({ yard }: Play, { id, number, maxVolumeCl }: DemoTank): number {
  const [, , full] = yard.script.tanks[number - 1]!
  const came = deliveries.reduce((sum, { tank, litres }) => (tank === number ? sum + litres : sum), firstLitres(maxVolumeCl))
  const sold = soldLitres * yard.nozzles.filter(({ tankId }) => tankId === id).length
  return Math.round(Math.max(maxVolumeCl * 0.03, maxVolumeCl * full + (sold - came) * 100))
}
/** The book of each tank begins with the first shift: what was sold until then is not in it. */
export async function openBooks(play: Play, at: Date): Promise<void> {
  const reason = '建账时人工量油 · Dipped when the book was begun'
  for (const tank of play.yard.tanks)
    await within(play.stage, at, ctx => openBook(ctx, { tankId: tank.id, at: null, volumeCl: firstOf(play, tank), reason }))
}

/** What the dipstick says of each tank at the end of a shift: what it held, less what ran through its nozzles. */
export function dipsOf(
  play: Play,
  nozzles: ClassSettlePreview['nozzles'],
  meters: readonly { nozzleControlId: number; totaliserCl: number }[],
  at: Turn,
) {
  const { memory, yard } = play
  const { ago, turn } = at
  // The dipstick has been away since yesterday: the gauge alone speaks for today.
  if (ago === 0) return []
  const ran = nozzles.map(({ tankId, nozzleControlId, beginCl }) => {
    const end = meters.find(meter => meter.nozzleControlId === nozzleControlId)?.totaliserCl
    return { tankId, cl: beginCl === null || end === undefined ? 0 : end - beginCl }
  })
  const came = arrivals(play, at)
  return yard.tanks.map(tank => {
    const { id, number } = tank
    const here = (of: { tank: number; ago: number }) => of.tank === number && of.ago === ago
    const drawn = ran.filter(({ tankId }) => tankId === id).reduce((sum, { cl }) => sum + cl, 0)
    const arrived = came.filter(of => of.tank === number).reduce((sum, { litres, short }) => sum + litres - short, 0)
    const lost = here(loss) && loss.turn === turn ? loss.litres : 0
    const volumeCl = (memory.tankCl.get(id) ?? firstOf(play, tank)) - drawn + (arrived - lost) * 100
    memory.tankCl.set(id, volumeCl)
    const note = deliveries.find(of => here(of) && of.noted === turn)
    return { tankId: id, volumeCl, receivedCl: (note?.litres ?? 0) * 100, document: note?.document ?? '' }
  })
}

/** Records what a tanker has brought in this shift, where that is not entered at the close. */
export async function recordDeliveries(play: Play, by: Actor, closeAt: Date, at: Turn): Promise<void> {
  const { stage, yard, memory } = play
  for (const arrival of arrivals(play, at)) {
    const { tank: number, litres, document, short } = arrival
    const tank = yard.tanks.find(each => each.number === number)
    if (tank === undefined || 'noted' in arrival) continue
    const end = new Date(closeAt.getTime() - 95 * minutes)
    const begun = new Date(end.getTime() - 35 * minutes)
    const soldIn = async (from: Date, until: Date) => {
      const span = { beginTime: from.toISOString(), endTime: until.toISOString(), beforeVolumeCl: 0, afterVolumeCl: 0 }
      const body = { stationId: yard.id, tankId: tank.id, ...span }
      return (await act(stage, by, closeAt, deliveryCalls.preview, { body })).soldCl
    }
    const heldCl = memory.tankCl.get(tank.id) ?? firstOf(play, tank)
    const beforeVolumeCl = heldCl - (await soldIn(new Date(closeAt.getTime() - shiftMs), begun))
    // A load as warm as the tank neither grows nor shrinks in it: what is missing is missing, whatever gauge and dipstick are asked.
    const temperature = stillCelsius(number)
    const facts = {
      stationId: yard.id,
      tankId: tank.id,
      docNo: document,
      supplier,
      plate: '沪D20881',
      deliveryVolumeCl: litres * 100,
      density: densityOf(yard, number),
      temperature,
      beginTime: begun.toISOString(),
      endTime: end.toISOString(),
      beforeVolumeCl,
      afterVolumeCl: beforeVolumeCl + (litres - short) * 100 - (await soldIn(begun, end)),
      beforeTemperature: temperature,
      afterTemperature: temperature,
    }
    await act(stage, by, closeAt, oilInfos.create, { body: facts })
  }
}
