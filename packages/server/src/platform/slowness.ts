/** So many calls of a company must have been quick, one after the other, before others wait for it again. */
const quickCalls = 5

/** Whose calls take so long that nobody should wait for them. */
export class Slowness {
  readonly #slowMs: number
  /** How many quick calls a company owes, and how many that are slow it has under way. */
  readonly #of = new Map<number, { owed: number; lasting: number }>()
  constructor(slowMs: number) {
    this.#slowMs = slowMs
  }

  is(company: number): boolean {
    return this.#of.has(company)
  }

  /** It had a part in what took too long; its own calls will show whether it was the cause. */
  suspect(company: number): void {
    this.#of.set(company, { lasting: 0, ...this.#of.get(company), owed: quickCalls })
  }

  /** Performs a call of a company, and remembers how long it took: already while it lasts. */
  async watch<T>(company: number, act: () => Promise<T>): Promise<T> {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.suspect(company)
      this.#of.get(company)!.lasting++
    }, this.#slowMs)
    try {
      return await act()
    } finally {
      clearTimeout(timer)
      this.#note(company, isSlow)
    }
  }

  #note(company: number, wasSlow: boolean): void {
    const state = this.#of.get(company)
    if (!state) return
    if (wasSlow) Object.assign(state, { lasting: state.lasting - 1, owed: quickCalls })
    else if (state.lasting === 0 && --state.owed === 0) this.#of.delete(company)
  }
}
