import { dice, drawn as some, scaled, seed } from '../../../server/src/testing/sampling.ts'

/** `npm run faults` does as much as the guarantees ask for; `npm test` a little of each kind. */
export const drawn = scaled

/** The stories of this folder, by file. `npm test` takes what is killed, and three of the others. */
const stories = ['clock', 'overload', 'disk', 'frozen', 'slow', 'uploads', 'vanish'] as const
const taken: readonly string[] = ['kill', ...some('faults', stories, 3)]
export const isTaken = (story: (typeof stories)[number] | 'kill'): boolean => taken.includes(story)

export interface Chance {
  /** A whole number from `from` up to and with `to`. */
  between(from: number, to: number): number
  one<T>(of: readonly T[]): T
  shuffled<T>(of: readonly T[]): T[]
}

/** The dice of one story, given the ones to throw again. */
export function chanceOf(story: string): Chance {
  console.log(`${story}: SEED=${seed}`)
  const roll = dice(seed)
  const between = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1))
  return {
    between,
    one: of => of[between(0, of.length - 1)]!,
    shuffled: of =>
      of
        .map(each => ({ each, at: roll() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ each }) => each),
  }
}
