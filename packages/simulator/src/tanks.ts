import { Chance } from './chance.ts'
import type { TankFaults, TruthLog } from './faults.ts'
import { heightAt, shapeOf, volumeAt } from './tank-shape.ts'
import { Thermal } from './thermal.ts'

export interface LaidTank {
  readonly id: number
  readonly number: number
  readonly productId: number
  readonly maxVolumeCl: number
  readonly volumeCl: number
  readonly waterHeightMm: number
  /** Of its fuel, at 20 °C; where what is stored expands. */
  readonly density?: number
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
  /** At 20 °C, and what its note says of the load. */
  readonly density?: number
  readonly temperature?: number
}
export interface Beneath extends TankFaults {
  /** How often the gauge measures. */
  readonly everyMs?: number
  /** Standard deviations of the gauge, in millimetres, and of its thermometer; else 3 L and 0.2 °C at most. */
  readonly gaugeMm?: number
  readonly thermometer?: number
  /** What is stored grows when it warms. */
  readonly expands?: boolean
}

interface Standing extends LaidTank {
  volumeCl: number
  waterHeightMm: number
  arrivesAt?: number
  /** What it held when it was measured last. */
  measuredCl?: number
  thermal?: Thermal
  /** What is not a whole centilitre yet. */
  restCl?: number
}

/** How warm a tank of this number is all year where its fuel does not expand: volumes and temperatures must not contradict each other. */
export const stillCelsius = (number: number): number => 13.5 + number / 2

const hour = 3_600_000
const day = 24 * hour
const usualDensity = 742
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
  readonly #faults: Beneath
  readonly #log: TruthLog
  readonly #leaking: number
  /** The first load since then is the one that is planted. */
  #plantedAfter: number
  readonly #everyMs: number
  #next: number
  #documents = 0

  constructor(tanks: readonly LaidTank[], zone: string, seed: number, startMs: number, faults: Beneath, log: TruthLog) {
    const { everyMs = hour / 6 } = faults
    this.#everyMs = everyMs
    this.#tanks = tanks.map(tank => ({ ...tank, ...(faults.expands && { thermal: new Thermal(tank.density ?? usualDensity) }) }))
    this.#plantedAfter = startMs + Chance.of(seed, 'planted').whole(4, 17) * day
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
        this.#warm(tank, tank.thermal?.passed(tank.volumeCl, this.#ground(tank), this.#everyMs))
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
    const { shortDelivery = 0, shortLoad = 0, warmLoad = 0 } = this.#faults
    const isPlanted = at >= this.#plantedAfter
    if (isPlanted) this.#plantedAfter = Infinity
    const shortCl =
      isPlanted && shortLoad > 0 ? shortLoad * 100 : this.#chance.happens(shortDelivery) ? this.#chance.whole(20, 120) * 100 : 0
    const warmer = isPlanted ? warmLoad : 0
    const came = notedCl - shortCl
    const grown = tank.thermal?.mixed(tank.volumeCl, came, warmer, this.#ground(tank))
    tank.volumeCl += came
    this.#warm(tank, grown)
    if (this.#chance.happens(0.3)) tank.waterHeightMm += 1
    if (shortCl > 0) this.#log.add({ fault: 'shortDelivery', at, tankId: tank.id, volumeCl: shortCl })
    const document = `BL-${new Date(at).toISOString().slice(2, 10).replaceAll('-', '')}-${tank.number}${++this.#documents}`
    const beforeCl = tank.measuredCl ?? tank.volumeCl - came
    const noted = tank.thermal && { density: tank.density ?? usualDensity, temperature: tenths(this.#ground(tank) + warmer) }
    return [{ at, beganAt: at - this.#everyMs, beforeCl, afterCl: tank.volumeCl, tankId: tank.id, notedCl, document, ...noted }]
  }

  /** What the warmth of a tank has changed is neither brought nor sold. */
  #warm(tank: Standing, grown = 0): void {
    const grownCl = Math.round(grown + (tank.restCl ?? 0))
    tank.restCl = grown + (tank.restCl ?? 0) - grownCl
    if (grownCl === 0) return
    tank.volumeCl += grownCl
    this.#log.add({ fault: 'warmLoad', at: this.#next, tankId: tank.id, volumeCl: 0 - grownCl })
  }

  /** The ground beneath a station follows the year, and hardly the day. */
  #ground({ number }: LaidTank): number {
    return (
      15.6 +
      (number % 4) * 0.3 +
      5 * Math.sin((2 * Math.PI * (this.#next / day - 110)) / 365.25) +
      0.04 * Math.sin((2 * Math.PI * this.#next) / day)
    )
  }

  #measure(tank: Standing): Reading {
    const { number, maxVolumeCl, waterHeightMm } = tank
    const seenCl = Math.min(maxVolumeCl, Math.max(0, this.#seen(tank)))
    const shape = shapeOf(maxVolumeCl)
    const { thermometer } = this.#faults
    const celsius = tank.thermal?.celsius ?? stillCelsius(number)
    return {
      number,
      measuredAt: new Date(this.#next).toISOString(),
      volumeCl: seenCl,
      // The fuel stands upon the water.
      oilHeightMm: Math.max(waterHeightMm, heightAt(shape, Math.min(maxVolumeCl, seenCl + volumeAt(shape, waterHeightMm)))),
      waterHeightMm,
      temperature: tenths(celsius + (thermometer === undefined ? 0.2 * this.#gauge.next() : thermometer * this.#gauge.normal())),
    }
  }

  /** A gauge that is off by millimetres is off by more litres in the middle of a lying tank. */
  #seen({ volumeCl, maxVolumeCl }: Standing): number {
    const { gaugeMm } = this.#faults
    if (gaugeMm === undefined) return volumeCl + this.#gauge.whole(-noiseCl, noiseCl)
    const shape = shapeOf(maxVolumeCl)
    const height = heightAt(shape, volumeCl)
    const perMm = (volumeAt(shape, height + 5) - volumeAt(shape, height - 5)) / 10
    return Math.round(volumeCl + perMm * gaugeMm * this.#gauge.normal())
  }
}

const tenths = (value: number): number => Math.round(10 * value) / 10
