/** Chances that fall the same way on every machine (mulberry32). */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  whole(min: number, max: number): number
  pick<T>(of: readonly T[]): T
  /** One of the names, as often as its weight says. */
  weigh<N extends string>(weights: Readonly<Record<N, number>>): N
  happens(probability: number): boolean
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: of => of[Math.floor(next() * of.length)]!,
    weigh(weights) {
      const entries = Object.entries<number>(weights) as [never, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)!)[0]
    },
    happens: probability => next() < probability,
  }
}
