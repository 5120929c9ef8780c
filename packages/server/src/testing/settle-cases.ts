import { differences, orderIntake, type Cause, type ClassSettle } from '@forecourt/contract'
import { expect } from 'vitest'
import { serial } from './order.ts'
import { at, shiftShop, type ShiftShop } from './settlement.ts'
import { setClock } from './world.ts'

/** The same dice for the same seed. */
export function dice(seed: number) {
  let state = seed * 2_654_435_761
  return (least: number, most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return least + (state % (most - least + 1))
  }
}

/** A shift with a pump that keeps its meter, a till that keeps its cash, and what people may get wrong about both. */
export async function stand() {
  const it = await shiftShop()
  const { begin, close, sellAt, device, fuelSale, nextSequence, nozzle } = it
  let meter = 1_000_00,
    till = 0,
    hour = 8
  const price = 8_00
  const cents = (cl: number) => Math.floor((2 * cl * price + 100) / 200)
  /** Fuel that runs through the meter, whether anybody tells it or not. */
  const run = (cl: number) => (meter += cl)
  const pump = async (clock: string, cl: number, over: object = {}, line: object = {}) => {
    run(cl)
    till += cents(cl)
    const lineItems = [{ volumeCl: cl, totaliserEndCl: meter, ...line }]
    return sellAt(clock, { payType: 'cash', lineItems, ...over })
  }
  const shift = await begin('08:00')
  return {
    ...it,
    shift,
    cents,
    run,
    pump,
    /** Money that goes into the till, or out of it, beside the sales. */
    cash: (amount: number) => (till += amount),
    platform: (clock: string, cl: number) => {
      till -= cents(cl)
      return pump(clock, cl, { payType: 'wx', externalSerialNo: serial() })
    },
    /** A sale of the past, sent now. */
    late: (clock: string, cl: number, totaliserEndCl?: number) =>
      device.call(orderIntake.take, {
        body: fuelSale({
          sequence: nextSequence(),
          createdDate: at(clock).toISOString(),
          payType: 'cash',
          lineItems: [{ volumeCl: cl, ...(totaliserEndCl && { totaliserEndCl }) }],
        }),
      }),
    /** At 12:00, 16:00, 20:00: counts the till, reads the meter, and begins the next shift with an empty till. */
    end: async (id: number, over: Record<string, unknown> = {}): Promise<ClassSettle & { next: number }> => {
      setClock(at(`${(hour += 4)}:00`))
      const meters = [{ nozzleControlId: nozzle.id, totaliserCl: meter }]
      const taken = { meters, ...over }
      const { differences: foreseen } = await it.lin.call(differences.foresee, {
        body: { dailyStateId: id, counted: [{ payType: 'cash', countedCents: till }], ...taken },
      })
      const settled = await close(id, till, { ...taken, force: true, startNext: true })
      // All of it was shown before the shift was closed.
      expect(foreseen).toEqual((await it.lin.call(differences.ofShift, { id: settled.id })).differences)
      till = 0
      const [next] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
      return Object.assign(settled, { next: next!.id })
    },
    saysOf: (classSettleId: number, about: string) => saysOf(it, classSettleId, about),
  }
}
export type Stand = Awaited<ReturnType<typeof stand>>

/** Causes that are what their rows come to. */
const summed = new Set<Cause>([
  'late',
  'unpaid',
  'writtenOff',
  'earlier',
  'paidLater',
  'refund',
  'refundElsewhere',
  'topUp',
  'priceDifference',
  'discount',
])

/** What is said of one thing: causes with their amounts, and what stays unexplained. */
async function saysOf({ lin }: Pick<ShiftShop, 'lin'>, classSettleId: number, about: string) {
  const said = await lin.call(differences.ofShift, { id: classSettleId })
  for (const { about: which, causes, difference, unexplained } of said.differences) {
    const sum = causes.reduce((all, { amount }) => all + amount, 0)
    for (const { cause, amount, count, evidence } of causes) {
      if (evidence.some(({ of, orderId }) => of === 'refunds' && !orderId)) throw new Error(`${which}: a refund of no order`)
      const shown = evidence.reduce((all, row) => all + row.amount, 0)
      if (summed.has(cause) && count === evidence.length && shown !== amount)
        throw new Error(`${which}: ${cause} of ${amount} shows ${shown}`)
    }
    if (difference !== sum + unexplained!) throw new Error(`${which}: ${difference} is not ${sum} and ${unexplained}`)
  }
  const found = said.differences.find(each => each.about === about)
  if (!found) return undefined
  return {
    ...Object.fromEntries(found.causes.map(({ cause, amount }) => [cause, amount])),
    ...(found.unexplained !== 0 && { unexplained: found.unexplained }),
  }
}
