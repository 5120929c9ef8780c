/** A seeded source of chance: the same seed, the same series. */
export function chanceOf(seed: number) {
  let state = seed >>> 0 || 1
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + (to - from) * next()
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return { next, between, normal, pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]! }
}
export type Chance = ReturnType<typeof chanceOf>

/** A tank in the ground, what is sold from it, how tankers fill it, and how its gauge measures. */
export interface Ground {
  /** Litres. */
  readonly size: number
  readonly days: number
  readonly stepMinutes: number
  /** Of the gauge, as a standard deviation in millimetres. */
  readonly noiseMm: number
  /** The mean of what is sold in a day, litres. */
  readonly dailySales: number
  /** Litres a minute, and by which share of it the rate falls until the tanker is empty. */
  readonly unloading: number
  readonly slackening: number
  /** Whether the hose goes from one compartment to the next, and whether a second tanker follows the first. */
  readonly pauses: boolean
  readonly pairs: boolean
  /** The share of readings that are lost, and of those that repeat the one before. */
  readonly lost: number
  readonly repeated: number
  /** Hours of readings that are lost at one time. */
  readonly gapHours: number
  /** Degrees by which the tank is warmer by day. */
  readonly warmth: number
}
export const ground: Ground = {
  size: 30_000,
  days: 14,
  stepMinutes: 5,
  noiseMm: 0,
  dailySales: 6000,
  unloading: 333,
  slackening: 0,
  pauses: false,
  pairs: false,
  lost: 0,
  repeated: 0,
  gapHours: 0,
  warmth: 0,
}
export interface Unloaded {
  readonly beginAt: number
  readonly endAt: number
  readonly volumeCl: number
}

/** How full a lying cylinder of this diameter is up to a height. */
const diameterMm = 2400
const shareAt = (heightMm: number) => {
  const x = Math.min(1, Math.max(0, heightMm / diameterMm))
  return (Math.acos(1 - 2 * x) - (1 - 2 * x) * 2 * Math.sqrt(x - x * x)) / Math.PI
}
function heightOf(share: number): number {
  let [low, high] = [0, diameterMm]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (shareAt(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const start = Date.parse('2025-03-03T00:00:00Z')
const [minuteMs, day] = [60_000, 1440]
const time = (minute: number) => start + minute * minuteMs

interface Load {
  readonly total: number
  readonly from: number
  left: number
  waits: number
  changesAt: number | undefined
}

/** It runs by minutes: what is sold, then what is unloaded, then what the gauge makes of it. */
class TankInTheGround {
  readonly of: Ground
  readonly chance: Chance
  readonly unloaded: Unloaded[] = []
  readonly readings: { at: number; volumeCl: number }[] = []
  readonly #pumps: { left: number }[] = []
  readonly #gapFrom: number
  #level: number
  #load: Load | undefined
  /** The minute at which the tanker comes that was ordered. */
  #comes: number | undefined
  #follows = false

  constructor(of: Ground, chance: Chance) {
    this.of = of
    this.chance = chance
    this.#level = of.size * chance.between(0.4, 0.7)
    this.#gapFrom = of.gapHours > 0 ? Math.round(chance.between(0.3, 0.6) * of.days * day) : Infinity
  }

  /** Customers come more often by day; each takes up to two nozzles' worth of minutes at 35 litres a minute. */
  sell(minute: number): void {
    const { of, chance } = this
    const busy = 0.25 + 1.5 * Math.max(0, Math.sin((((minute / 60) % 24) - 5) * (Math.PI / 18)))
    if (chance.next() < (busy * of.dailySales) / day / 40 && this.#pumps.length < 8) this.#pumps.push({ left: chance.between(8, 68) })
    for (const pump of this.#pumps) {
      const drawn = Math.min(pump.left, 35, Math.max(0, this.#level - of.size * 0.02))
      this.#level -= drawn
      pump.left = drawn === 0 ? 0 : pump.left - drawn
    }
    this.#pumps.splice(0, this.#pumps.length, ...this.#pumps.filter(({ left }) => left > 0))
  }

  unload(minute: number): void {
    this.#arrive(minute)
    const load = this.#load
    if (!load) return
    if (load.waits > 0) {
      load.waits--
      return
    }
    const { of, chance } = this
    const poured = Math.min(load.left, of.unloading * (1 - of.slackening * (1 - load.left / load.total)))
    load.left -= poured
    this.#level += poured
    if (load.changesAt !== undefined && load.left <= load.changesAt) {
      load.changesAt = undefined
      load.waits = Math.round(chance.between(3, 10))
    }
    if (load.left > 0) return
    this.unloaded.push({ beginAt: time(load.from), endAt: time(minute + 1), volumeCl: Math.round(load.total * 100) })
    this.#load = undefined
    if (this.#follows) this.#comes = minute + Math.round(chance.between(45, 80))
  }

  /** Ordered when the tank is down to a third; not at the very end, nor while readings are lost. */
  #arrive(minute: number): void {
    const { of, chance } = this
    const lasts = minute > 240 && minute < of.days * day - 400
    const isSeen = minute < this.#gapFrom - 240 || minute > this.#gapFrom + of.gapHours * 60 + 120
    if (this.#load || !lasts || !isSeen) return
    if (this.#comes === undefined && this.#level < of.size * 0.3) this.#comes = minute + Math.round(chance.between(10, 150))
    if (this.#comes === undefined || minute < this.#comes) return
    const room = of.size * 0.92 - this.#level
    const total = this.#follows ? Math.min(room, of.size * 0.25) : room * chance.between(0.35, 0.95)
    this.#follows = !this.#follows && of.pairs && chance.next() < 0.5
    this.#comes = undefined
    if (total < 1000) return
    const changesAt = of.pauses && total > 6000 ? total * chance.between(0.4, 0.7) : undefined
    this.#load = { total, from: minute, left: total, waits: 0, changesAt }
  }

  measure(minute: number): void {
    const { of, chance } = this
    const isLost = minute > this.#gapFrom && minute < this.#gapFrom + of.gapHours * 60
    if (minute % of.stepMinutes !== 0 || isLost || chance.next() < of.lost) return
    const warm = of.warmth * Math.sin((minute / day - 9 / 24) * 2 * Math.PI)
    const share = (this.#level * (1 + 0.0012 * warm)) / of.size
    const seen = of.noiseMm === 0 ? share : shareAt(heightOf(share) + of.noiseMm * chance.normal())
    const last = chance.next() < of.repeated ? this.readings.at(-1) : undefined
    this.readings.push({ at: time(minute), volumeCl: last?.volumeCl ?? Math.round(seen * of.size * 100) })
  }
}

/** What a gauge told, in milliseconds and centilitres, and what really came. */
export function gaugeSeries(of: Ground, seed: number): Pick<TankInTheGround, 'readings' | 'unloaded'> {
  const tank = new TankInTheGround(of, chanceOf(seed))
  for (let minute = 0; minute < of.days * day; minute++) {
    tank.measure(minute)
    tank.sell(minute)
    tank.unload(minute)
  }
  return tank
}
