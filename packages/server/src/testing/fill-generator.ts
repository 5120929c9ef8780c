import { Chance, kilometresOf, stands, vehicle, type MadeCar, type Place, type Stand, type Truth } from './fill-world.ts'

/**
 * A year of a fleet as it might be: vehicles that drive, burn and are filled, drivers who tell what they like, and misuse of eight kinds.
 * It knows vehicles, roads and people, and nothing of the rules that judge fills: no code and no number is shared with them.
 */
export const misuseKinds = ['stolen', 'cloned', 'siphoned', 'turnedBack', 'wrongFuel', 'wrongPlate', 'cans', 'night'] as const
export type MisuseKind = (typeof misuseKinds)[number]

export interface MadeFill {
  readonly at: number
  readonly place: Place
  /** Whose card it is. */
  readonly card: number
  readonly plate: string | null
  readonly odometer: number | null
  readonly litres: number
  readonly full: boolean
  readonly fuel: 'gasoline' | 'diesel'
  /** Of a misuse: which, and the case that it belongs to. */
  readonly kind: MisuseKind | null
  readonly case: number | null
}
export interface MadeYear {
  readonly cars: readonly MadeCar[]
  readonly fills: readonly MadeFill[]
}

const hour = 3_600_000
const begins = Date.parse('2025-12-31T16:00:00Z')
/** A vehicle on its way through the year. */
interface Way {
  at: number
  level: number
  odometer: number
  where: Stand
}

class Year {
  readonly #chance: Chance
  readonly #stands: Stand[]
  readonly #cars: Truth[]
  readonly #fills: MadeFill[] = []
  #cases = 0

  constructor(seed: number, cars: number) {
    this.#chance = new Chance(seed)
    this.#stands = stands(this.#chance)
    this.#cars = Array.from({ length: cars }, (_, id) => vehicle(this.#chance, id + 1))
  }

  made(months: number): MadeYear {
    const ends = begins + months * 30.4 * 24 * hour
    for (const car of this.#cars) this.#drive(car, ends)
    return { cars: this.#cars, fills: this.#fills.toSorted((one, other) => one.at - other.at) }
  }

  #drive(car: Truth, ends: number): void {
    const chance = this.#chance
    const way: Way = {
      at: begins + chance.between(0, 72) * hour,
      level: car.takes * chance.between(0.3, 0.9),
      odometer: chance.whole(8_000, 240_000),
      where: chance.pick(this.#stands),
    }
    while (way.at < ends) {
      this.#leg(car, way)
      if (chance.of(0.028)) this.#misuse(car, way, chance.pick(misuseKinds))
      else this.#honest(car, way)
    }
  }

  /** From one fill to the next: the way that is driven, by road and now and then on a ferry, until the tank wants filling. */
  #leg(car: Truth, way: Way, most = Infinity): number {
    const chance = this.#chance
    const want = car.takes * chance.between(0.12, 0.45)
    const burns = car.burns * chance.between(0.9, 1.12)
    const km = Math.min(most, Math.max(30, ((way.level - want) / burns) * 100))
    const hours = Math.max(km / 62, (km / car.perDay) * 24)
    way.level = Math.max(0.5, way.level - (km * burns) / 100)
    way.odometer += km
    way.at += hours * hour
    this.#moveWithin(way, km * 0.7)
    if (chance.of(0.02)) this.#ferry(way)
    way.at = this.#openAt(car, way.at)
    return km
  }

  #moveWithin(way: Way, km: number): void {
    const near = this.#stands.filter(stand => kilometresOf(stand, way.where) <= km)
    way.where = near.length > 0 ? this.#chance.pick(near) : way.where
  }

