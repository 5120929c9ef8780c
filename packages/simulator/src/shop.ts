import { Chance } from './chance.ts'
import { gapAt, payUsually, type Layout, type SimulatedSale } from './station.ts'

export interface ShopLayout {
  readonly customersPerDay: number
  readonly items: readonly { readonly id: number; readonly code: string; readonly priceCents: number }[]
}

/** The shop of a station: its customers come as those of the pumps do, and take one thing or a few. */
export class Shop {
  readonly #layout: Layout & { readonly shop?: ShopLayout; readonly code: string }
  readonly #chance: Chance
  #next: number
  #slip = 0

  constructor(layout: Layout & { readonly shop?: ShopLayout; readonly code: string }, seed: number, startMs: number) {
    this.#layout = layout
    this.#chance = Chance.of(seed, 'shop')
    this.#next = startMs
    this.#wait()
  }

  advance(toMs: number): SimulatedSale[] {
    const sales: SimulatedSale[] = []
    for (; this.#next < toMs; this.#wait()) sales.push(this.#sell(Math.floor(this.#next)))
    return sales
  }

  #wait(): void {
    const { shop, zone } = this.#layout
    this.#next = shop && shop.items.length > 0 ? this.#next + gapAt(this.#chance, this.#next, zone, shop.customersPerDay) : Infinity
  }

  #sell(at: number): SimulatedSale {
    const lineItems = Array.from({ length: this.#chance.whole(1, 3) }, () => {
      const { id, priceCents } = this.#chance.pick(this.#layout.shop!.items)
      return { itemId: id, pieces: priceCents > 100_00 ? 1 : this.#chance.whole(1, 3), priceCents }
    })
    const slip = `SHOP${at}${this.#layout.code}-${++this.#slip}`
    return { createdDate: new Date(at).toISOString(), ...payUsually(this.#chance, this.#layout.ways, slip), lineItems }
  }
}
