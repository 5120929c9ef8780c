import { byTurns, compared, comparison } from './by-turns.ts'
import { offers, periodOf, tried } from './dry-runs.ts'
import { busy } from './seeds.ts'
import { signIn } from './session.ts'
import { tillsOf } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** One offer is tried after the other, as long as the load lasts. @returns what ends it, with how many runs there were */
async function keepTrying(place: Place): Promise<() => Promise<number>> {
  const headers = await signIn(place, 1)
  const period = await periodOf(place)
  let goesOn = true
  const runs = (async () => {
    for (let count = 0; ; count++) {
      if (!goesOn) return count
      if (Number.isNaN(await tried(place, headers, period, offers.coupon))) throw new Error('a dry run failed')
    }
  })()
  return () => {
    goesOn = false
    return runs
  }
}

async function product(place: Place): Promise<Sample> {
  let count = 0
  const pairs = await byTurns(place, async on => {
    const end = on ? await keepTrying(place) : () => Promise.resolve(0)
    const measured = await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
    count += await end()
    return measured
  })
  return { ...compared(pairs), count }
}

export const w1DryRun: Workload = {
  name: 'w1-dry-run',
  what: 'order intake by turns: while one coupon after the other is tried on the sales of three months of a company, and alone',
  seed: small => (small ? busy(true) : { ...busy(false), orders: 500_000, days: 88 }),
  writes: true,
  prepare: openForBusiness,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'p99 with dry runs ÷ without (median of pairs)', of: (_, own) => own['p99Ratio']!, goal: ['≤', 1.5] },
    ...comparison('dry runs'),
    { says: 'dry runs', of: (_, own) => own['count']!, goal: ['≥', 1] },
  ],
}
