import { orderIntake } from '@forecourt/contract'
import { filledShop } from './delivery.ts'
import { forecourt } from './forecourt.ts'
import { at } from './settlement.ts'
import { owned, setClock } from './world.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const start = at('00:00').getTime()

export interface Night {
  /** Centilitres an hour that are lost, from this day of the test on, until that one. */
  readonly leakClPerHour?: number
  readonly leakFromDay?: number
  readonly leakUntilDay?: number
  readonly days?: number
  readonly firstDay?: number
}

/** A moment of a day of the test, counted from 0. */
export const onDay = (day: number, clock: string): Date => new Date(at(clock).getTime() + day * dayMs)

interface Told {
  readonly at: string
  readonly cl: number
  readonly celsius: number
}
/** Readings past the device's call, of which there are very many. */
export async function putReadings({ tankId, deviceId }: { tankId: number; deviceId: number }, rows: readonly Told[]): Promise<void> {
  await owned(
    `insert into tank_reading (company_id, station_id, tank_id, product_id, source, device_id, measured_at, volume_cl, temperature)
     select company_id, station_id, id, product_id, 'gauge', $2, told.at, told.cl, told.celsius
     from tank, json_to_recordset($3) as told (at timestamptz, cl bigint, celsius numeric) where id = $1`,
    [tankId, deviceId, JSON.stringify(rows)],
  )
  const last = rows.at(-1)!
  await owned('update tank set gauge_at = greatest(gauge_at, $2), measured_at = greatest(measured_at, $2), volume_cl = $3 where id = $1', [
    tankId,
    last.at,
    last.cl,
  ])
}

/** A station that sells once an hour from 06:00 to 22:00 and whose gauge speaks every ten minutes, a few litres beside the truth. */
export async function quietShop() {
  const it = await filledShop()
  const { id: deviceId } = await forecourt(it).device({ type: 'dataHub' })
  await it.begin('00:10')
  let sequence = 10_000
  const lostCl = (ms: number, { leakClPerHour = 0, leakFromDay = 0, leakUntilDay = 99 }: Night) => {
    const leaks = Math.min(ms, start + leakUntilDay * dayMs) - (start + leakFromDay * dayMs)
    return Math.max(0, leaks / hourMs) * leakClPerHour
  }
  const isOpen = (ms: number) => ((ms - start) % dayMs) / hourMs >= 6 && ((ms - start) % dayMs) / hourMs < 22
  /** What is sold by day is gone by night. */
  const soldCl = (ms: number) => Math.floor((ms - start) / dayMs + 0.5) * 80_00

  const put = (rows: readonly Told[], tankId = it.tankId) => putReadings({ tankId, deviceId }, rows)
  /** What its gauge tells of some days. */
  const tell = async (night: Night = {}, tankId = it.tankId) => {
    const { days = 12, firstDay = 0 } = night
    const rows = []
    for (let ms = start + firstDay * dayMs; ms < start + (firstDay + days) * dayMs; ms += 10 * minuteMs) {
      if (isOpen(ms)) continue
      const step = ms / (10 * minuteMs)
      const held = 15_000_00 - soldCl(ms) - lostCl(ms, night) + ((step * 7) % 5) * 1_00
      rows.push({ at: new Date(ms).toISOString(), cl: Math.round(held), celsius: 15 + (step % 3) / 10 })
    }
    await put(rows, tankId)
  }
  const sell = async (day: number, clock: string, volumeCl = 5_00) => {
    const moment = onDay(day, clock)
    setClock(moment)
    const said = it.fuelSale({ sequence: ++sequence, createdDate: moment.toISOString(), lineItems: [{ volumeCl }] })
    return it.device.call(orderIntake.take, { body: said })
  }
  return { ...it, deviceId, put, tell, sell }
}
export type QuietShop = Awaited<ReturnType<typeof quietShop>>
