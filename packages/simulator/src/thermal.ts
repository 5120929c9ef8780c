/** How much a litre grows for each degree: petrol, and what is heavier. @source printed tables, rounded as a handbook does */
const growthOf = (density: number): number => (density < 780 ? 0.001_23 : 0.000_85)
/** The ground takes back what a load is warmer by, with this half-life. */
const halfLifeMs = 60 * 3_600_000

/** What a tank is warmer than the ground around it, and what becomes of its volume as that changes. */
export class Thermal {
  readonly #growth: number
  #excess = 0
  #celsius: number | undefined

  constructor(density: number) {
    this.#growth = growthOf(density)
  }

  get celsius(): number {
    return this.#celsius!
  }

  /** Time goes on. @returns what `volumeCl` grows by */
  passed(volumeCl: number, groundCelsius: number, ms: number): number {
    this.#excess *= 0.5 ** (ms / halfLifeMs)
    return this.#brought(volumeCl, groundCelsius + this.#excess)
  }

  /** A load comes that is so many degrees warmer than the ground. @returns what both grow by when they mix */
  mixed(volumeCl: number, loadCl: number, warmer: number, groundCelsius: number): number {
    this.#excess = (volumeCl * this.#excess + loadCl * warmer) / (volumeCl + loadCl)
    const grown = this.#brought(volumeCl, groundCelsius + this.#excess)
    return grown + this.#growth * loadCl * (this.#excess - warmer)
  }

  #brought(volumeCl: number, celsius: number): number {
    const grown = this.#celsius === undefined ? 0 : volumeCl * this.#growth * (celsius - this.#celsius)
    this.#celsius = celsius
    return grown
  }
}
