import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** Clocks that are further apart than this do not agree. @source decisions.md O4 */
export const apartMaxMs = 2 * 60_000
/** The wall clock is believed for so long after it was last compared, as long as it runs forward. */
const comparedForMs = 1000

/** What the time is read from, in milliseconds. */
export interface Clocks {
  /** The machine's date and time, as somebody may set it. */
  wall(): number
  /** Since the machine was started, sleep included; nobody can set it. */
  steady(): number
}
const machineClocks: Clocks = { wall: () => Date.now(), steady: () => uptime() * 1000 }

/** One boot of one machine, where it is known; the steady clock of the next boot begins anew. */
export const machineBoot: string = (() => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
})()

/** A time during which the clocks did not agree. */
export interface ClockFault {
  readonly id: number
  readonly cause: 'server' | 'database'
  readonly began: Date
  ended?: Date
  /** The largest that were seen. */
  serverOffsetMs: number
  databaseOffsetMs: number
  /** It stands in the database. */
  recorded: boolean
}

/**
 * The time of the product. As long as the wall clock, the steady clock and the database's clock agree it is the wall clock's. When one of
 * them jumps, the time goes on steadily from where they last agreed, and a clock fault runs until they agree again.
 */
export class Clock {
  readonly #clocks: Clocks
  /** What the steady clock counts from, in epoch milliseconds. It follows the wall clock while they agree. */
  #origin: number
  #compared = Number.NEGATIVE_INFINITY
  #databaseOffset = 0
  #fault: ClockFault | undefined
  readonly #over: ClockFault[] = []

  constructor(clocks: Clocks = machineClocks) {
    this.#clocks = clocks
    this.#origin = clocks.wall() - clocks.steady()
  }

  /** The fault that runs now. */
  get fault(): ClockFault | undefined {
    return this.#fault
  }
  get origin(): number {
    return this.#origin
  }
  /** Faults that ended, until they are taken off when their end is recorded. */
  get over(): ClockFault[] {
    return this.#over
  }
  now(): Date {
    const wall = this.#clocks.wall()
    const fresh = wall >= this.#compared && wall - this.#compared < comparedForMs
    return fresh && !this.#fault ? new Date(wall) : this.#compare(wall)
  }

  /** At the start there is no history: of two clocks that differ, the database's is the one that all servers share. */
  startAt(databaseMs: number): void {
    const wall = this.#clocks.wall()
    this.#origin = (apart(wall - databaseMs) ? databaseMs : wall) - this.#clocks.steady()
    this.heardDatabase(databaseMs)
  }
  /** Goes on with the time, and the fault, of a server that ran before on this boot of the machine. */
  goOn(fault: ClockFault, origin: number, databaseMs: number): void {
    this.#fault = fault
    this.#origin = origin
    this.heardDatabase(databaseMs)
  }
  /** What the database's clock says at this moment. */
  heardDatabase(databaseMs: number): void {
    this.#databaseOffset = databaseMs - this.#origin - this.#clocks.steady()
    this.#compare(this.#clocks.wall())
  }
  /** The clock of the machine is right as it is, somebody says: the time goes on from it, if the database says the same. */
  accept(): void {
    const wall = this.#clocks.wall()
    const offset = wall - this.#origin - this.#clocks.steady()
    if (apart(this.#databaseOffset - offset)) return
    this.#databaseOffset -= offset
    this.#origin = wall - this.#clocks.steady()
    this.#compare(wall)
  }

  #compare(wall: number): Date {
    const steadily = this.#origin + this.#clocks.steady()
    const offset = wall - steadily
    const serverApart = apart(offset)
    if (serverApart || apart(this.#databaseOffset)) {
      const now = new Date(steadily)
      this.#goesWrong(now, serverApart ? 'server' : 'database', offset)
      return now
    }
    if (this.#fault) this.#isOver(this.#fault, new Date(Math.max(wall, this.#fault.began.getTime())))
    // Small corrections of the wall clock are followed, however many there are.
    this.#origin += offset
    this.#databaseOffset -= offset
    this.#compared = wall
    return new Date(wall)
  }

  #goesWrong(now: Date, cause: ClockFault['cause'], offset: number): void {
    this.#fault ??= { id: newId(now), cause, began: now, serverOffsetMs: 0, databaseOffsetMs: 0, recorded: false }
    const { serverOffsetMs, databaseOffsetMs } = this.#fault
    this.#fault.serverOffsetMs = larger(serverOffsetMs, Math.round(offset))
    this.#fault.databaseOffsetMs = larger(databaseOffsetMs, Math.round(this.#databaseOffset))
  }
  #isOver(fault: ClockFault, now: Date): void {
    fault.ended = now
    this.#over.push(fault)
    this.#fault = undefined
  }
}

const apart = (ms: number): boolean => Math.abs(ms) > apartMaxMs
const larger = (one: number, other: number): number => (Math.abs(other) > Math.abs(one) ? other : one)

/** As the database makes its ids; a fault needs one before the database is asked. */
const newId = (now: Date): number => (now.getTime() - Date.UTC(2024, 0)) * 4096 + randomInt(4096)

let product = new Clock()
/** The clock of this process. */
export const productClock = (): Clock => product
export const useClock = (clock: Clock): void => {
  product = clock
}
