import { changesOf, type Change } from './changes.ts'
import { scoreOf, wordsOf, type Query, type SourceFile } from './relevance.ts'

export interface Chosen extends Change {
  readonly path: string
  readonly source: string
}

/** How many files, and how many of their places, have enough to do with a row. */
const filesMost = 8
const placesMost = 15

/** Places drawn by how much they have to do with what is asked for, no two in one declaration. */
export function chooseChanges(
  { files, weight }: { files: readonly SourceFile[]; weight: (word: string) => number },
  query: Query,
  { count, random, mayMatter }: { count: number; random: () => number; mayMatter: (path: string, offset: number) => boolean },
): Chosen[] {
  const score = (text: string) => scoreOf(wordsOf(text), query, weight)
  const nearest = files
    .map(file => ({ ...file, score: scoreOf(file.words, query, weight) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, filesMost)
  const places = nearest.flatMap(({ path, text, score: ofFile }) =>
    changesOf(path, text)
      .filter(({ start }) => mayMatter(path, start))
      .map(change => {
        const { start, end, owner } = change
        const near = text.slice(Math.max(owner.start, start - 150), Math.min(owner.end, end + 150))
        return { ...change, path, source: text, score: score(near) + score(text.slice(owner.start, owner.end)) + ofFile }
      }),
  )
  const best = places.toSorted((one, other) => other.score - one.score).slice(0, placesMost)
  const chosen: Chosen[] = []
  while (chosen.length < count && best.length > 0) {
    const [one] = best.splice(Math.floor(random() ** 2 * best.length), 1)
    if (one && !chosen.some(({ path, owner }) => path === one.path && owner.start === one.owner.start)) chosen.push(one)
  }
  return chosen
}
