import type { QueueDeadline } from './queue-deadline.ts'

export interface TenantLimit {
  /** Runs a call as soon as its company is below the limit. @throws server.busy */
  run<T>(companyId: number, queueDeadline: QueueDeadline, act: () => Promise<T>): Promise<T>
}

/**
 * Limits the concurrent calls of each company. When one company's calls are slow (locked rows, a heavy report), they queue behind each
 * other, and the connections stay free for the other companies.
 */
export function openTenantLimit(max = Infinity): TenantLimit {
  const running = new Map<number, number>()
  const waiting = new Map<number, (() => void)[]>()

  function acquire(company: number): Promise<void> | undefined {
    const now = running.get(company) ?? 0
    if (now < max) return void running.set(company, now + 1)
    const queue = waiting.get(company) ?? []
    waiting.set(company, queue)
    return new Promise(granted => queue.push(granted))
  }
  /** Passes the slot on to the call that has waited longest. */
  function release(company: number): void {
    const next = waiting.get(company)?.shift()
    if (next) next()
    else if (running.get(company) === 1) {
      running.delete(company)
      waiting.delete(company)
    } else running.set(company, running.get(company)! - 1)
  }

  return {
    async run(company, queueDeadline, act) {
      const slot = acquire(company)
      if (slot) await queueDeadline.wait(slot, () => release(company))
      try {
        return await act()
      } finally {
        release(company)
      }
    },
  }
}
