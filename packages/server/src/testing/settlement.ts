import { chargeUserCard, orderIntake, settlement, startShift, type StationSettings } from '@forecourt/contract'
import { makeCard } from './card.ts'
import { asDevice, serial, shop, type Told } from './order.ts'
import { setClock } from './world.ts'

export const at = (clock: string, day = '2026-05-01') => new Date(`${day}T${clock}:00+08:00`)

/** Differences of any size are within it: for stories about something else. */
const wide = { cashCents: 100_000_00, volumeBasisPoints: 1000, volumeCl: 10_000_00 }

/** A station that works in shifts, its till and its leader; the first shift begins at 08:00. `tolerance` null is as the product has it. */
export async function shiftShop(tolerance: StationSettings['tolerance'] | null = wide) {
  const it = await shop({ shifts: true })
  if (tolerance) await it.rows('update station set config = $2 where id = $1', [it.station.id, JSON.stringify({ tolerance })])
  const { lin, station, device, fuelSale } = it
  let sequence = 0
  const begin = async (clock = '08:00') => {
    setClock(at(clock))
    return lin.call(startShift, { body: { stationId: station.id } })
  }
  /** The till's next sale, at a moment of the day: 30.00 litres for 240.00 unless given otherwise. */
  const sellAt = (clock: string, over: Partial<Told> = {}) => {
    setClock(at(clock))
    return device.call(orderIntake.take, { body: fuelSale({ sequence: ++sequence, createdDate: at(clock).toISOString(), ...over }) })
  }
  const close = (dailyStateId: number, cashCents: number, over: object = {}) =>
    lin.call(settlement.close, { body: { dailyStateId, counted: [{ payType: 'cash', countedCents: cashCents }], ...over } })
  return { ...it, begin, sellAt, close, nextSequence: () => ++sequence, deviceOf: (id: number) => asDevice(it, id) }
}
export type ShiftShop = Awaited<ReturnType<typeof shiftShop>>

/** A morning: cash, WeChat, a card, goods with a discount, a top-up in cash, and a sale that nobody paid. */
export async function morning(it: ShiftShop) {
  const { begin, sellAt, goods, lin, station } = it
  const card = await makeCard(it, { principalCents: 500_00 })
  const shift = await begin('08:00')
  await sellAt('08:10', { payType: 'cash', lineItems: [{ volumeCl: 30_00, totaliserEndCl: 1_030_00 }] })
  await sellAt('08:20', { payType: 'wx', externalSerialNo: serial(), lineItems: [{ volumeCl: 10_00, totaliserEndCl: 1_040_00 }] })
  await sellAt('08:30', { payType: 'card', cardNumber: card.number, lineItems: [{ volumeCl: 20_00, totaliserEndCl: 1_060_00 }] })
  await sellAt('08:40', { nozzleControlId: undefined, payType: 'cash', lineItems: [{ itemId: goods.id, pieces: 3, discountCents: 1_00 }] })
  await lin.call(chargeUserCard, {
    id: card.id,
    body: { stationId: station.id, amountCents: 200_00, payType: 'cash', withoutReceipt: true },
  })
  const unpaid = await sellAt('08:50', { lineItems: [{ volumeCl: 5_00, totaliserEndCl: 1_065_00 }] })
  return { shift, card, unpaid }
}
