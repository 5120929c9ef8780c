import type { Patience } from './patience.ts'

export interface Share {
  /** Performs a call of a company as soon as the company has a place for it. @throws server.busy */
  run<T>(companyId: number, patience: Patience, act: () => Promise<T>): Promise<T>
}

/**
 * A company's share of the connections, so many calls at the same moment: where its calls take long, because somebody holds its rows or
 * a report of its own is heavy, its calls wait for each other, and the other companies go on.
 */
export function openShare(atOnce = Infinity): Share {
  const inside = new Map<number, number>()
  const waiting = new Map<number, (() => void)[]>()

  function come(company: number): Promise<void> | undefined {
    const now = inside.get(company) ?? 0
    if (now < atOnce) return void inside.set(company, now + 1)
    const queue = waiting.get(company) ?? []
    waiting.set(company, queue)
    return new Promise(enter => queue.push(enter))
  }
  /** Hands the place over to whoever waits the longest. */
  function leave(company: number): void {
    const next = waiting.get(company)?.shift()
    if (next) next()
    else if (inside.get(company) === 1) {
      inside.delete(company)
      waiting.delete(company)
    } else inside.set(company, inside.get(company)! - 1)
  }

  return {
    async run(company, patience, act) {
      const turn = come(company)
      if (turn) await patience.wait(turn, () => leave(company))
      try {
        return await act()
      } finally {
        leave(company)
      }
    },
  }
}
