import type { TenderType } from '@forecourt/contract'
import { Chance } from './chance.ts'
import { TruthLog, type YardFaults } from './faults.ts'
import { amountOf } from './fuelling.ts'
import type { Device, Person } from './product.ts'
import { Shop, type ShopLayout } from './shop.ts'
import { SimulatedStation, type Approved, type Asking, type Charge, type Layout, type SimulatedSale, type Way } from './station.ts'
import { RunUnsold } from './run-unsold.ts'
import { SimulatedTanks, type Beneath, type Delivery, type LaidTank, type Reading } from './tanks.ts'

/** A station with all that stands there, and everyone who works there. */
export interface SiteLayout extends Layout {
  readonly code: string
  readonly stationId: number
  readonly tanks: readonly LaidTank[]
  readonly shop?: ShopLayout
  readonly controller: Device
  readonly till: Device
  readonly leader: Person
  /** Sets prices. */
  readonly master: Person
  /** Of the company: issues cards, reads the books. */
  readonly office: Person
  readonly employeeIds: readonly number[]
  /** Prices that are announced already, in the order of time; without them the office changes them now and then. */
  readonly prices?: readonly { readonly productId: number; readonly priceCents: number; readonly fromMs: number }[]
  /** Hours of the station at which one shift hands over to the next. */
  readonly handovers: readonly number[]
}

export type NumberedSale = SimulatedSale & { sequence: number }
export interface Sold {
  readonly by: 'controller' | 'till'
  readonly sale: NumberedSale
  readonly at: number
  /** When the device knows of it: a pump that is stuck has not told it yet. */
  readonly notBefore: number
}
/** What happened at a site, in the order of time. */
export interface Passed {
  readonly sold: readonly Sold[]
  readonly readings: readonly Reading[]
  readonly deliveries: readonly Delivery[]
  /** States of nozzles that changed, the last of each. */
  readonly states: ReadonlyMap<number, 'busy' | 'idle'>
}

/** What a shift truly came to: the books are held against it. */
export interface ShiftTruth {
  orders: number
  salesCents: number
  readonly paid: Map<string, number>
  readonly toppedUp: Map<string, number>
  unpaidCents: number
  readonly soldCl: Map<number, number>
  readonly receivedCl: Map<number, { cl: number; document: string }>
}
export const emptyShift = (): ShiftTruth => ({
  orders: 0,
  salesCents: 0,
  paid: new Map(),
  toppedUp: new Map(),
  unpaidCents: 0,
  soldCl: new Map(),
  receivedCl: new Map(),
})
export const addTo = <K>(sums: Map<K, number>, key: K, more: number): unknown => sums.set(key, (sums.get(key) ?? 0) + more)

/** What a sale comes to. */
export const centsOf = ({ lineItems }: SimulatedSale): number =>
  lineItems.reduce(
    (sum, { volumeCl, pieces = 0, priceCents = 0 }) =>
      sum + (volumeCl === undefined ? pieces * priceCents : amountOf(volumeCl, priceCents)),
    0,
  )

const minute = 60_000

/** Pumps, shop and tanks of one station from one seed, with what truly happened. Time comes with `advance`. */
export class SimulatedSite {
  readonly layout: SiteLayout
  readonly log = new TruthLog()
  shift = emptyShift()
  readonly tanks: SimulatedTanks
  readonly #pumps: SimulatedStation
  readonly #shop: Shop
  readonly #faults: YardFaults
  readonly #chance: Chance
  readonly #drifting: number
  /** By how many thousandths each nozzle is off that is in order. */
  readonly #off: ReadonlyMap<number, number>
  readonly #unsold: RunUnsold
  readonly #next: Record<Sold['by'], number>
  readonly #totalisers: Map<number, number>
  readonly #stuckUntil = new Map<number, number>()
  readonly #asks: boolean
  readonly #asked: Record<'pulled' | 'declined', Chance>
  /** Holds whose card was pulled. */
  readonly #pulled = new Set<number>()