  /** It comes far without driving. */
  #ferry(way: Way): void {
    way.at += this.#chance.between(7, 10) * hour
    this.#moveWithin(way, 190)
  }

  /** A moment within the hours in which it is filled; rarely somebody works late. */
  #openAt(car: Truth, at: number): number {
    if (!car.hours || this.#chance.of(0.0015)) return at
    const [from, until] = car.hours
    const length = (until - from + 24) % 24
    const clock = (at / hour + 8) % 24
    const late = (clock - from + 24) % 24
    return late <= length ? at : at + (24 - late + this.#chance.between(0, length * 0.8)) * hour
  }

  #tell(car: Truth, way: Way, over: Partial<MadeFill> & { litres: number }): void {
    const chance = this.#chance
    const typed = chance.of(0.0008) ? way.odometer * chance.between(0.5, 0.98) : way.odometer
    this.#fills.push({
      at: Math.round(way.at),
      place: way.where,
      card: car.id,
      plate: chance.of(0.1) ? null : car.plate,
      odometer: chance.of(0.09) ? null : Math.round(typed),
      full: false,
      fuel: car.fuel,
      kind: null,
      case: null,
      ...over,
    })
  }

  #honest(car: Truth, way: Way): void {
    const chance = this.#chance
    const room = car.takes - way.level
    const toFull = chance.of(0.72)
    const litres = toFull ? room * chance.between(0.96, 1) : room * chance.between(0.4, 0.9)
    way.level += litres
    const can = chance.of(0.01) ? chance.between(0.08, 0.15) * Math.min(car.tank, 130) : 0
    // A driver of the pool takes a colleague's vehicle; seldom one whose card is for a vehicle of its own.
    if (chance.of(car.pool ? 0.05 : 0.0008)) return this.#swapped(car, way)
    this.#tell(car, way, { litres: litres + can, full: toFull && can === 0 && chance.of(0.85) })
  }

  #swapped(car: Truth, way: Way): void {
    const other = this.#chance.pick(this.#cars.filter(each => each.pool && each.id !== car.id))
    if (!other) return
    const litres = other.takes * this.#chance.between(0.3, 0.6)
    const told = this.#chance.of(0.85)
    this.#tell(car, way, { litres, plate: told ? other.plate : null, odometer: null, fuel: other.fuel })
  }

  #misuse(car: Truth, way: Way, kind: MisuseKind): void {
    const id = ++this.#cases
    this[`_${kind}`](car, way, { kind, case: id })
  }

  /** A second vehicle, or a drum, on the same card: above what the tank takes, or soon after it was filled. */
  _stolen(car: Truth, way: Way, mark: Mark): void {
    const chance = this.#chance
    if (chance.of(0.5)) {
      const litres = car.tank * chance.between(1.2, 1.8)
      way.level = car.takes
      return this.#tell(car, way, { litres, ...mark })
    }
    this.#honestToFull(car, way)
    this.#leg(car, way, chance.between(5, 60))
    const room = car.takes - way.level
    way.level = car.takes * 0.99
    this.#tell(car, way, { litres: room + car.tank * chance.between(0.45, 0.85), full: chance.of(0.4), ...mark })
  }

  #honestToFull(car: Truth, way: Way): void {
    const litres = (car.takes - way.level) * 0.99
    way.level += litres
    this.#tell(car, way, { litres, full: this.#chance.of(0.85) })
  }

  /** The same card and vehicle at the other end of the land, within the hour. */
  _cloned(car: Truth, way: Way, mark: Mark): void {
    const chance = this.#chance
    this.#honest(car, way)
    const far = this.#stands.filter(stand => kilometresOf(stand, way.where) > 170)
    const at = way.at + chance.between(0.2, 1) * hour
    const elsewhere = { ...way, at, where: chance.pick(far) }
    this.#tell(car, elsewhere, { litres: car.tank * chance.between(0.3, 0.7), odometer: null, ...mark })
    way.at += 2 * hour
  }

  /** Week by week fuel leaves the tank by night. */
  _siphoned(car: Truth, way: Way, mark: Mark): void {
    const chance = this.#chance
    for (let turn = chance.whole(4, 7); turn > 0; turn--) {
      const litres = (car.takes - way.level) * 0.99
      way.level += litres
      this.#tell(car, way, { litres, full: chance.of(0.8), ...mark })
      const taken = car.takes * chance.between(0.25, 0.4)
      way.level -= taken
      this.#leg(car, way)
    }
    const litres = (car.takes - way.level) * 0.99
    way.level += litres
    this.#tell(car, way, { litres, full: chance.of(0.8), ...mark })
  }

  _turnedBack(car: Truth, way: Way, mark: Mark): void {
    const litres = (car.takes - way.level) * this.#chance.between(0.6, 0.99)
    way.level += litres
    this.#tell(car, way, { litres, odometer: Math.round(way.odometer - this.#chance.between(900, 6_000)), ...mark })
  }

  _wrongFuel(car: Truth, way: Way, mark: Mark): void {
    const litres = car.tank * this.#chance.between(0.2, 0.5)
    this.#tell(car, way, { litres, fuel: car.fuel === 'diesel' ? 'gasoline' : 'diesel', ...mark })
  }

  _wrongPlate(car: Truth, way: Way, mark: Mark): void {
    const plate = `苏E${this.#chance.whole(10_000, 99_999)}`
    this.#tell(car, way, { litres: car.tank * this.#chance.between(0.3, 0.8), plate, ...mark })
  }

  /** Can after can in one shift. */
  _cans(car: Truth, way: Way, mark: Mark): void {
    const chance = this.#chance
    for (let turn = chance.whole(4, 6); turn > 0; turn--) {
      this.#tell(car, way, { litres: car.tank * chance.between(0.05, 0.18), ...mark })
      way.at += chance.between(0.7, 2.6) * hour
    }
  }

  /** When nobody works. */
  _night(car: Truth, way: Way, mark: Mark): void {
    const chance = this.#chance
    const [from, until] = car.hours ?? [6, 20]
    const closed = (from - until + 24) % 24
    const clock = (way.at / hour + 8) % 24
    const start = (until - clock + 24) % 24
    way.at += (start + closed * chance.between(0.25, 0.75)) * hour
    const litres = (car.takes - way.level) * chance.between(0.3, 0.9)
    way.level += litres
    this.#tell(car, way, { litres, ...mark })
  }
}
type Mark = Pick<MadeFill, 'kind' | 'case'>

export const madeYear = (seed: number, { cars = 200, months = 12 } = {}): MadeYear => new Year(seed, cars).made(months)
