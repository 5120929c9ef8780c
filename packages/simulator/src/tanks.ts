import { Chance } from './chance.ts'
import type { TankFaults, TruthLog } from './faults.ts'
import { heightAt, shapeOf } from './tank-shape.ts'

export interface LaidTank {
  readonly id: number
  readonly number: number
  readonly productId: number
  readonly maxVolumeCl: number
  readonly volumeCl: number
  readonly waterHeightMm: number
}
/** What a gauge tells of a tank: the body of POST /tankReadings. */
export interface Reading {
  readonly number: number
  readonly measuredAt: string
  readonly volumeCl: number
  readonly oilHeightMm: number
  readonly waterHeightMm: number
  readonly temperature: number
}
/** What a tanker has brought, as its delivery note says, and what was measured of the tank before and after. */
export interface Delivery {
  readonly at: number
  readonly beganAt: number
  readonly beforeCl: number
  readonly afterCl: number
  readonly tankId: number
  readonly notedCl: number
  readonly document: string
}
export interface Beneath extends TankFaults {
  /** How often the gauge measures. */
  readonly everyMs?: number
}

interface Standing extends LaidTank {
  volumeCl: number
  waterHeightMm: number
  arrivesAt?: number
  /** What it held when it was measured last. */
  measuredCl?: number
}

const hour = 3_600_000
const day = 24 * hour
/** What a gauge is off by, in centilitres. */
const noiseCl = 3_00

/**
 * What lies beneath a station: it sinks as it is sold, and rises when a tanker comes. Tankers are ordered by day when a tank is down to a
 * third, and come within hours. The gauge measures every ten minutes, a little beside the truth.
 */
export class SimulatedTanks {
  readonly #tanks: Standing[]
  readonly #zone: string
  readonly #chance: Chance
  readonly #gauge: Chance
  readonly #faults: TankFaults
  readonly #log: TruthLog
  readonly #leaking: number
  readonly #everyMs: number
  #next: number
  #documents = 0

  constructor(tanks: readonly LaidTank[], zone: string, seed: number, startMs: number, faults: Beneath, log: TruthLog) {
    const { everyMs = hour / 6 } = faults
    this.#everyMs = everyMs
    this.#tanks = tanks.map(tank => ({ ...tank }))
    this.#zone = zone
    this.#chance = Chance.of(seed, 'deliveries')
    this.#gauge = Chance.of(seed, 'gauge')
    this.#faults = faults
    this.#log = log
    this.#leaking = this.#tanks.length > 0 ? Chance.of(seed, 'leak').pick(this.#tanks).id : 0
    this.#next = (Math.floor(startMs / everyMs) + 1) * everyMs
  }

  draw(tankId: number, volumeCl: number): void {
    this.#of(tankId).volumeCl -= volumeCl
  }

  /** It is known to hold so much. */
  fill(tankId: number, volumeCl: number): void {
    this.#of(tankId).volumeCl = volumeCl
  }

  volumeCl(tankId: number): number {
    return this.#of(tankId).volumeCl
  }

  /** What is measured, and what arrives, up to this moment. */
  advance(toMs: number): { readings: Reading[]; deliveries: Delivery[] } {
    const readings: Reading[] = []
    const deliveries: Delivery[] = []
    for (; this.#next <= toMs; this.#next += this.#everyMs) {
      for (const tank of this.#tanks) {
        this.#leak(tank)
        deliveries.push(...this.#deliver(tank))
        readings.push(this.#measure(tank))
        tank.measuredCl = tank.volumeCl
      }
    }
    return { readings, deliveries }
  }

  #of(tankId: number): Standing {
    return this.#tanks.find(({ id }) => id === tankId)!
  }

  #leak(tank: Standing): void {
    const { leak = 0 } = this.#faults
    const lostCl = Math.min(tank.volumeCl, Math.round((leak * 100 * this.#everyMs) / hour))
    if (tank.id !== this.#leaking || lostCl <= 0) return
    tank.volumeCl -= lostCl
    this.#log.add({ fault: 'leak', at: this.#next, tankId: tank.id, volumeCl: lostCl })
  }

  #deliver(tank: Standing): Delivery[] {
    const at = this.#next
    if (tank.arrivesAt === undefined) {
      const { hour: local } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.#zone)
      if (tank.volumeCl < tank.maxVolumeCl * 0.35 && local >= 6 && local < 20)
        tank.arrivesAt = at + Math.round((2 + 4 * this.#chance.next()) * hour)
      return []
    }
    if (tank.arrivesAt > at) return []
    delete tank.arrivesAt
    const notedCl = Math.floor((tank.maxVolumeCl * 0.9 - tank.volumeCl) / 1000_00) * 1000_00
    const shortCl = this.#chance.happens(this.#faults.shortDelivery ?? 0) ? this.#chance.whole(20, 120) * 100 : 0
    tank.volumeCl += notedCl - shortCl
    if (this.#chance.happens(0.3)) tank.waterHeightMm += 1
    if (shortCl > 0) this.#log.add({ fault: 'shortDelivery', at, tankId: tank.id, volumeCl: shortCl })
    const document = `BL-${new Date(at).toISOString().slice(2, 10).replaceAll('-', '')}-${tank.number}${++this.#documents}`
    const beforeCl = tank.measuredCl ?? tank.volumeCl - notedCl + shortCl
    return [{ at, beganAt: at - this.#everyMs, beforeCl, afterCl: tank.volumeCl, tankId: tank.id, notedCl, document }]
  }

  #measure({ number, volumeCl, maxVolumeCl, waterHeightMm }: Standing): Reading {
    const seenCl = Math.min(maxVolumeCl, Math.max(0, volumeCl + this.#gauge.whole(-noiseCl, noiseCl)))
    // The ground beneath a station follows the year, and hardly the day: volumes here are told as if they did not grow with it.
    const warmth =
      15.6 +
      (number % 4) * 0.3 +
      5 * Math.sin((2 * Math.PI * (this.#next / day - 110)) / 365.25) +
      0.04 * Math.sin((2 * Math.PI * this.#next) / day)
    return {
      number,
      measuredAt: new Date(this.#next).toISOString(),
      volumeCl: seenCl,
      oilHeightMm: Math.max(waterHeightMm, heightAt(shapeOf(maxVolumeCl), seenCl)),
      waterHeightMm,
      temperature: Math.round(10 * (warmth + 0.2 * this.#gauge.next())) / 10,
    }
  }
}