  /** @param asks whether cards are asked for before fuel flows: the caller answers what `asking` names */
  constructor(
    layout: SiteLayout,
    seed: number,
    startMs: number,
    faults: YardFaults & Beneath = {},
    pays?: (charge: Charge) => Way | undefined,
    asks = false,
  ) {
    const own = Chance.of(seed, layout.code).whole(0, 2 ** 30)
    this.layout = layout
    this.#faults = faults
    this.#chance = Chance.of(own, 'faults')
    this.#drifting = Chance.of(own, 'drift').pick(layout.nozzles.map(({ id }) => id))
    const [off, { metersOff = 0 }] = [Chance.of(own, 'meters'), faults]
    this.#off = new Map(layout.nozzles.map(({ id }) => [id, metersOff * (2 * off.next() - 1)]))
    this.#unsold = new RunUnsold(layout.nozzles, faults.ranUnsold ?? 0, own, startMs)
    this.#asks = asks
    this.#asked = { pulled: Chance.of(own, 'pulled'), declined: Chance.of(own, 'declined') }
    this.#pumps = new SimulatedStation(layout, own, startMs, pays && (charge => this.#wayOf(pays, charge)), asks)
    this.#shop = new Shop(layout, own, startMs)
    this.tanks = new SimulatedTanks(layout.tanks, layout.zone, own, startMs, faults, this.log)
    this.#next = { controller: layout.controller.nextSequence, till: layout.till.nextSequence }
    this.#totalisers = new Map(layout.nozzles.map(({ id, totaliserCl }) => [id, totaliserCl]))
  }

  setPrice(productId: number, priceCents: number): void {
    this.#pumps.setPrice(productId, priceCents)
  }

  /** The number of a device's next sale. */
  nextSequence(by: Sold['by']): number {
    return this.#next[by]
  }

  /** What the totalisers show. */
  get totalisers(): ReadonlyMap<number, number> {
    return this.#totalisers
  }

  /** Whose card is to be asked for before time goes on. */
  get asking(): readonly Asking[] {
    return this.#pumps.asking
  }

  /** @returns what the fill will cost, and whether its card is pulled while fuel flows */
  approve(asking: Asking, held: Approved): { cents: number; isPulled: boolean } {
    const cents = this.#pumps.approve(asking, held)
    this.log.approved.set(held.id, cents)
    const { at, nozzleId } = asking
    const isPulled = this.#asked.pulled.happens(this.#faults.pulledEarly ?? 0)
    if (isPulled) {
      this.#pulled.add(held.id)
      this.log.add({ fault: 'pulledEarly', at, nozzleId, cents })
    }
    return { cents, isPulled }
  }

  /** Most who are told that their card may not pay have another way; some drive away. */
  decline(asking: Asking, code: string): void {
    const drivesAway = this.#asked.declined.happens(0.3)
    this.#pumps.decline(asking, drivesAway)
    const { at, nozzleId, way } = asking
    this.log.declined.push({ at, nozzleId, cardNumber: way.cardNumber, code, then: drivesAway ? 'droveAway' : 'paidOtherwise' })
  }

