import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Patience } from './patience.ts'
import { refuse } from './refusal.ts'

export interface TurnstileOptions {
  /** So many are compared at the same moment, each of them on a core of its own. */
  atOnce?: number
  /** So many wait for that, and so many of those who guess. Whoever comes then is told to come again. */
  waitingMax?: number
  guessersMax?: number
  /** Wrong tries a minute that are nobody's concern. */
  calmPerMinute?: number
  slowMs?: number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * What guards a secret that costs time to compare, in this instance, before a connection of the database is taken. A crowd is let in by
 * a few at a time. In a storm of wrong tries, whatever they are aimed at, whoever was wrong a moment ago goes one at a time and slowly;
 * whoever was not goes past him.
 * @source guarantees §3.4 "global slow-down"
 */
export class Turnstile {
  readonly #options: Required<TurnstileOptions>
  #inside = 0
  readonly #waiting: (() => void)[] = []
  #guessers = 0
  #slow: Promise<unknown> = Promise.resolve()
  #minute = 0
  #now = new Map<string, number>()
  #before = new Map<string, number>()

  constructor(options: TurnstileOptions = {}) {
    const atOnce = Math.max(1, Math.floor(availableParallelism() / 2))
    this.#options = { atOnce, waitingMax: 200, guessersMax: 20, calmPerMinute: 60, slowMs: 500, wait: sleep, ...options }
  }

  /** Runs in its turn; `wrong` says whether what came of it, or was thrown, was a wrong try. @throws server.busy */
  async pass<T>(source: string, now: Date, run: () => Promise<T>, wrong: (outcome: unknown) => boolean, patience?: Patience): Promise<T> {
    this.#turn(now)
    if (this.#isStorm() && this.#wrongOf(source) > 0) await this.#goSlowly()
    const turn = this.#enter()
    if (turn) await (patience ? patience.wait(turn, () => this.#leave()) : turn)
    try {
      return await run()
    } catch (thrown) {
      if (wrong(thrown)) this.#now.set(source, (this.#now.get(source) ?? 0) + 1)
      throw thrown
    } finally {
      this.#leave()
    }
  }

  /** A wrong try is remembered for this minute and the next. */
  #turn(now: Date): void {
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute === this.#minute) return
    this.#before = minute === this.#minute + 1 ? this.#now : new Map()
    this.#now = new Map()
    this.#minute = minute
  }

  readonly #wrongOf = (source: string) => (this.#now.get(source) ?? 0) + (this.#before.get(source) ?? 0)
  readonly #isStorm = () => Math.max(sum(this.#now), sum(this.#before)) > this.#options.calmPerMinute

  async #goSlowly(): Promise<void> {
    if (this.#guessers >= this.#options.guessersMax) refuse('server.busy')
    this.#guessers++
    const mine = this.#slow.then(() => this.#options.wait(this.#options.slowMs))
    this.#slow = mine
    await mine.finally(() => {
      this.#guessers--
    })
  }

  #enter(): Promise<void> | undefined {
    if (this.#inside < this.#options.atOnce) {
      this.#inside++
      return undefined
    }
    if (this.#waiting.length >= this.#options.waitingMax) refuse('server.busy')
    // Whoever leaves hands his place over.
    return new Promise<void>(resolve => {
      this.#waiting.push(resolve)
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#inside--
  }
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0)
