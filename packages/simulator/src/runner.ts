import {
  dailyStates,
  dispenserStatus,
  oilInfos,
  orderIntake,
  reportTankReadings,
  setPrice,
  settlement,
  startShift,
  syncDevice,
  TenderType,
  type ClassSettle,
  type Endpoint,
  type JudgedFigure,
  type Returned,
  type Sent,
} from '@forecourt/contract'
import { differences, type Difference } from './books.ts'
import { CardTerminal, passAsking } from './card-terminal.ts'
import { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import type { Behaviour, Habits, Post } from './habit.ts'
import { Line } from './line.ts'
import { Refused, type Caller, type Product } from './product.ts'
import { addTo, SimulatedSite, type NumberedSale, type ShiftTruth, type SiteLayout } from './site.ts'
import type { Charge } from './station.ts'
import type { Delivery, Reading } from './tanks.ts'

export interface Run {
  readonly seed: number
  readonly startMs: number
  readonly faults?: Faults
  readonly behaviours?: readonly Behaviour[]
  /** Pumps ask whether a card may pay before fuel flows, and name the answer with the fill. */
  readonly asks?: boolean
  /** How often devices send what they have; a whole part of the hours between handovers. */
  readonly stepHours?: number
}
/** A shift that was closed: what it truly was, what the books say, and where the two differ. */
export interface ClosedShift {
  readonly startMs: number
  readonly endMs: number
  readonly truth: ShiftTruth
  readonly book: ClassSettle
  readonly differences: readonly Difference[]
}

const hour = 3_600_000
const sendingMax = 500
/** A message of the channel holds 64 KB. */
const measuredMax = 200

/** One station through the days, as its devices and its people live them, at the moments of the simulated time. */
export class SiteRunner {
  readonly site: SimulatedSite
  readonly closed: ClosedShift[] = []
  /** Sales that the product did not take, and why. */
  readonly refused: string[] = []
  readonly #product: Product
  readonly #run: Run
  readonly #lines: { controller: Line<NumberedSale>; till: Line<NumberedSale>; gauge: Line<Reading> }
  readonly #habits: Habits[] = []
  readonly #terminal: CardTerminal
  #now: number
  #shift: { id: number; startMs: number } | undefined

  constructor(layout: SiteLayout, product: Product, run: Run) {
    const { seed, startMs, faults = {}, asks = false } = run
    const line = <M>(name: string) => new Line<M>(seed, `${layout.code}/${name}`, faults, startMs)
    this.#product = product
    this.#run = run
    this.#now = startMs
    const answered: NonNullable<Habits['answered']> = (...told) => this.#habits.forEach(habit => habit.answered?.(...told))
    this.#terminal = new CardTerminal(product, this.#device('controller', layout), answered)
    this.#lines = { controller: line('controller'), till: line('till'), gauge: line('gauge') }
    const pays = (charge: Charge) => {
      for (const { pays: of } of this.#habits) {
        const way = of?.(charge)
        if (way) return way
      }
      return undefined
    }
    this.site = new SimulatedSite(layout, seed, startMs, faults, pays, asks)
  }

  /** What the modules bring comes to the station, and its first shift begins, or the one that runs is gone on with. */
  async begin(): Promise<void> {
    const { stationId, code: stationCode, zone, nozzles } = this.site.layout
    const { seed, startMs, behaviours = [], asks = false } = this.#run
    const productIds = [...new Set(nozzles.map(({ productId }) => productId))]
    for (const { name, begin } of behaviours) {
      const chance = Chance.of(seed, stationCode, name)
      this.#habits.push(
        await begin({ stationId, stationCode, zone, startMs, productIds, asks, chance, staff: (...call) => this.#staff(...call) }),
      )
    }
    await this.#sync()
    const { content } = await this.#staff(startMs, dailyStates.list, { query: { search: `station.id:${stationId},status:open` } })
    const running = content.find(({ isNatureDay }) => !isNatureDay)
    if (running) await this.#goOn(running.id)
    this.#shift = running
      ? { id: running.id, startMs: Date.parse(running.startTime) }
      : { id: (await this.#staff(startMs, startShift, { body: { stationId } })).id, startMs }
  }

  /** What was sold since a shift began is in the till, and no longer in the tanks. */
  async #goOn(dailyStateId: number): Promise<void> {
    const { site } = this
    const seen = await this.#staff(this.#now, settlement.preview, { query: { dailyStateId } })
    site.shift.orders += seen.orders
    site.shift.salesCents += seen.salesCents
    site.shift.unpaidCents += seen.unpaidCents
    for (const { payType, amountCents, refundedCents, topUpCents } of seen.payTypes) {
      addTo(site.shift.paid, payType, amountCents - refundedCents)
      if (topUpCents !== 0) addTo(site.shift.toppedUp, payType, topUpCents)
    }
    for (const { nozzleControlId, soldCl } of seen.nozzles) addTo(site.shift.soldCl, nozzleControlId, soldCl)
    for (const { tankId, beginCl, receivedCl, soldCl } of seen.tanks)
      if (beginCl !== null) site.tanks.fill(tankId, beginCl + receivedCl - soldCl)
  }

  /** What happens up to this moment, and what is said of it. */
  async advance(toMs: number): Promise<void> {
    while (this.#now < toMs) {
      const at = Math.min(toMs, this.#nextStep())
      await this.#step(at)
      this.#now = at
    }
  }

  /** All that is still on its way arrives. */
  async settleLines(): Promise<void> {
    await this.#send('controller', this.#lines.controller.rest(), this.#now)
    await this.#send('till', this.#lines.till.rest(), this.#now)
    await this.#measure(this.#lines.gauge.rest(), this.#now)
  }

  /** The next full hour at which something is sent, or done by staff. */
  #nextStep(): number {
    const { zone, handovers, prices = [] } = this.site.layout
    const { stepHours = 1 } = this.#run
    for (let at = (Math.floor(this.#now / hour) + 1) * hour; ; at += hour) {
      const { hour: local } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      if (local === 0 || local % stepHours === 0 || handovers.includes(local) || prices.some(({ fromMs }) => fromMs === at)) return at
    }
  }

  async #step(at: number): Promise<void> {
    const { sold, readings, deliveries, states } = await passAsking(this.site, at, this.#terminal)
    for (const { by, sale, at: soldAt, notBefore } of sold) this.#lines[by].say(sale, soldAt, notBefore)
    for (const reading of readings) this.#lines.gauge.say(reading, Date.parse(reading.measuredAt))
    await this.#send('controller', this.#lines.controller.leaving(at), at)
    await this.#send('till', this.#lines.till.leaving(at), at)
    await this.#measure(this.#lines.gauge.leaving(at), at)
    await this.#report(states, at)
    for (const delivery of deliveries) await this.#record(delivery, at)
    for (const { hourly } of this.#habits) for (const { payType, cents } of (await hourly?.(at)) ?? []) this.site.takeIn(payType, cents)

    const { zone, handovers, prices } = this.site.layout
    for (const { productId, priceCents, fromMs } of prices ?? []) if (fromMs === at) this.site.setPrice(productId, priceCents)
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    if (local.minute !== 0) return
    if (handovers.includes(local.hour)) await this.#handOver(at)
    if (local.hour === 0) await this.#sync(at)
    if (!prices && local.hour === 0 && local.dayOfYear % 10 === 0) await this.#changePrices(at)
  }

  #device(by: 'controller' | 'till', { [by]: device, stationId }: SiteLayout = this.site.layout): Caller {
    return { device, stationId }
  }

  #staff<E extends Endpoint>(at: number, endpoint: E, sent: Sent<E>, role: Post = 'leader'): Promise<Returned<E>> {
    const { stationId } = this.site.layout
    return this.#product.call({ person: this.site.layout[role], stationId }, at, endpoint, sent)
  }

  async #sync(at = this.#now): Promise<void> {
    for (const by of ['controller', 'till'] as const) {
      const body = { deviceTime: new Date(at).toISOString() }
      await this.#product.call(this.#device(by), at, syncDevice, { id: this.site.layout[by].id, body })
    }
  }

  async #send(by: 'controller' | 'till', sales: readonly NumberedSale[], at: number): Promise<void> {
    for (let from = 0; from < sales.length; from += sendingMax) {
      const orders = sales.slice(from, from + sendingMax)
      const { content } = await this.#product.call(this.#device(by), at, orderIntake.takeBatch, { body: { orders } })
      for (const { sequence, refusal } of content)
        if (refusal) this.refused.push(`${this.site.layout.code} ${by} ${sequence}: ${refusal.code} ${refusal.message}`)
    }
  }

  async #measure(readings: readonly Reading[], at: number): Promise<void> {
    for (let from = 0; from < readings.length; from += measuredMax) {
      const body = { readings: readings.slice(from, from + measuredMax) }
      await this.#product.call(this.#device('controller'), at, reportTankReadings, { body })
    }
  }

  /** A leader records what the tanker brought, by its note and by what was measured. */
  async #record({ tankId, notedCl, document, beganAt, at: endedAt, beforeCl, afterCl, ...oil }: Delivery, at: number): Promise<void> {
    const body = {
      ...(oil.density !== undefined && { density: oil.density, densityKind: 'standard' as const, temperature: oil.temperature ?? null }),
      stationId: this.site.layout.stationId,
      tankId,
      docNo: document,
      deliveryVolumeCl: notedCl,
      beginTime: new Date(beganAt).toISOString(),
      endTime: new Date(endedAt).toISOString(),
      beforeVolumeCl: beforeCl,
      afterVolumeCl: afterCl,
      ...(afterCl < beforeCl && { reason: '卸油期间销售多于卸入 Sold more than was unloaded' }),
    }
    await this.#staff(at, oilInfos.create, { body }).catch((error: unknown) => {
      // Somebody else records one into the same tank right now.
      if (!(error instanceof Refused)) throw error
      this.refused.push(`${this.site.layout.code} ${document}: ${error.code}`)
    })
  }

  async #report(states: ReadonlyMap<number, 'busy' | 'idle'>, at: number): Promise<void> {
    if (states.size === 0) return
    const nozzles = [...states].map(([logicNo, state]) => ({ logicNo, state }))
    await this.#product.call(this.#device('controller'), at, dispenserStatus.report, { body: { nozzles } })
  }

  /** Prices move by a few cents; pumps ask the new one from the next customer on. */
  async #changePrices(at: number): Promise<void> {
    const { stationId, code, nozzles } = this.site.layout
    const chance = Chance.of(this.#run.seed, code, 'prices', at)
    const before = new Map(nozzles.map(({ productId, priceCents }) => [productId, priceCents]))
    for (const [id, priceCents] of before) {
      const body = { stationId, priceCents: priceCents + chance.whole(-6, 6) }
      await this.#staff(at, setPrice, { id, body }, 'master')
      this.site.setPrice(id, body.priceCents)
    }
  }

  /** By how much the till is beside what it should hold. */
  #wrongChange(at: number): number {
    const { seed, faults = {} } = this.#run
    const chance = Chance.of(seed, this.site.layout.code, 'till', at)
    if (!chance.happens(faults.wrongChange ?? 0)) return 0
    const cents = chance.pick([-1000, -500, -200, 100, 300])
    this.site.log.add({ fault: 'wrongChange', at, cents })
    return cents
  }

  /** Counted, read, dipped and closed by the leader; the next shift begins at the same instant. */
  async #handOver(at: number): Promise<void> {
    const { site } = this
    const truth = site.handOver()
    const { id, startMs } = this.#shift!
    const closing = { dailyStateId: id, ...found(site, truth, this.#wrongChange(at)), force: true, startNext: true }
    const close = (confirmed: Partial<typeof closing> & object) => this.#staff(at, settlement.close, { body: { ...closing, ...confirmed } })
    const book = await close({}).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.code !== 'settlement.beyondTolerance') throw error
      return close(confirmedOf(error.detail['figures'] as readonly JudgedFigure[]))
    })
    this.closed.push({ startMs, endMs: at, truth, book, differences: differences(site.layout, truth, book) })
    const query = { search: `station.id:${site.layout.stationId},status:open` }
    const { content } = await this.#staff(at, dailyStates.list, { query })
    this.#shift = { id: content[0]!.id, startMs: at }
  }
}

const isTender = (payType: string): payType is TenderType => (TenderType.options as readonly string[]).includes(payType)

/** What the leader finds in the till, on the slips, at the pumps and in the tanks. */
function found(site: SimulatedSite, { paid, toppedUp }: ShiftTruth, wrongCents: number) {
  const money = new Map<string, number>([['cash', wrongCents]])
  for (const sums of [paid, toppedUp]) for (const [payType, cents] of sums) if (isTender(payType)) addTo(money, payType, cents)
  return {
    counted: [...money].map(([payType, cents]) => ({ payType: payType as TenderType, countedCents: Math.max(0, cents) })),
    meters: [...site.totalisers].map(([nozzleControlId, totaliserCl]) => ({ nozzleControlId, totaliserCl })),
    tanks: site.layout.tanks.map(({ id }) => ({ tankId: id, volumeCl: site.tanks.volumeCl(id) })),
  }
}

const confirmedOf = (figures: readonly JudgedFigure[]) => ({
  acknowledged: figures.filter(({ beyond }) => beyond).map(({ about, amount }) => ({ about, amount })),
  reason: '已核实 Checked',
})
