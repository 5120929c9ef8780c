import { refuse } from './refusal.ts'

export interface Share {
  /** Performs a call of a company as soon as the company has a place for it. @throws server.busy */
  run<T>(companyId: number, act: () => Promise<T>): Promise<T>
  /** Whether the last call of this company took so long that nobody should wait for its next. */
  isSlow(companyId: number): boolean
}

interface ShareOptions {
  /** Calls of one company that are performed at the same moment; no limit when absent. */
  atOnce?: number
  /** How long a call waits for its company's place. */
  waitMs?: number
  /** A call that takes longer is a slow one. */
  slowMs?: number
}

/**
 * A company's share of the connections: where its calls take long, because somebody holds its rows or a report of its own is heavy,
 * its calls wait for each other, and the other companies go on.
 */
export function openShare({ atOnce = Infinity, waitMs = 1500, slowMs = 2000 }: ShareOptions = {}): Share {
  const inside = new Map<number, number>()
  const waiting = new Map<number, Set<() => void>>()
  const slow = new Set<number>()

  async function enter(company: number): Promise<void> {
    const now = inside.get(company) ?? 0
    if (now < atOnce) return void inside.set(company, now + 1)
    const queue = waiting.get(company) ?? new Set()
    waiting.set(company, queue)
    const admitted = await new Promise<boolean>(done => {
      const come = () => {
        clearTimeout(timer)
        done(true)
      }
      const timer = setTimeout(() => {
        queue.delete(come)
        done(false)
      }, waitMs)
      queue.add(come)
    })
    if (!admitted) refuse('server.busy')
  }
  /** Hands the place over to whoever waits the longest. */
  function leave(company: number): void {
    const queue = waiting.get(company)
    const [next] = queue ?? []
    if (next) {
      queue!.delete(next)
      next()
    } else if (inside.get(company) === 1) {
      inside.delete(company)
      waiting.delete(company)
    } else inside.set(company, inside.get(company)! - 1)
  }

  return {
    isSlow: company => slow.has(company),
    async run(company, act) {
      await enter(company)
      const begun = performance.now()
      try {
        return await act()
      } finally {
        if (performance.now() - begun > slowMs) slow.add(company)
        else slow.delete(company)
        leave(company)
      }
    },
  }
}