  /** Where cards are asked for, who takes the card before that has filled up all the same, and has not paid. */
  #wayOf(pays: (charge: Charge) => Way | undefined, charge: Charge): Way | undefined {
    const way = pays(charge)
    return this.#asks && way?.payType === 'card' && this.#chance.happens(this.#faults.cardPulled ?? 0) ? {} : way
  }

  /** Up to this moment, or to the one at which a card is to be asked for. */
  advance(until: number): Passed {
    const [sold, readings, deliveries]: [Sold[], Reading[], Delivery[]] = [[], [], []]
    const states = new Map<number, 'busy' | 'idle'>()
    const beneath = (at: number) => {
      const passed = this.tanks.advance(at)
      readings.push(...passed.readings)
      deliveries.push(...passed.deliveries)
      for (const { tankId, notedCl, document } of passed.deliveries) {
        const before = this.shift.receivedCl.get(tankId)
        this.shift.receivedCl.set(tankId, { cl: (before?.cl ?? 0) + notedCl, document })
      }
    }
    const happened = this.#pumps.advance(until, true)
    const toMs = this.asking.length > 0 ? this.#pumps.now : until
    for (const happening of happened) {
      if (happening.kind === 'state') states.set(happening.logicNo, happening.phase === 'idle' ? 'idle' : 'busy')
      if (happening.kind !== 'sale') continue
      beneath(happening.at)
      sold.push(...this.#fuelled(happening.sale))
    }
    beneath(toMs)
    this.#holdStuck(states, toMs)
    for (const sale of this.#shop.advance(toMs)) sold.push(this.#number('till', sale))
    sold.sort((one, other) => one.at - other.at)
    for (const { sale } of sold) this.#count(sale)
    return { sold, readings, deliveries, states }
  }

  /** A pump that is stuck shows a fuelling until somebody has released it. */
  #holdStuck(states: Map<number, 'busy' | 'idle'>, at: number): void {
    for (const [logicNo, until] of this.#stuckUntil) {
      if (until > at) states.set(logicNo, 'busy')
      else {
        this.#stuckUntil.delete(logicNo)
        if (!states.has(logicNo)) states.set(logicNo, 'idle')
      }
    }
  }

  /** The shift ends: what it came to, and the next one begins. */
  handOver(): ShiftTruth {
    const shift = this.shift
    this.shift = emptyShift()
    return shift
  }

  takeIn(payType: TenderType, cents: number): void {
    addTo(this.shift.toppedUp, payType, cents)
  }

  #fuelled(sale: SimulatedSale): Sold[] {
    const { standAlone = 0, stuck = 0, cardPulled = 0, meterDrift = 0 } = this.#faults
    const nozzle = this.layout.nozzles.find(({ id }) => id === sale.nozzleControlId)!
    const [line] = sale.lineItems
    const volumeCl = line!.volumeCl!
    const at = Date.parse(sale.createdDate!)
    const where = { at, nozzleId: nozzle.id, ...(nozzle.tankId !== undefined && { tankId: nozzle.tankId }) }
    const ran = this.#unsold.before(nozzle.id, at)
    if (ran > 0) this.log.add({ fault: 'standAlone', ...where, volumeCl: ran })
    line!.totaliserEndCl! += this.#unsold.since(nozzle.id)
    this.#totalisers.set(nozzle.id, line!.totaliserEndCl!)
    const drift = nozzle.id === this.#drifting ? Math.round((volumeCl * meterDrift) / 1000) : 0
    // A meter that drifts is off by that.
    const off = drift === 0 ? Math.round((volumeCl * this.#off.get(nozzle.id)!) / 1000) : 0
    if (nozzle.tankId !== undefined) this.tanks.draw(nozzle.tankId, volumeCl + drift + off + ran)
    if (drift !== 0) this.log.add({ fault: 'meterDrift', ...where, volumeCl: drift })
    if (off !== 0) this.log.add({ fault: 'metersOff', ...where, volumeCl: off })
    // A pump that asked had its controller.
    if (sale.authorisationId === undefined && this.#chance.happens(standAlone)) {
      this.log.add({ fault: 'standAlone', ...where, volumeCl, cents: centsOf(sale) })
      return []
    }
    const sold = this.#number('controller', sale)
    if (this.#asks && sale.payType === undefined) this.log.add({ fault: 'cardPulled', ...where, cents: centsOf(sale) })
    if (this.#pulled.has(sale.authorisationId ?? 0)) return [{ ...sold, notBefore: at + this.#asked.pulled.whole(20, 120) * minute }]
    if (!this.#asks && sale.payType === 'card' && this.#chance.happens(cardPulled)) {
      this.log.add({ fault: 'cardPulled', ...where, cents: centsOf(sale) })
      const { payType: _, cardNumber: __, ...open } = sold.sale
      return [{ ...sold, sale: open }]
    }
    if (!this.#chance.happens(stuck)) return [sold]
    this.log.add({ fault: 'stuck', ...where, volumeCl, cents: centsOf(sale) })
    const notBefore = at + this.#chance.whole(20, 120) * minute
    this.#stuckUntil.set(nozzle.logicNo, notBefore)
    return [{ ...sold, notBefore }]
  }

  #number(by: Sold['by'], sale: SimulatedSale): Sold {
    const at = Date.parse(sale.createdDate!)
    return { by, sale: { ...sale, employeeId: this.#onDuty(at), sequence: this.#next[by]++ }, at, notBefore: at }
  }

  /** Who serves changes from shift to shift. */
  #onDuty(at: number): number {
    const { employeeIds, handovers, zone } = this.layout
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const turn = handovers.filter(hour => hour <= local.hour).length
    return employeeIds[(local.dayOfYear * handovers.length + turn) % employeeIds.length]!
  }

  #count(sale: NumberedSale): void {
    const cents = centsOf(sale)
    const { shift } = this
    shift.orders++
    shift.salesCents += cents
    if (sale.payType) addTo(shift.paid, sale.payType, cents)
    else shift.unpaidCents += cents
    const [line] = sale.lineItems
    if (sale.nozzleControlId !== undefined) addTo(shift.soldCl, sale.nozzleControlId, line!.volumeCl ?? 0)
  }
}
