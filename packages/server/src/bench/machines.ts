import type { Call } from './http-line.ts'
import { busy } from './seeds.ts'
import { signIn } from './session.ts'
import { tillsOf } from './tills.ts'
import { lanes } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

/** Each of so many callers is somebody of another company, and asks for the first page of its sales. */
const readers = 8

async function firstPages(place: Place): Promise<Load> {
  const companies = Array.from({ length: Math.min(readers, place.seed.companies) }, (_, at) => at + 1)
  const lists = await Promise.all(
    companies.map(async (company): Promise<Call[]> => {
      const headers = await signIn(place, company)
      return [{ method: 'GET', path: '/api/v1/orders?size=15', headers }]
    }),
  )
  return place.load({ source: 'listed-calls.ts', facts: { lists, again: true }, lanes: lists.length })
}

async function product(place: Place): Promise<Sample> {
  const sales = await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  const lists = await firstPages(place)
  const others = [sales, lists].flatMap(each => Object.values(each.others)).reduce((sum, count) => sum + count, 0)
  return { perSecond: sales.perSecond, p50Ms: sales.p50Ms, p99Ms: sales.p99Ms, firstPageMs: lists.p50Ms, others }
}

/** What needs no statements of its own on the database, and so is measured on any: on one machine and on several, one beside the other. */
export const machines: Workload = {
  name: 'machines',
  what: 'order intake as in w1, and first pages of sales, to compare databases with each other: --on',
  seed: busy,
  writes: true,
  prepare: async place => {
    await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place), once: true }, lanes, all: true })
  },
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'sales a second', of: (_limit, own) => own['perSecond']! },
    { says: 'p50, ms', of: (_limit, own) => own['p50Ms']! },
    { says: 'p99, ms', of: (_limit, own) => own['p99Ms']! },
    { says: 'first page of sales, p50, ms', of: (_limit, own) => own['firstPageMs']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
