import { busy } from './seeds.ts'
import { tillsOf } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** What the product takes at most, and then a third of it, coming as stations send it. */
async function product(place: Place): Promise<Sample> {
  const most = await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  const third = most.perSecond / 3
  const measured = await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes, perSecond: third })
  const others = Object.values(measured.others).reduce((sum, count) => sum + count, 0)
  const { perSecond, p50Ms, p99Ms, p999Ms } = measured
  return { most: most.perSecond, perSecond, p50Ms, p99Ms, p999Ms, others }
}

export const w1Open: Workload = {
  name: 'w1-open',
  what: 'order intake at a third of what it takes at most, arriving by chance as stations send it (Poisson)',
  seed: busy,
  writes: true,
  prepare: openForBusiness,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'sales a second', of: (_limit, own) => own['perSecond']! },
    { says: 'sales a second, at most', of: (_limit, own) => own['most']! },
    { says: 'p50, ms', of: (_limit, own) => own['p50Ms']! },
    { says: 'p99, ms', of: (_limit, own) => own['p99Ms']!, goal: ['≤', 25] },
    { says: 'p99.9, ms', of: (_limit, own) => own['p999Ms']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
