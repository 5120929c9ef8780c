import type { Call } from './http-line.ts'
import { many } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { found, knownOf, notFound } from './w3-asks.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const lanes = 8
const size = 15

/** Each lane is somebody of another company. */
interface Caller {
  readonly company: number
  readonly headers: Record<string, string>
  readonly found: readonly string[]
  readonly notFound: readonly string[]
  readonly last: number
}

async function callers(place: Place): Promise<Caller[]> {
  const companies = Array.from({ length: Math.min(lanes, place.seed.companies) }, (_, at) => at + 1)
  return Promise.all(
    companies.map(async company => {
      const headers = await signIn(place, company)
      const { count } = await ask<{ count: number }>(place, headers, 'GET', '/orders/statistics')
      const known = await knownOf(place, company)
      return { company, headers, found: found(known), notFound: notFound(known), last: Math.ceil(count / size) - 1 }
    }),
  )
}

const farOf = (last: number) => Math.min(10_000, last)

/** Pages around the first, the ten-thousandth or the last: no two calls in a row ask for the same. */
const around = (page: number) => Array.from({ length: 20 }, (_, back) => Math.max(0, page - back))

async function product(place: Place): Promise<Sample> {
  const all = await callers(place)
  const load = (path: string, queries: (caller: Caller) => readonly string[]): Promise<Load> => {
    const lists = all.map(caller =>
      queries(caller).map((query): Call => ({ method: 'GET', path: `/api/v1${path}?${query}`, headers: caller.headers })),
    )
    return place.load({ source: 'listed-calls.ts', facts: { lists, again: true }, lanes })
  }
  const pages = (page: (caller: Caller) => number) =>
    load('/orders', caller => around(page(caller)).map(each => `page=${each}&size=${size}`))
  const searched = (of: 'found' | 'notFound') =>
    load('/orders', caller => caller[of].map(search => `size=${size}&from=history&search=${encodeURIComponent(search)}`))

  const first = await load('/orders', () => [`page=0&size=${size}`])
  const far = await pages(({ last }) => farOf(last))
  const end = await pages(({ last }) => last)
  const totals = await load('/orders/statistics', () => [''])
  const some = await searched('found')
  const none = await searched('notFound')
  const others = [first, far, end, totals, some, none].flatMap(each => Object.values(each.others)).reduce((sum, count) => sum + count, 0)
  return {
    perSecond: first.perSecond,
    firstMs: first.p99Ms,
    firstUs: first.serverUs + first.databaseUs,
    farPerSecond: far.perSecond,
    farMs: far.p99Ms,
    farUs: far.serverUs + far.databaseUs,
    endMs: end.p99Ms,
    totalsMs: totals.p99Ms,
    totalsUs: totals.serverUs + totals.databaseUs,
    someMs: some.p99Ms,
    someUs: some.serverUs + some.databaseUs,
    noneMs: none.p99Ms,
    noneUs: none.serverUs + none.databaseUs,
    others,
  }
}

/** The same rows as JSON, walked to. */
async function raw(place: Place): Promise<Sample> {
  const { companies, orders } = place.seed
  const last = Math.ceil(orders / companies / size) - 1
  const rows = (page: number) =>
    place.raw({
      text: `select json_agg(found) from (select * from sale_order
        where company_id = (select company from company_directory where code = 'seed' || :company::int)
        order by created_date desc, id desc limit ${size} offset ${page * size}) as found`.replaceAll(/\s+/g, ' '),
      upTo: { company: Math.min(lanes, companies) },
      lanes,
    })
  const [first, far] = [await rows(0), await rows(farOf(last))]
  return { perSecond: first.perSecond, firstUs: first.databaseUs, farPerSecond: far.perSecond, farMs: far.p99Ms }
}

export const w3: Workload = {
  name: 'w3',
  what: 'lists: GET /orders, its first page, its ten-thousandth, its last, what it comes to, and under 40 filters, 8 at once',
  seed: many,
  writes: false,
  raw,
  product,
  figures: [
    { says: 'page 1, answers a second ÷ raw', of: (limit, own) => own['perSecond']! / limit['perSecond']!, goal: ['≥', 0.35] },
    { says: 'page 1, answers a second', of: (_limit, own) => own['perSecond']! },
    { says: 'page 1, p99, ms', of: (_limit, own) => own['firstMs']!, goal: ['≤', 25] },
    { says: 'page 10,000, p99, ms', of: (_limit, own) => own['farMs']!, goal: ['≤', 40] },
    { says: 'page 10,000, answers a second ÷ raw', of: (limit, own) => own['farPerSecond']! / limit['farPerSecond']! },
    { says: 'page 10,000, p99 raw, ms', of: limit => limit['farMs']! },
    { says: 'last page, p99, ms', of: (_limit, own) => own['endMs']!, goal: ['≤', 40] },
    { says: 'exact total, p99, ms', of: (_limit, own) => own['totalsMs']!, goal: ['≤', 10] },
    { says: '28 filters that find, p99, ms', of: (_limit, own) => own['someMs']!, goal: ['≤', 60] },
    { says: '12 filters that find nothing, p99, ms', of: (_limit, own) => own['noneMs']!, goal: ['≤', 60] },
    { says: 'processor time of page 1, raw, µs', of: limit => limit['firstUs']! },
    { says: 'processor time of page 1, µs', of: (_limit, own) => own['firstUs']! },
    { says: 'processor time of page 10,000, µs', of: (_limit, own) => own['farUs']! },
    { says: 'processor time of a total, µs', of: (_limit, own) => own['totalsUs']! },
    { says: 'processor time under a filter that finds, µs', of: (_limit, own) => own['someUs']! },
    { says: 'processor time under a filter that finds nothing, µs', of: (_limit, own) => own['noneUs']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
