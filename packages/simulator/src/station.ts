import type { Sale, TenderType } from '@forecourt/contract'
import type { z } from 'zod'
import { Chance } from './chance.ts'
import { amountOf, endingAt, lasts, planOf, standing, type Phase, type Plan } from './fuelling.ts'

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
export type Paid = Pick<SimulatedSale, 'payType' | 'externalSerialNo' | 'cardNumber' | 'authorisationId'>
/** How a customer pays; who pays by card may be asked for the plate and the odometer. */
export type Way = Paid & { readonly plate?: string; readonly odometerKm?: number }
/** A customer with a card stands at a pump, which asks whether the card may pay before fuel flows. */
export interface Asking extends Charge {
  readonly logicNo: number
  readonly nozzleId: number
  readonly method: Plan['method']
  readonly way: Way & { readonly cardNumber: string }
}
/** What the card may pay, and for how much a litre. */
export interface Approved {
  readonly id: number
  readonly approvedCl: number
  readonly fillPriceCents: number
}

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

interface Running {
  plan: Plan
  began: number
  priceCents: number
  /** Decided before the pump ran. */
  paid?: Paid | undefined
  /** Since when it waits for an answer. */
  waitsSince?: number | undefined
  /** The customer drove away. */
  isLeft?: boolean
}
interface Pump extends LaidNozzle {
  priceCents: number
  totaliserCl: number
  phase: Phase
  /** The price of a fuelling is that of its beginning. */
  running?: Running
}

/**
 * A station with its customers, reckoned second by second from a seed: the same seed and the same moment make the same day. It knows no
 * clock; time comes with `advance`.
 */
export class SimulatedStation {
  readonly #layout: Layout
  readonly #chance: Chance
  readonly #pumps: Pump[]
  readonly #pays: (charge: Charge) => Way | undefined
  readonly #asks: boolean
  #asking: Asking[] = []
  #now: number
  #nextCustomer: number
  #slip = 0

  /**
   * @param pays how a customer pays who does not pay in one of the usual ways
   * @param asks whether a card is asked for before its fuel flows; else it is charged for what was delivered
   */
  constructor(layout: Layout, seed: number, startMs: number, pays: (charge: Charge) => Way | undefined = () => undefined, asks = false) {
    this.#pays = pays
    this.#asks = asks
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

  /** What the pumps of a product charge from the next fuelling on. */
  pricesOf(productId: number): { logicNo: number; phase: Phase; priceCents: number }[] {
    return this.#pumps
      .filter(pump => pump.productId === productId)
      .map(({ logicNo, phase, priceCents }) => ({ logicNo, phase, priceCents }))
  }

  /** What every pump shows now, for who has just begun to look. */
  get phases(): readonly { readonly logicNo: number; readonly phase: Phase }[] {
    return this.#pumps.map(({ logicNo, phase }) => ({ logicNo, phase }))
  }

  get now(): number {
    return this.#now
  }

  /** Customers whose card is to be asked for; their pumps wait until each is answered. */
  get asking(): readonly Asking[] {
    return this.#asking
  }

  /** The card may pay so much: the pump runs no further. @returns what the fill will cost */
  approve(asking: Asking, { id: authorisationId, approvedCl, fillPriceCents }: Approved): number {
    const running = this.#answered(asking)
    if (!running) return 0
    const { cardNumber } = asking.way
    // Who asked for an amount of money gets what it buys.
    const volumeCl = asking.method === 'amount' ? approvedCl : Math.min(approvedCl, asking.volumeCl)
    Object.assign(running, { plan: endingAt(running.plan, volumeCl), priceCents: fillPriceCents })
    running.paid = { payType: 'card', cardNumber, authorisationId }
    return amountOf(volumeCl, fillPriceCents)
  }

  /** The card may not pay: its customer pays in another way, or drives away. */
  decline(asking: Asking, drivesAway: boolean): void {
    const running = this.#answered(asking)
    if (running) running.isLeft = drivesAway
  }

  #answered(asking: Asking): Running | undefined {
    this.#asking = this.#asking.filter(each => each !== asking)
    const running = this.#pumps.find(({ id }) => id === asking.nozzleId)?.running
    if (running?.waitsSince === undefined) return undefined
    running.began += this.#now - running.waitsSince
    running.waitsSince = undefined
    return running
  }

  /** What happens up to this moment, or, where cards are waited for, to the one at which a card is to be asked for. */
  advance(toMs: number, waits = false): Happening[] {
    const happened: Happening[] = []
    while (this.#now + stepMs <= toMs && !(waits && this.#asking.length > 0)) {
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
    const { id: nozzleId, logicNo, productId, priceCents } = pump
    const plan = planOf(this.#chance, priceCents, this.#layout.presets)
    pump.running = { plan, began: at, priceCents }
    if (!this.#asks) return
    const charge = { at: this.#now, cents: amountOf(plan.volumeCl, priceCents), volumeCl: plan.volumeCl, productId }
    const way = this.#pays(charge)
    const { cardNumber } = way ?? {}
    if (way?.payType !== 'card' || cardNumber === undefined) {
      pump.running.paid = way && paidOf(way)
      return
    }
    pump.running.waitsSince = this.#now
    this.#asking.push({ ...charge, logicNo, nozzleId, method: plan.method, way: { ...way, cardNumber } })
  }

  #step(pump: Pump, happened: Happening[]): void {
    const { running, logicNo } = pump
    if (!running) return
    // What waits for an answer calls, and goes on from there.
    const since = running.waitsSince === undefined ? this.#now - running.began : 0
    const stands = running.isLeft ? undefined : standing(running.plan, since)
    const phase = stands?.phase ?? 'idle'
    if (phase !== pump.phase) happened.push({ kind: 'state', at: this.#now, logicNo, phase })
    pump.phase = phase
    if (!stands) return this.#end(pump, running, happened)
    const { volumeCl } = stands
    if (phase === 'fuelling')
      happened.push({ kind: 'running', at: this.#now, logicNo, volumeCl, amountCents: amountOf(volumeCl, running.priceCents) })
  }

  #end(pump: Pump, { plan, began, priceCents, paid, isLeft }: Running, happened: Happening[]): void {
    delete pump.running
    if (isLeft) return
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
      ...(paid ?? (this.#asks ? undefined : this.#paidFor(charge)) ?? usually),
      lineItems: [{ volumeCl: plan.volumeCl, priceCents, totaliserEndCl: pump.totaliserCl }],
    }
    happened.push({ kind: 'sale', at: this.#now, sale })
  }

  #paidFor(charge: Charge): Paid | undefined {
    const way = this.#pays(charge)
    return way && paidOf(way)
  }
}

function paidOf(way: Way): Paid {
  const { plate: _, odometerKm: __, ...paid } = way
  return paid
}
