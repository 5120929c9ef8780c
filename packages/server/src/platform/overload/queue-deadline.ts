import { Refusal } from '../execution/refusal.ts'

/** The time that one call may spend waiting in queues, over all of them. */
export class QueueDeadline {
  #leftMs: number
  constructor(ms: number) {
    this.#leftMs = ms
  }

  /** @param release called with a slot that is granted after the deadline. @throws server.busy */
  async wait<T>(slot: Promise<T>, release: (slot: T) => unknown = () => {}): Promise<T> {
    const begun = performance.now()
    let expired = false
    let timer: NodeJS.Timeout | undefined
    const end = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          expired = true
          reject(new Refusal('server.busy'))
        },
        Math.max(0, this.#leftMs),
      )
    })
    slot.then(
      granted => expired && release(granted),
      () => {},
    )
    try {
      return await Promise.race([slot, end])
    } finally {
      clearTimeout(timer)
      this.#leftMs -= performance.now() - begun
    }
  }
}
