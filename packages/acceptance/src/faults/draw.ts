import { dice } from '../../../server/src/hostile/sampling.ts'

/** `npm run faults` draws as much as the guarantees ask for; `npm test` a little of each kind. */
const whole = process.env['FAULTS'] === 'whole'

/** What the run is drawn from: the same seed draws the same sales, cards and moments again. */
const seed = Number(process.env['FAULTS_SEED'] ?? Math.trunc(Math.random() * 1_000_000))

export const drawn = (little: number, much: number): number => (whole ? much : little)

export interface Chance {
  /** A whole number from `from` up to and with `to`. */
  between(from: number, to: number): number
  one<T>(of: readonly T[]): T
  shuffled<T>(of: readonly T[]): T[]
}

/** The dice of one story, given the ones to throw again. */
export function chanceOf(story: string): Chance {
  console.log(`${story}: FAULTS_SEED=${seed}`)
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
