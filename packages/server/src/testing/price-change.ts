import { priceChanges, type Sent } from '@forecourt/contract'
import { expire, unconfirm } from '../modules/forecourt/price-confirm.ts'
import { fireDue } from '../modules/forecourt/price-fire.ts'
import { forecourt } from './forecourt.ts'
import { noon, setClock, world } from './world.ts'

export type NewChange = Sent<typeof priceChanges.add>['body']
/** By the clock of Shanghai, on the day on which the tests stand. */
export const clockAt = (text: string) => new Date(`2026-05-01T${text}+08:00`)

/** Two stations that sell 92 at 8.00 and 95 at 9.00 from a nozzle each, with an administrator and the manager of the first. */
export async function twoStations() {
  setClock(noon)
  const it = await world()
  const stands = forecourt(it)
  const west = await it.addStation('Riverside West')
  const [f92, f95] = [await stands.nozzle({ priceCents: 800 }), await stands.nozzle({ priceCents: 900 })]
  const fuels = [f92.productId, f95.productId] as const
  for (const [at, priceCents] of [800, 900].entries()) await stands.price(fuels[at]!, priceCents, { stationId: west.id })
  const boss = await it.staff({ role: 'admin' })
  const manager = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const stationIds = [it.station.id, west.id]
  const change = (over: Partial<NewChange> = {}): NewChange => ({
    strategy: 'immediate',
    stationIds,
    prices: [{ productId: fuels[0], priceCents: 810 }],
    ...over,
  })
  const scheduled = (time: string, over: Partial<NewChange> = {}) =>
    boss.call(priceChanges.add, { body: change({ strategy: 'scheduled', fromAt: clockAt(time).toISOString(), ...over }) })
  /** As the job does it at this moment. */
  const fire = (id: number) => it.within(ctx => fireDue(ctx, it.company.id, id))
  const written = () =>
    it.rows<{ stationId: number; cents: number; fromAt: string }>(
      `select station_id as "stationId", price_cents as cents, from_at as "fromAt" from product_price
        where company_id = $1 and product_id = $2 and price_cents <> 800 order by id`,
      [it.company.id, fuels[0]],
    )
  return { ...it, stands, west, f92, f95, fuels, boss, manager, stationIds, change, scheduled, fire, written }
}

/** What jobs do a minute, and a day, after a change. */
export const afterwards = { unconfirm, expire }
