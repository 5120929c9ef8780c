import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Chances that fall the same way on every machine, from a seed. */
export class Chance {
  readonly #generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed)
  }

  /** Chances of a part of its own: how often another part is asked changes nothing of them. */
  static of(seed: number, ...part: readonly (string | number)[]): Chance {
    let mixed = seed | 0
    for (const letter of part.join('/')) mixed = Math.imul(mixed ^ letter.codePointAt(0)!, 0x01000193)
    return new Chance(mixed)
  }

  /** From 0 up to 1. */
  next(): number {
    return uniformFloat64(this.#generator)
  }

  whole(min: number, max: number): number {
    return uniformInt(this.#generator, min, max)
  }

  pick<T>(of: readonly T[]): T {
    return of[this.whole(0, of.length - 1)]!
  }

  happens(probability: number): boolean {
    return probability > 0 && this.next() < probability
  }

  /** The same things in another order. */
  shuffle<T>(things: readonly T[]): T[] {
    const left = [...things]
    return things.map(() => left.splice(this.whole(0, left.length - 1), 1)[0]!)
  }

  /** One of the names, as often as its weight says. */
  weigh<N extends string>(weights: Readonly<Record<N, number>>): N {
    const entries = Object.entries<number>(weights) as [N, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)!)[0]
  }

  /** Of a normal distribution around nothing, with a standard deviation of one. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** The time until the next of what happens this often, on average, without a pattern (Poisson). */
  gap(meanMs: number): number {
    return -Math.log(1 - this.next()) * meanMs
  }
}
