import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueDeadline } from './queue-deadline.ts'
import { refuse } from '../execution/refusal.ts'

export interface LoginThrottleOptions {
  /** Comparisons running at the same time, each on a core of its own. */
  concurrency?: number
  /** Queue lengths: of all, and of sources with recent failures. Beyond them a call is refused as busy. */
  queueMax?: number
  suspectsMax?: number
  /** Failures a minute below which nothing is slowed down. */
  failuresPerMinute?: number
  delayMs?: number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Throttles comparisons of secrets, which cost CPU time, before a database connection is taken: a few run at the same time, the others
 * queue. Under attack (many failures a minute in this instance, against any account) calls from sources with recent failures run one at
 * a time after a delay; calls from other sources overtake them.
 * @source guarantees §3.4 "global slow-down"
 */
export class LoginThrottle {
  readonly #options: Required<LoginThrottleOptions>
  #running = 0
  readonly #queue: (() => void)[] = []
  #suspects = 0
  #lastDelay: Promise<unknown> = Promise.resolve()
  #minute = 0
  #thisMinute = new Map<string, number>()
  #lastMinute = new Map<string, number>()

  constructor(options: LoginThrottleOptions = {}) {
    const concurrency = Math.max(1, Math.floor(availableParallelism() / 2))
    this.#options = { concurrency, queueMax: 200, suspectsMax: 20, failuresPerMinute: 60, delayMs: 500, wait: sleep, ...options }
  }

  /** Runs as soon as there is room; `isFailure` tells whether a thrown error was a failed attempt. @throws server.busy */
  async run<T>(
    source: string,
    now: Date,
    run: () => Promise<T>,
    isFailure: (outcome: unknown) => boolean,
    queueDeadline?: QueueDeadline,
  ): Promise<T> {
    this.#roll(now)
    if (this.#isUnderAttack() && this.#failuresOf(source) > 0) await this.#delay()
    const slot = this.#acquire()
    if (slot) await (queueDeadline ? queueDeadline.wait(slot, () => this.#release()) : slot)
    try {
      return await run()
    } catch (thrown) {
      if (isFailure(thrown)) this.#thisMinute.set(source, (this.#thisMinute.get(source) ?? 0) + 1)
      throw thrown
    } finally {
      this.#release()
    }
  }

  /** A failure counts for its minute and the next. */
  #roll(now: Date): void {
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute === this.#minute) return
    this.#lastMinute = minute === this.#minute + 1 ? this.#thisMinute : new Map()
    this.#thisMinute = new Map()
    this.#minute = minute
  }

  readonly #failuresOf = (source: string) => (this.#thisMinute.get(source) ?? 0) + (this.#lastMinute.get(source) ?? 0)
  readonly #isUnderAttack = () => Math.max(sum(this.#thisMinute), sum(this.#lastMinute)) > this.#options.failuresPerMinute

  async #delay(): Promise<void> {
    if (this.#suspects >= this.#options.suspectsMax) refuse('server.busy')
    this.#suspects++
    const mine = this.#lastDelay.then(() => this.#options.wait(this.#options.delayMs))
    this.#lastDelay = mine
    await mine.finally(() => {
      this.#suspects--
    })
  }

  #acquire(): Promise<void> | undefined {
    if (this.#running < this.#options.concurrency) {
      this.#running++
      return undefined
    }
    if (this.#queue.length >= this.#options.queueMax) refuse('server.busy')
    // The slot is passed on by the call that releases it.
    return new Promise<void>(resolve => {
      this.#queue.push(resolve)
    })
  }

  #release(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#running--
  }
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0)
