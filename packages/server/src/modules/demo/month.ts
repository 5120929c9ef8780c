import { orderIntake, orderPayments, type BatchAnswer } from '@forecourt/contract'
import { assert, Refusal } from '../../platform/execution/refusal.ts'
import { act, machine, person, type Stage } from './act.ts'
import type { DemoAct } from '../../platform/module.ts'
import type { Counter } from './cards.ts'
import type { DemoCard } from './demo-card.ts'
import type { DemoDevice, Yard } from './equipment.ts'
import type { Chance } from './random.ts'
import { countIn, fuelSale, newMemory, shopSale, slipOf, type Memory, type PlannedSale } from './sales.ts'

/** A station through the days, as its devices and its people lived them. */
export interface Play {
  readonly stage: Stage
  readonly chance: Chance
  readonly yard: Yard
  readonly counter: Counter
  readonly cards: readonly DemoCard[]
  readonly perDay: number
  readonly presets: readonly number[]
  readonly memory: Memory
  readonly sequences: Map<number, number>
}
export const newPlay = (play: Omit<Play, 'memory' | 'sequences'>): Play => ({
  ...play,
  memory: newMemory(play.yard.code.slice(0, 1).toUpperCase(), play.presets),
  sequences: new Map(),
})

export type Told = PlannedSale

/** Hours of a day at which devices send what was sold since; the changes of shift lie between them. */
const sendings = { lately: [5, 9, 13, 17, 21, 23], before: [5, 13, 21, 23] }

/** What is under way at the end belongs to nobody else's minutes. */
export const quietMs = 16 * 60_000

/** Every sending of one day that is over by now, and one now for what was sold since. */
export function dayOf(play: Play, day: Temporal.PlainDate, now: Date, lately: boolean): DemoAct[] {
  const at = (hour: number, minute: number) =>
    new Date(day.toZonedDateTime({ timeZone: play.stage.zone, plainTime: { hour, minute } }).epochMilliseconds)
  let [fromHour, from] = [0, at(0, 1)]
  const acts: DemoAct[] = []
  for (const hour of sendings[lately ? 'lately' : 'before']) {
    const end = new Date(Math.min(at(hour, 52).getTime(), now.getTime() - quietMs))
    if (from >= end) break
    const [start, begins, until] = [from, fromHour, fromHour + Math.ceil((end.getTime() - from.getTime()) / 3_600_000)]
    acts.push({ at: end, run: () => sell(play, start, end, countIn(play.chance, play.perDay, begins, until)) })
    fromHour = hour + 1
    from = new Date(end.getTime() + 9 * 60_000)
  }
  return acts
}

async function sell(play: Play, from: Date, end: Date, count: number): Promise<void> {
  const { chance, yard, counter, memory, cards } = play
  const span = end.getTime() - from.getTime() - 120_000
  const moments = Array.from({ length: count }, () => new Date(from.getTime() + Math.floor(chance.next() * Math.max(span, 0))))
  moments.sort((a, b) => a.getTime() - b.getTime())
  const inShop = moments.filter(() => chance.happens(0.2))
  const pumped = moments.filter(moment => !inShop.includes(moment)).map(at => fuelSale(chance, yard, counter, memory, cards, at))
  const sold = inShop.map(at => shopSale(chance, yard, counter, memory, cards, at))
  await send(play, yard.controller, pumped, end)
  await send(play, yard.till, sold, end)
}

/** A device tells its sales in one go, then people take what was left to pay. */
export async function send(play: Play, device: DemoDevice, sales: readonly PlannedSale[], at: Date): Promise<BatchAnswer[]> {
  if (!sales.length) return []
  const { stage, yard, sequences } = play
  const first = (sequences.get(device.id) ?? 0) + 1
  sequences.set(device.id, first + sales.length - 1)
  const orders = sales.map(({ sale }, turn) => ({ ...sale, sequence: first + turn }))
  const { content } = await act(stage, machine(stage, device.id, yard.id), at, orderIntake.takeBatch, { body: { orders } })
  for (const [turn, { order, refusal }] of content.entries()) {
    assert(order, `the demo's sale is taken: ${refusal?.code} ${JSON.stringify(orders[turn])}`)
    await settle(play, sales[turn]!, order.id, order.totalCents, at)
  }
  return content
}

async function settle({ stage, yard, counter }: Play, { sale, later }: PlannedSale, id: number, totalCents: number, at: Date) {
  if (!later || totalCents === 0) return
  const by = person(stage, sale.employeeId ?? counter.leaderId, 'station_leader', yard.id)
  const cash = (amountCents?: number) => act(stage, by, at, orderPayments.cash, { id, body: { ...(amountCents && { amountCents }) } })
  if (later.way === 'cash') return void (await cash())
  const part = later.way === 'mixed' ? Math.floor(totalCents / 2) : totalCents
  try {
    await act(stage, by, at, orderPayments.card, { id, body: { cardNumber: later.card.number, amountCents: part } })
  } catch (thrown) {
    // A limit of the card stands against it, as it would at the counter: then cash.
    if (!(thrown instanceof Refusal)) throw thrown
    later.card.valueCents += part
    return void (await cash())
  }
  if (part < totalCents) await cash(totalCents - part)
}

/** A number that never comes: the gap stays in sight. */
export const loseOne = ({ sequences }: Play, { id }: DemoDevice) => sequences.set(id, (sequences.get(id) ?? 0) + 1)

/** A sale with a price of its own: the pump had not heard of the change (decision O15). */
export function oldPrice({ chance, yard, counter, memory, cards }: Play, at: Date, lessCents: number): PlannedSale {
  const { sale } = fuelSale(chance, { ...yard, goods: [] }, counter, memory, cards, at)
  const [line] = sale.lineItems
  const lineItems = [{ ...line!, priceCents: line!.priceCents! - lessCents }]
  return { at, sale: { ...sale, payType: 'wx', externalSerialNo: slipOf(memory, 'wx', at), cardNumber: undefined, lineItems } }
}

/** A sale that nobody has paid yet. */
export function unpaid({ chance, yard, counter, memory }: Play, at: Date): PlannedSale {
  const { sale } = fuelSale(chance, { ...yard, goods: [] }, counter, memory, [], at)
  const { payType: _, externalSerialNo: __, ...open } = sale
  return { at, sale: open }
}
