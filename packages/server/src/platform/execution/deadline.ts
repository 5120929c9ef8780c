import { Refusal } from './refusal.ts'

/** The time by which a call is answered. Work still running for it then is cancelled, and the client is asked to retry. */
export class Deadline {
  #leftMs: number
  #begun = performance.now()
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  readonly #cancels = new Set<() => void>()

  constructor(ms: number) {
    this.#leftMs = ms
    this.#start()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** @param cancel called when the time is over. @returns removes it again */
  whenOver(cancel: () => void): () => void {
    this.#cancels.add(cancel)
    return () => void this.#cancels.delete(cancel)
  }

  /** The result of this work, if it comes in time. @throws server.busy */
  async answer<T>(work: Promise<T>): Promise<T> {
    let remove = () => {}
    const end = new Promise<never>((_, reject) => {
      const late = () => reject(new Refusal('server.busy'))
      if (this.#isOver) late()
      else remove = this.whenOver(late)
    })
    try {
      return await Promise.race([work, end])
    } finally {
      remove()
    }
  }

  /** Does not count the time that the client takes, as for sending a file. */
  async outside<T>(act: () => Promise<T>): Promise<T> {
    this.done()
    this.#leftMs -= performance.now() - this.#begun
    try {
      return await act()
    } finally {
      this.#begun = performance.now()
      this.#start()
    }
  }

  /** The call was answered. */
  done(): void {
    clearTimeout(this.#timer)
  }

  #start(): void {
    this.#timer = setTimeout(
      () => {
        this.#isOver = true
        for (const cancel of this.#cancels) cancel()
      },
      Math.max(0, this.#leftMs),
    ).unref()
  }
}
