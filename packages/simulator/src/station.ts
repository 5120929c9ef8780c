import type { Sale, TenderType } from '@forecourt/contract'
import type { z } from 'zod'
import { Chance } from './chance.ts'
import { amountOf, lasts, planOf, standing, type Phase, type Plan } from './fuelling.ts'

export interface Layout {
  readonly zone: string
  readonly nozzles: readonly LaidNozzle[]
  /** On an ordinary day. */
  readonly customersPerDay: number
  /** Nobody who looks waits longer for the next customer; without it nights are as empty as they are. */
  readonly waitAtMostMs?: number
  /** Amounts that customers ask for, in whole units of money. */
  readonly presets: readonly number[]
  /** How customers pay, by weight. */
  readonly ways?: Readonly<Partial<Record<TenderType, number>>>
}
export interface LaidNozzle {
  readonly id: number
  readonly logicNo: number
  readonly dispenser: number
  readonly productId: number
  /** What it draws from, where tanks are simulated. */
  readonly tankId?: number
  readonly priceCents: number
  /** What its totaliser shows. */
  readonly totaliserCl: number
}

export type SimulatedSale = Omit<z.input<typeof Sale>, 'sequence' | 'deviceId'>
/** What the site controller of the station sees, in the order of time. */
export type Happening =
  | { readonly kind: 'state'; readonly at: number; readonly logicNo: number; readonly phase: Phase }
  | { readonly kind: 'running'; readonly at: number; readonly logicNo: number; readonly volumeCl: number; readonly amountCents: number }
  | { readonly kind: 'sale'; readonly at: number; readonly sale: SimulatedSale }

/** What a customer has to pay. */
export interface Charge {
  readonly at: number
  readonly cents: number
  readonly volumeCl: number
  readonly productId: number
}
/** How it was paid. */
export type Paid = Pick<SimulatedSale, 'payType' | 'externalSerialNo' | 'cardNumber'>

/** How busy an hour is beside others: two rushes, and nights that are nearly empty. */
const hours = [2, 1, 1, 1, 1, 3, 7, 10, 9, 7, 6, 6, 8, 6, 5, 6, 8, 11, 10, 7, 5, 4, 3, 2]
/** Monday first: people fill up before the weekend. */
const weekdays = [1, 0.95, 0.95, 1, 1.2, 1.1, 0.8]
const allHours = hours.reduce((sum, weight) => sum + weight, 0)
const usualWays = { wx: 38, ali: 27, cash: 20, unionPay: 15 }
const stepMs = 1000

/** Milliseconds until the next customer, at a moment. */
export function gapAt(chance: Chance, at: number, zone: string, customersPerDay: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone)
  const perHour = (customersPerDay * weekdays[local.dayOfWeek - 1]! * hours[local.hour]!) / allHours
  return chance.gap(3_600_000 / perHour)
}

/** In the way that weighs as much; what is not cash has the number of a slip, never twice in a company. */
export function payUsually(chance: Chance, ways: Layout['ways'], slip: string): Paid {
  const payType = chance.weigh((ways ?? usualWays) as Record<TenderType, number>)
  return { payType, ...(payType !== 'cash' && { externalSerialNo: slip }) }
}

interface Pump extends LaidNozzle {
  priceCents: number
  totaliserCl: number
  phase: Phase
  /** The price of a fuelling is that of its beginning. */
  running?: { plan: Plan; began: number; priceCents: number }
}

/**
 * A station with its customers, reckoned second by second from a seed: the same seed and the same moment make the same day. It knows no
 * clock; time comes with `advance`.
 */
export class SimulatedStation {
  readonly #layout: Layout
  readonly #chance: Chance
  readonly #pumps: Pump[]
  readonly #pays: (charge: Charge) => Paid | undefined
  #now: number
  #nextCustomer: number
  #slip = 0

  /** @param pays how a customer pays who does not pay in one of the usual ways */
  constructor(layout: Layout, seed: number, startMs: number, pays: (charge: Charge) => Paid | undefined = () => undefined) {
    this.#pays = pays
    this.#layout = layout
    this.#chance = new Chance(seed)
    this.#pumps = layout.nozzles.map(nozzle => ({ ...nozzle, phase: 'idle' }))
    this.#now = startMs
    this.#nextCustomer = startMs + this.#gap(startMs)
  }

  /** Whatever hangs on this product is sold at this price from the next fuelling on. */
  setPrice(productId: number, priceCents: number): void {
    for (const pump of this.#pumps) if (pump.productId === productId) pump.priceCents = priceCents
  }

  /** What every pump shows now, for who has just begun to look. */
  get phases(): readonly { readonly logicNo: number; readonly phase: Phase }[] {
    return this.#pumps.map(({ logicNo, phase }) => ({ logicNo, phase }))
  }

  /** What happens up to this moment. */
  advance(toMs: number): Happening[] {
    const happened: Happening[] = []
    while (this.#now + stepMs <= toMs) {
      this.#now += stepMs
      while (this.#nextCustomer <= this.#now) {
        this.#arrive(this.#nextCustomer)
        this.#nextCustomer += this.#gap(this.#nextCustomer)
      }
      for (const pump of this.#pumps) this.#step(pump, happened)
    }
    return happened
  }

  #gap(at: number): number {
    const { zone, customersPerDay, waitAtMostMs = Infinity } = this.#layout
    return Math.min(gapAt(this.#chance, at, zone, customersPerDay), waitAtMostMs)
  }

  /** A customer goes to a dispenser that is free; where all are taken, somewhere else. */
  #arrive(at: number): void {
    const taken = new Set(this.#pumps.filter(({ running }) => running).map(({ dispenser }) => dispenser))
    const free = this.#pumps.filter(({ dispenser }) => !taken.has(dispenser))
    if (free.length === 0) return
    const pump = this.#chance.pick(free)
    pump.running = { plan: planOf(this.#chance, pump.priceCents, this.#layout.presets), began: at, priceCents: pump.priceCents }
  }

  #step(pump: Pump, happened: Happening[]): void {
    const { running, logicNo } = pump
    if (!running) return
    const stands = standing(running.plan, this.#now - running.began)
    const phase = stands?.phase ?? 'idle'
    if (phase !== pump.phase) happened.push({ kind: 'state', at: this.#now, logicNo, phase })
    pump.phase = phase
    if (!stands) return this.#end(pump, running, happened)
    const { volumeCl } = stands
    if (phase === 'fuelling')
      happened.push({ kind: 'running', at: this.#now, logicNo, volumeCl, amountCents: amountOf(volumeCl, running.priceCents) })
  }

  #end(pump: Pump, { plan, began, priceCents }: NonNullable<Pump['running']>, happened: Happening[]): void {
    delete pump.running
    pump.totaliserCl += plan.volumeCl
    const at = Math.floor(began + lasts(plan))
    const { volumeCl } = plan
    const usually = payUsually(this.#chance, this.#layout.ways, `SIM${Math.floor(began)}${pump.logicNo}-${++this.#slip}`)
    const charge = { at, cents: amountOf(volumeCl, priceCents), volumeCl, productId: pump.productId }
    const sale = {
      createdDate: new Date(at).toISOString(),
      beganDate: new Date(Math.floor(began)).toISOString(),
      nozzleControlId: pump.id,
      fuelMethod: plan.method,
      ...(this.#pays(charge) ?? usually),
      lineItems: [{ volumeCl: plan.volumeCl, priceCents, totaliserEndCl: pump.totaliserCl }],
    }
    happened.push({ kind: 'sale', at: this.#now, sale })
  }
}
