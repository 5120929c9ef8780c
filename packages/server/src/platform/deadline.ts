import { Refusal } from './refusal.ts'

/** Until when a call is answered. What still works for it then is cut off, and the call is asked to come again. */
export class Deadline {
  #leftMs: number
  #begun = performance.now()
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  readonly #cuts = new Set<() => void>()

  constructor(ms: number) {
    this.#leftMs = ms
    this.#start()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** @param cut what is done when time is over. @returns what makes that unnecessary */
  whenOver(cut: () => void): () => void {
    this.#cuts.add(cut)
    return () => void this.#cuts.delete(cut)
  }

  /** The outcome of this work, if there is one in time. @throws server.busy */
  async answer<T>(work: Promise<T>): Promise<T> {
    let forget = () => {}
    const end = new Promise<never>((_, leave) => {
      const late = () => leave(new Refusal('server.busy'))
      if (this.#isOver) late()
      else forget = this.whenOver(late)
    })
    try {
      return await Promise.race([work, end])
    } finally {
      forget()
    }
  }

  /** What the caller takes time for, as sending a file, is not counted. */
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
        for (const cut of this.#cuts) cut()
      },
      Math.max(0, this.#leftMs),
    ).unref()
  }
}
