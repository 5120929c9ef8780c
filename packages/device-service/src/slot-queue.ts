import { ReaderFailure } from './reader.ts'

/** One call at a time at each slot; the others wait for their turn, within the time that they have. */
export class SlotQueue {
  /** The last in line, who tells whether the reader still answered. */
  readonly #last = new Map<number, Promise<boolean>>()
  readonly #ms: number

  constructor(ms: number) {
    this.#ms = ms
  }

  /** @throws readerBusy it waited in vain; readerTimeout it had its turn, and the reader did not answer */
  async run<T>(slot: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#last.get(slot)
    const { promise: mine, resolve: end } = Promise.withResolvers<boolean>()
    this.#last.set(slot, mine)
    void mine.then(() => this.#last.get(slot) === mine && this.#last.delete(slot))
    let answered = true
    try {
      return await this.#inTurn(before, act)
    } catch (error) {
      answered = !(error instanceof ReaderFailure && ['readerBusy', 'readerTimeout'].includes(error.reason))
      throw error
    } finally {
      // One who gave up waiting does not let the next one in before its time.
      void Promise.resolve(before).then((earlier = true) => end(earlier && answered))
    }
  }

  async #inTurn<T>(before: Promise<boolean> | undefined, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stillAnswers = await Promise.race([before, aborted(AbortSignal.timeout(this.#ms), 'readerBusy')])
    if (stillAnswers === false) throw new ReaderFailure('readerBusy')
    const working = AbortSignal.timeout(this.#ms)
    return Promise.race([act(working), aborted(working, 'readerTimeout')])
  }
}

function aborted(signal: AbortSignal, reason: 'readerBusy' | 'readerTimeout'): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new ReaderFailure(reason)), { once: true })
  // It may come after the race is over, when nobody looks any more.
  promise.catch(() => {})
  return promise
}
