import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { isTooLittle, questionOf } from './card-terminal.ts'
import { Chance } from './chance.ts'
import { SiteController, type Connection } from './controller.ts'
import type { Phase } from './fuelling.ts'
import { TruthLog } from './faults.ts'
import { SimulatedStation, type Asking, type Happening, type Layout, type SimulatedSale } from './station.ts'
import { SimulatedTanks, type LaidTank } from './tanks.ts'

/** A card whose holder may come. */
export interface LiveCard {
  readonly number: string
  readonly plate?: string | undefined
}
export interface Live {
  readonly layout: Layout & { readonly tanks?: readonly LaidTank[]; readonly cards?: readonly LiveCard[] }
  readonly connection: Connection
  readonly seed: number
}

const tickMs = 1000
/** Often enough for a level that is seen to sink. */
const gaugeMs = 60_000
/** What the product knows of a nozzle: it is at work, or it is not. */
const minute = 60_000
/** How often a customer comes with a card; and how often the card is taken while fuel flows, so that its hold is gray for a while. */
const [byCard, pulledEarly] = [0.2, 0.08]
const stateOf = (phase: Phase) => (phase === 'idle' ? 'idle' : phase === 'closed' ? 'offline' : 'busy')

/** Lets a station sell in real time, until it is stopped. @returns the way to stop */
export function runLive({ layout, connection, seed }: Live): () => Promise<void> {
  const controller = new SiteController(connection)
  const holders = new Holders(layout.cards ?? [], Chance.of(seed, 'cards'), controller)
  const station = new SimulatedStation(layout, seed, Date.now(), () => holders.next(), true)
  const tanks = new SimulatedTanks(layout.tanks ?? [], layout.zone, seed, Date.now(), { everyMs: gaugeMs }, new TruthLog())
  const tankOf = new Map(layout.nozzles.map(({ id, tankId }) => [id, tankId]))
  const dispenserOf = new Map(layout.nozzles.map(({ logicNo, dispenser }) => [logicNo, dispenser]))
  const states = new Map<number, string>()

  const report = (changed: readonly { logicNo: number; phase: Phase }[], running: readonly object[]) => {
    const nozzles = changed
      .map(({ logicNo, phase }) => ({ logicNo, state: stateOf(phase) }))
      .filter(({ logicNo, state }) => states.get(logicNo) !== state)
    for (const { logicNo, state } of nozzles) states.set(logicNo, state)
    const busy = new Set([...states].filter(([, state]) => state === 'busy').map(([logicNo]) => dispenserOf.get(logicNo)))
    const touched = new Set(nozzles.map(({ logicNo }) => dispenserOf.get(logicNo)!))
    const dispensers = [...touched].map(number => ({ number, state: busy.has(number) ? 'busy' : 'idle' }))
    if (nozzles.length + running.length === 0) return
    controller.report({ ...(nozzles.length > 0 && { nozzles, dispensers }), ...(running.length > 0 && { fuelling: running }) })
  }
  controller.onConnected = () => {
    states.clear()
    report(station.phases, [])
  }
  /** The pumps are asked what they charge now: so the office knows that they have the new price. */
  const setPrice = (productId: number, priceCents: number) => {
    station.setPrice(productId, priceCents)
    const nozzles = station
      .pricesOf(productId)
      .map(({ logicNo, phase, priceCents: cents }) => ({ logicNo, state: stateOf(phase), priceCents: cents }))
    if (nozzles.length > 0) controller.report({ nozzles })
  }
  controller.onPrice = (productId, priceCents, fromAt) => {
    const inMs = Math.max(0, Date.parse(fromAt) - Date.now())
    // A price that is further off than a timer reaches is told again by then, or not at all.
    if (inMs < 2 ** 31) setTimeout(() => setPrice(productId, priceCents), inMs).unref()
  }
  controller.onRefused = (what, body) => console.warn(`simulator: refused: ${what} ${JSON.stringify(body)}`)

  const timer = setInterval(() => {
    const happened = station.advance(Date.now())
    holders.answer(station)
    const of = <K extends Happening['kind']>(kind: K) =>
      happened.filter((each): each is Extract<Happening, { kind: K }> => each.kind === kind)
    for (const { sale } of of('sale')) {
      controller.sell(sale, holders.end(sale))
      const tankId = tankOf.get(sale.nozzleControlId!)
      if (tankId !== undefined) tanks.draw(tankId, sale.lineItems[0]!.volumeCl!)
    }
    controller.measure(tanks.advance(Date.now()).readings)
    const running = new Map(of('running').map(({ logicNo, volumeCl, amountCents }) => [logicNo, { logicNo, volumeCl, amountCents }]))
    report(of('state'), [...running.values()])
  }, tickMs)
  return async () => {
    clearInterval(timer)
    await controller.stop()
  }
}

/** Customers with cards: each is asked for before fuel flows, and none is at two pumps at once. */
class Holders {
  readonly #cards: readonly LiveCard[]
  readonly #chance: Chance
  readonly #controller: SiteController
  readonly #here = new Set<string>()
  readonly #asked = new WeakSet<Asking>()
  readonly #pulled = new Set<number>()

  constructor(cards: readonly LiveCard[], chance: Chance, controller: SiteController) {
    this.#cards = cards
    this.#chance = chance
    this.#controller = controller
  }

  next() {
    const away = this.#cards.filter(({ number }) => !this.#here.has(number))
    if (away.length === 0 || !this.#chance.happens(byCard)) return undefined
    const { number: cardNumber, plate } = this.#chance.pick(away)
    this.#here.add(cardNumber)
    return { payType: 'card', cardNumber, ...(plate !== undefined && { plate }) } as const
  }

  answer(station: SimulatedStation): void {
    for (const asking of station.asking) {
      if (this.#asked.has(asking)) continue
      this.#asked.add(asking)
      void this.#ask(station, asking)
    }
  }

  async #ask(station: SimulatedStation, asking: Asking): Promise<void> {
    const held = await this.#controller.ask(questionOf(asking))
    if (held && 'id' in held && !isTooLittle(asking, held.approvedCl)) {
      station.approve(asking, held)
      if (!this.#chance.happens(pulledEarly)) return
      this.#pulled.add(held.id)
      setTimeout(() => void this.#controller.end(held.id, 'pulled'), minute / 3).unref()
      return
    }
    this.#here.delete(asking.way.cardNumber)
    if (held && 'id' in held) await this.#controller.end(held.id, 'void')
    station.decline(asking, this.#chance.happens(0.3))
  }

  /** @returns for how long the record of this sale is kept back */
  end({ cardNumber, authorisationId }: SimulatedSale): number {
    if (cardNumber !== undefined) this.#here.delete(cardNumber)
    return this.#pulled.delete(authorisationId ?? 0) ? this.#chance.whole(3, 8) * minute : 0
  }
}

if (!isMainThread && workerData?.connection) {
  const stop = runLive(workerData as Live)
  parentPort!.once('message', () => void stop().finally(() => process.exit(0)))
}
