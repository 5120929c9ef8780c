import type { Call } from './http-line.ts'
import { signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

export const lanes = 8
export const size = 15
/** A page whose rows cost next to nothing: what is left is how many there are. */
const counting = 1
/** The second company has so many times what the first has. */
export const times = 10

/** A search, by one that is known to be there. */
export type Filter<Known> = (one: Known) => string
/** What lists are asked for, by the name of its figure. */
export type Asks<Known> = Readonly<Record<string, readonly [path: string, filters: readonly Filter<Known>[]]>>

/** Any two of these together. */
export const pairsOf = <Known>(filters: readonly Filter<Known>[]): Filter<Known>[] =>
  filters.flatMap((first, turn) =>
    filters.slice(turn + 1).map(
      (second): Filter<Known> =>
        one =>
          `${first(one)},${second(one)}`,
    ),
  )

export const companiesOf = async ({ owner }: Place): Promise<number[]> =>
  (await owner.query<{ id: number }>(`select id from company where code in ('seed1', 'seed2') order by code`)).rows.map(({ id }) => id)

const isOfOneRow = (path: string) => /statistics|summary/.test(path)

/** Asks each of them in both companies, over and over. @returns the p99 of each by `<name> <company>`, and how many were not answered */
export async function askLists<Known>(place: Place, asks: Asks<Known>, knownOf: (company: number) => Promise<Known[]>): Promise<Sample> {
  const sample: Record<string, number> = { others: 0 }
  for (const [turn, company] of (await companiesOf(place)).entries()) {
    const headers = await signIn(place, turn + 1)
    const known = await knownOf(company)
    for (const [name, [path, filters]] of Object.entries(asks)) {
      const rows = name.startsWith('how many') ? counting : size
      const calls = known.flatMap(one =>
        filters.map((filter): Call => {
          const search = filter(one)
          const query = [...(isOfOneRow(path) ? [] : [`size=${rows}`]), ...(search ? [`search=${encodeURIComponent(search)}`] : [])]
          return { method: 'GET', path: `/api/v1${path}?${query.join('&')}`, headers }
        }),
      )
      const load = await place.load({ source: 'listed-calls.ts', facts: { lists: [calls], again: true }, lanes })
      // Nothing answered is no quick answer.
      sample[`${name} ${turn}`] = load.done > 0 ? load.p99Ms : Infinity
      sample['others']! += Object.values(load.others).reduce((sum, count) => sum + count, 0)
    }
  }
  return sample
}

/** A line for each of them over many, and its ratio to a tenth where it has to be found rather than counted. */
export const figuresOf = (asks: Asks<never>, most: (name: string) => number): Workload['figures'] =>
  Object.keys(asks).flatMap(name => [
    { says: `${name}: p99 over many, ms`, of: (_: Sample, own: Sample) => own[`${name} 1`]!, goal: ['≤', most(name)] as const },
    ...(most(name) === 60
      ? [
          {
            says: `${name}: many ÷ a tenth`,
            of: (_: Sample, own: Sample) => own[`${name} 1`]! / own[`${name} 0`]!,
            goal: ['≤', 1.3] as const,
          },
        ]
      : []),
  ])
