import { Chance } from './chance.ts'

const day = 24 * 3_600_000

/** What runs once from a pump without its controller: between two sales its totaliser moves, and nobody else knows. */
export class RunUnsold {
  readonly #volumeCl: number
  readonly #nozzle: number
  readonly #after: number
  #ran = false

  constructor(nozzles: readonly { readonly id: number }[], litres: number, seed: number, startMs: number) {
    const chance = Chance.of(seed, 'unsold')
    this.#volumeCl = litres * 100
    this.#nozzle = chance.pick(nozzles.map(({ id }) => id))
    this.#after = startMs + chance.whole(3, 25) * day
  }

  /** @returns what has run since the sale before, when one has ended */
  before(nozzle: number, at: number): number {
    if (this.#ran || nozzle !== this.#nozzle || at < this.#after) return 0
    this.#ran = true
    return this.#volumeCl
  }

  /** What its totaliser shows besides its sales. */
  since(nozzle: number): number {
    return this.#ran && nozzle === this.#nozzle ? this.#volumeCl : 0
  }
}
