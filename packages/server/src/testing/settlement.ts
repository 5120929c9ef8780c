import { orderIntake, settlement, startShift } from '@forecourt/contract'
import { asDevice, shop, type Told } from './order.ts'
import { setClock } from './world.ts'

export const at = (clock: string, day = '2026-05-01') => new Date(`${day}T${clock}:00+08:00`)

/** A station that works in shifts, its till and its leader; the first shift begins at 08:00. */
export async function shiftShop() {
  const it = await shop({ shifts: true })
  const { lin, station, device, fuelSale } = it
  let sequence = 0
  const begin = async (clock = '08:00') => {
    setClock(at(clock))
    return lin.call(startShift, { body: { stationId: station.id } })
  }
  /** The till's next sale, at a moment of the day: 30.00 litres for 240.00 unless told otherwise. */
  const sellAt = (clock: string, over: Partial<Told> = {}) => {
    setClock(at(clock))
    return device.call(orderIntake.take, { body: fuelSale({ sequence: ++sequence, createdDate: at(clock).toISOString(), ...over }) })
  }
  const close = (dailyStateId: number, cashCents: number, over: object = {}) =>
    lin.call(settlement.close, { body: { dailyStateId, counted: [{ payType: 'cash', countedCents: cashCents }], ...over } })
  return { ...it, begin, sellAt, close, nextSequence: () => ++sequence, deviceOf: (id: number) => asDevice(it, id) }
}
export type ShiftShop = Awaited<ReturnType<typeof shiftShop>>
