import { median } from './median.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

/** Loads that are compared: with something, and without it. */
interface Pairs {
  readonly on: readonly Load[]
  readonly off: readonly Load[]
}

/** The load with and without, by turns; which of them comes first changes with each pair. */
export async function byTurns({ small }: Place, load: (on: boolean) => Promise<Load>): Promise<Pairs> {
  const found = { on: [] as Load[], off: [] as Load[] }
  for (let turn = 0; turn < (small ? 1 : 3); turn++)
    for (const on of turn % 2 === 0 ? [false, true] : [true, false]) found[on ? 'on' : 'off'].push(await load(on))
  return found
}

export const done = (loads: readonly Load[]): number => loads.reduce((sum, { all }) => sum + all, 0)

/** What came of pairs of sales, under names that begin with `of`: what `comparison` reads. Ratios are the median of the pairs. */
export function compared({ on, off }: Pairs, of = ''): Sample {
  const sample: Sample = {
    ratio: median(on.map(({ perSecond }, turn) => perSecond / off[turn]!.perSecond)),
    perSecond: median(on.map(({ perSecond }) => perSecond)),
    withoutPerSecond: median(off.map(({ perSecond }) => perSecond)),
    usMore: median(on.map((own, turn) => own.serverUs + own.databaseUs - off[turn]!.serverUs - off[turn]!.databaseUs)),
    p99Ms: median(on.map(({ p99Ms }) => p99Ms)),
    withoutP99Ms: median(off.map(({ p99Ms }) => p99Ms)),
    p99Ratio: median(on.map(({ p99Ms }, turn) => p99Ms / off[turn]!.p99Ms)),
    others: [...on, ...off].flatMap(({ others }) => Object.values(others)).reduce((sum, count) => sum + count, 0),
  }
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [`${of}${name}`, value]))
}

/** The lines of the table for pairs of sales. @param least what the rate with it is to be at least, of that without */
export const comparison = (what: string, least?: number, of = ''): Workload['figures'] => [
  {
    says: `sales a second, with ${what} ÷ without (median of pairs)`,
    of: (_, own) => own[`${of}ratio`]!,
    ...(least !== undefined && { goal: ['≥', least] as const }),
  },
  { says: `sales a second, with ${what}`, of: (_, own) => own[`${of}perSecond`]! },
  { says: `sales a second, without ${what}`, of: (_, own) => own[`${of}withoutPerSecond`]! },
  { says: `processor time that ${what} add to a sale on average, µs`, of: (_, own) => own[`${of}usMore`]! },
  { says: `p99 with ${what}, ms`, of: (_, own) => own[`${of}p99Ms`]! },
  { says: `p99 without ${what}, ms`, of: (_, own) => own[`${of}withoutP99Ms`]! },
  { says: `answers other than 200, ${what}`, of: (_, own) => own[`${of}others`]!, goal: ['≤', 0] },
]
