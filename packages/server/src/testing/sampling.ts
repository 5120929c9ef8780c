import { dice } from '@forecourt/contract/testing/dice.ts'

export { dice }

/**
 * What takes long is tried by `npm test` in a sample, and whole by `npm run check:long` and `npm run faults`, which set CHECK=whole.
 * SEED draws the same sample again; `npm test` prints the one that it has drawn.
 */
export const whole = process.env['CHECK'] === 'whole'
export const seed = Number(process.env['SEED'] ?? 1)

/** Files that share their modules each begin with the language that the seed says. */
export const beginFile = (): void => {
  stories = 0
}

/** How much of something is done. */
export const scaled = (sample: number, all: number): number => (whole ? all : sample)

const both = ['zh', 'en'] as const
let stories = 0
/** In which languages a story is told: in one, the next story of the file in the other one; or in both. */
export const languages = (): readonly (typeof both)[number][] => (whole ? both : [both[(seed + stories++) % 2]!])

/** So many of a list in a sample, in their order, other ones for each name; or all of it. */
export function drawn<T>(name: string, all: readonly T[], count: number): T[] {
  if (whole || all.length <= count) return [...all]
  const roll = dice([...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) | 0, seed))
  const places = all.map((_, place) => ({ place, at: roll() })).toSorted((one, other) => one.at - other.at)
  const chosen = new Set(places.slice(0, count).map(({ place }) => place))
  return all.filter((_, place) => chosen.has(place))
}

/** So many of them, every kind among them as long as there is room, in their order. */
export function some<T extends { readonly kind: string }>(all: readonly T[], count: number, roll: () => number): T[] {
  if (all.length <= count) return [...all]
  const shuffled = all.map(each => ({ each, at: roll() })).toSorted((a, b) => a.at - b.at)
  const seen = new Map<string, number>()
  const ranked = shuffled.map(({ each, at }) => {
    const rank = seen.get(each.kind) ?? 0
    seen.set(each.kind, rank + 1)
    return { each, rank: rank + at }
  })
  const chosen = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ each }) => each),
  )
  return all.filter(each => chosen.has(each))
}
