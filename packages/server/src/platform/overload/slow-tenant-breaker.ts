/** Consecutive quick calls after which the breaker of a company closes again. */
const quickCalls = 5

/** Circuit breaker per tenant: open while the calls of a company are slow, so that no shared batch waits for them. */
export class SlowTenantBreaker {
  readonly #slowMs: number
  /** Of each open breaker: quick calls still needed to close it, and slow calls running. */
  readonly #open = new Map<number, { needed: number; slow: number }>()
  constructor(slowMs: number) {
    this.#slowMs = slowMs
  }

  isOpen(company: number): boolean {
    return this.#open.has(company)
  }

  /** Opens it for a company that was part of a slow batch; its own calls will show whether it was the cause. */
  trip(company: number): void {
    this.#open.set(company, { slow: 0, ...this.#open.get(company), needed: quickCalls })
  }

  /** Runs a call of a company and records whether it was slow, already while it runs. */
  async run<T>(company: number, act: () => Promise<T>): Promise<T> {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.trip(company)
      this.#open.get(company)!.slow++
    }, this.#slowMs)
    try {
      return await act()
    } finally {
      clearTimeout(timer)
      this.#record(company, isSlow)
    }
  }

  #record(company: number, wasSlow: boolean): void {
    const state = this.#open.get(company)
    if (!state) return
    if (wasSlow) Object.assign(state, { slow: state.slow - 1, needed: quickCalls })
    else if (state.slow === 0 && --state.needed === 0) this.#open.delete(company)
  }
}
