import { dice } from './sampling.ts'

/** Vehicles and stations of a generated year. */
export interface Place {
  readonly id: number
  readonly longitude: number | null
  readonly latitude: number | null
}
export interface MadeCar {
  readonly id: number
  readonly plate: string
  readonly fuel: 'gasoline' | 'diesel'
  /** As the papers say: what it really takes and burns is near it. */
  readonly tank: number
  readonly per100: number
  readonly hours: readonly [from: number, until: number] | null
  /** The plates that its card names. */
  readonly named: readonly string[]
}
export const kilometresOf = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
interface Point {
  readonly x: number
  readonly y: number
}

export class Chance {
  readonly #roll: () => number
  constructor(seed: number) {
    this.#roll = dice(seed)
  }
  of = (share: number) => this.#roll() < share
  between = (least: number, most: number) => least + this.#roll() * (most - least)
  whole = (least: number, most: number) => Math.floor(this.between(least, most + 1))
  pick = <T>(all: readonly T[]): T => all[Math.floor(this.#roll() * all.length)]!
}

export type Stand = Place & Point
export function stands(chance: Chance): Stand[] {
  return Array.from({ length: 45 }, (_, id) => {
    const [x, y] = [chance.between(0, 620), chance.between(0, 480)]
    const known = !chance.of(0.02)
    // One degree of latitude is 111.2 km; of longitude, at 32 degrees north, 94.3 km.
    return { id: id + 1, x, y, longitude: known ? 117 + x / 94.3 : null, latitude: known ? 30 + y / 111.2 : null }
  })
}

export interface Truth extends MadeCar {
  readonly takes: number
  readonly burns: number
  readonly perDay: number
  readonly pool: boolean
}
export function vehicle(chance: Chance, id: number): Truth {
  const sort = chance.pick(['car', 'car', 'van', 'lorry'] as const)
  const [tank, burns, perDay] =
    sort === 'car'
      ? [chance.whole(45, 65), chance.between(6, 9.5), chance.between(50, 170)]
      : sort === 'van'
        ? [chance.whole(65, 90), chance.between(9, 12.5), chance.between(80, 230)]
        : [chance.whole(200, 420), chance.between(24, 34), chance.between(180, 520)]
  const plate = `沪${sort === 'lorry' ? 'D' : 'A'}${10_000 + id}`
  const pool = chance.of(0.08)
  const from = chance.pick([5, 6, 7, 19])
  return {
    id,
    plate,
    fuel: sort === 'car' ? 'gasoline' : 'diesel',
    tank,
    takes: tank * chance.between(1, 1.05),
    burns,
    per100: Math.round(burns * chance.between(0.93, 1.06) * 10) / 10,
    perDay,
    hours: chance.of(0.06) ? null : [from, (from + chance.whole(11, 14)) % 24],
    named: pool ? [] : [plate],
    pool,
  }
}
