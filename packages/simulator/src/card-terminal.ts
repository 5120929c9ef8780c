import { cardHolds } from '@forecourt/contract'
import type { Habits } from './habit.ts'
import { Refused, type Caller, type Product } from './product.ts'
import type { Passed, SimulatedSite, Sold } from './site.ts'
import type { Asking } from './station.ts'
import type { Delivery, Reading } from './tanks.ts'

/** Who fills up asks for as much as a tank holds. */
const tankCl = 65_00
/** Nobody fills up for less, but for who wants less. */
const leastCl = 5_00
/** The card is taken so long after it was asked for. */
const pulledMs = 20_000

/** What a pump wants to know before fuel flows. */
export const questionOf = ({ nozzleId, method, cents, volumeCl, way }: Asking) => ({
  cardNumber: way.cardNumber,
  nozzleControlId: nozzleId,
  ...(method === 'amount' ? { wantedCents: cents } : { wantedCl: method === 'volume' ? volumeCl : tankCl }),
  ...(way.plate !== undefined && { plate: way.plate }),
  ...(way.odometerKm !== undefined && { odometerKm: way.odometerKm }),
})

/** Whether a customer goes away rather than take so little. */
export const isTooLittle = ({ volumeCl }: Asking, approvedCl: number): boolean => approvedCl < Math.min(leastCl, volumeCl)

/**
 * Asks for cards, one after the other, at the moments at which they are presented. Terminals ask over a line of their own: what keeps the
 * records of a pump back does not keep its customers waiting.
 */
export class CardTerminal {
  readonly #product: Product
  readonly #device: Caller
  readonly #answered: NonNullable<Habits['answered']>
  #pulls: { id: number; at: number }[] = []

  constructor(product: Product, device: Caller, answered: NonNullable<Habits['answered']>) {
    this.#product = product
    this.#device = device
    this.#answered = answered
  }

  async ask(site: SimulatedSite, asking: Asking): Promise<void> {
    const { at } = asking
    await this.tellPulls(at)
    const body = { ...questionOf(asking), sequence: site.nextSequence('controller') - 1 }
    try {
      const held = await this.#product.call(this.#device, at, cardHolds.ask, { body })
      if (isTooLittle(asking, held.approvedCl)) {
        await this.#product.call(this.#device, at, cardHolds.void, { id: held.id })
        return this.#decline(site, asking, 'tooLittle')
      }
      const { cents, isPulled } = site.approve(asking, held)
      if (isPulled) this.#pulls.push({ id: held.id, at: at + pulledMs })
      this.#answered(asking, cents)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#decline(site, asking, error.code)
    }
  }

  /** Cards that were taken up to this moment. */
  async tellPulls(until: number): Promise<void> {
    const due = this.#pulls.filter(({ at }) => at <= until)
    this.#pulls = this.#pulls.filter(({ at }) => at > until)
    for (const { id, at } of due) await this.#product.call(this.#device, at, cardHolds.pulled, { id })
  }

  #decline(site: SimulatedSite, asking: Asking, code: string): void {
    site.decline(asking, code)
    this.#answered(asking, 0)
  }
}

/** Time goes on from one card that is asked for to the next, up to this moment. */
export async function passAsking(site: SimulatedSite, until: number, terminal: CardTerminal): Promise<Passed> {
  const [sold, readings, deliveries]: [Sold[], Reading[], Delivery[]] = [[], [], []]
  const states = new Map<number, 'busy' | 'idle'>()
  for (let isThere = false; !isThere; ) {
    const part = site.advance(until)
    sold.push(...part.sold)
    readings.push(...part.readings)
    deliveries.push(...part.deliveries)
    for (const [logicNo, state] of part.states) states.set(logicNo, state)
    isThere = site.asking.length === 0
    for (const asking of site.asking) await terminal.ask(site, asking)
  }
  await terminal.tellPulls(until)
  return { sold, readings, deliveries, states }
}
