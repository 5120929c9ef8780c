import {
  adjustTankBook,
  changeTankProduct,
  enterDip,
  openTankBook,
  reverseTankEntry,
  tankBook,
  tankEntries,
  tankEntryProof,
  transferFuel,
} from '@forecourt/contract'
import { proofOf } from './access.ts'
import { filledShop } from './delivery.ts'
import { forecourt } from './forecourt.ts'
import { at } from './settlement.ts'
import { setClock } from './world.ts'

interface Said {
  readonly at?: string
  readonly reason?: string
  readonly clock?: string
}

type Shop = Awaited<ReturnType<typeof filledShop>>
type Master = Awaited<ReturnType<Shop['staff']>>
interface Tanks {
  readonly tankId: number
  readonly otherTankId: number
}
type Entry = Readonly<Record<'id' | 'tankId' | 'volumeCl', number>>

/** What is sent to enter something into a tank's book. */
function bodiesOf(master: Master, { tankId, otherTankId }: Tanks) {
  const moment = (said: Said) => {
    if (said.clock) setClock(at(said.clock))
    return { at: said.at === undefined ? null : at(said.at).toISOString(), reason: said.reason ?? 'Counted by hand' }
  }
  const proof = (tank: number, volumeCl: number) => proofOf(master.actor, tankEntryProof(tank, volumeCl))
  const volumeBody = async (volumeCl: number, said: Said = {}, tank = tankId) => ({
    body: { tankId: tank, volumeCl, ...moment(said), pinProof: await proof(tank, volumeCl) },
  })
  return {
    openBody: volumeBody,
    adjustBody: volumeBody,
    transferBody: (volumeCl: number, said: Said = {}, from = tankId, into = otherTankId) => ({
      body: { tankId: from, otherTankId: into, volumeCl, ...moment(said) },
    }),
    changeBody: async (productId: number, tank = tankId) => ({
      body: { tankId: tank, productId, reason: 'Diesel from now on', pinProof: await proof(tank, 0) },
    }),
    reverseBody: async ({ id, tankId: tank, volumeCl }: Entry) => ({
      id,
      body: { reason: 'Entered by mistake', pinProof: await proof(tank, volumeCl) },
    }),
  }
}

/** The acts themselves, and what the book says. */
function actsOf(master: Master, bodies: ReturnType<typeof bodiesOf>, { tankId, otherTankId }: Tanks) {
  return {
    open: async (volumeCl: number, said: Said = {}, tank = tankId) =>
      master.call(openTankBook, await bodies.openBody(volumeCl, said, tank)),
    adjust: async (volumeCl: number, said: Said = {}, tank = tankId) =>
      master.call(adjustTankBook, await bodies.adjustBody(volumeCl, said, tank)),
    transfer: (volumeCl: number, said: Said = {}, from = tankId, into = otherTankId) =>
      master.call(transferFuel, bodies.transferBody(volumeCl, said, from, into)),
    change: async (productId: number, tank = tankId) => master.call(changeTankProduct, await bodies.changeBody(productId, tank)),
    reverse: async (entry: Entry) => master.call(reverseTankEntry, await bodies.reverseBody(entry)),
    dip: (volumeCl: number, clock: string, tank = tankId) => {
      setClock(at(clock))
      return master.call(enterDip, { body: { tankId: tank, volumeCl } })
    },
    /** The book stock of a tank, at a moment of the day or now. */
    bookAt: async (clock?: string, tank = tankId) => {
      const query = clock === undefined ? {} : { at: at(clock).toISOString() }
      return (await master.call(tankBook, { id: tank, query })).bookCl
    },
    entries: async (tank = tankId) => (await master.call(tankEntries.list, { query: { search: `tankId:${tank}`, sort: 'id' } })).content,
  }
}

/** A station that keeps tank books: the nozzle's tank, one more of the same fuel, one of another fuel, and the station's master. */
export async function bookShop() {
  const it = await filledShop()
  const stands = forecourt(it)
  const { id: otherTankId } = await stands.tank(it.nozzle.productId)
  const { id: dieselId } = await stands.product()
  await stands.price(dieselId, 700)
  const { id: dieselTankId } = await stands.tank(dieselId)
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const tanks = { tankId: it.tankId, otherTankId }
  const bodies = bodiesOf(master, tanks)
  /** The shift that runs at the station. */
  const running = async () => {
    const [state] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
    return state!.id
  }
  return { ...it, ...tanks, master, dieselId, dieselTankId, running, ...bodies, ...actsOf(master, bodies, tanks) }
}
export type BookShop = Awaited<ReturnType<typeof bookShop>>

/** Closes the running shift of it; the next one begins at once. */
export async function endShift(it: BookShop, clock: string, over: object = {}) {
  setClock(at(clock))
  return it.close(await it.running(), 0, { force: true, startNext: true, ...over })
}
