import { Chance } from './chance.ts'
import type { LineFaults } from './faults.ts'

const hour = 3_600_000

interface Waiting<M> {
  readonly message: M
  readonly dueAt: number
}

/**
 * The line between a device and the product. What a device says it says until it is answered, so that a message that is lost leaves again
 * with the next ones; some leave twice, hours late, or behind those that came after them; for a spell nothing leaves.
 */
export class Line<M> {
  readonly #chance: Chance
  readonly #faults: LineFaults
  #waiting: Waiting<M>[] = []
  #offlineUntil = -Infinity
  #nextSpell: number

  constructor(seed: number, name: string, faults: LineFaults, startMs: number) {
    this.#chance = Chance.of(seed, 'line', name)
    this.#faults = faults
    this.#nextSpell = startMs + this.#untilSpell()
  }

  /** @param notBefore when the device itself knows of it */
  say(message: M, at: number, notBefore = at): void {
    const lateMs = this.#chance.happens(this.#faults.late ?? 0) ? this.#chance.next() * 6 * hour : 0
    this.#waiting.push({ message, dueAt: notBefore + lateMs })
  }

  /** What leaves at this moment, in the order in which it leaves. */
  leaving(at: number): M[] {
    while (this.#nextSpell <= at) {
      this.#offlineUntil = this.#nextSpell + (0.5 + 4 * this.#chance.next()) * hour
      this.#nextSpell += this.#untilSpell()
    }
    if (at < this.#offlineUntil) return []
    const { lost = 0, repeated = 0, shuffled = 0 } = this.#faults
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= at)
    const leave: M[] = []
    const stay = this.#waiting.filter(({ dueAt }) => dueAt > at)
    for (const each of due) {
      const isLost = this.#chance.happens(lost)
      // Of half of what is lost, it is the answer that is lost.
      if (!isLost || this.#chance.happens(0.5)) leave.push(each.message)
      if (isLost || this.#chance.happens(repeated)) stay.push({ ...each, dueAt: at + 1 })
    }
    this.#waiting = stay
    return this.#chance.happens(shuffled) ? this.#chance.shuffle(leave) : leave
  }

  /** What has not left yet, in the end. */
  rest(): M[] {
    const rest = this.#waiting.map(({ message }) => message)
    this.#waiting = []
    return rest
  }

  #untilSpell(): number {
    return this.#faults.offline ? this.#chance.gap((24 * hour) / this.#faults.offline) : Infinity
  }
}
