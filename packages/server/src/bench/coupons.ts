import { median } from './median.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { tillsOf, type Till } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const pairs = ({ small }: Place) => (small ? 1 : 3)
/** Of so many sales one has a coupon. */
const each = 4
/** A call issues so many codes at most. */
const codesMost = 1000
const offCents = 100
/** Coupons of one company that are taken at once, against one alone. */
const kinds = 50

interface Company {
  readonly id: number
  readonly headers: Record<string, string>
}

const keyed = (headers: Record<string, string>) => ({ ...headers, 'idempotency-key': crypto.randomUUID() })

async function companiesOf(place: Place): Promise<Company[]> {
  const { rows } = await place.owner.query<{ id: number; nth: number }>(
    `select id, replace(code, 'seed', '')::int as nth from company where code like 'seed%' order by id`,
  )
  return Promise.all(rows.map(async ({ id, nth }) => ({ id: Number(id), headers: await signIn(place, nth) })))
}

/** A coupon that anyone may take, and use on whatever they buy. */
async function offer(place: Place, { headers }: Company): Promise<number> {
  const [startTime, endTime] = [-1, 30].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
  const body = { name: crypto.randomUUID().slice(0, 30), kind: 'amount', offCents, manualReceive: true, startTime, endTime }
  return (await ask<{ id: number }>(place, headers, 'POST', '/deals', body)).id
}

/** So many codes for each till of a company, that one load cannot use up. */
async function withCodes(place: Place, companies: readonly Company[], tills: readonly Till[]): Promise<Till[]> {
  const companyOf = await companyByStation(place)
  const perTill = place.small ? 20 : Math.ceil((place.seconds + place.warmSeconds) * 2)
  const found: Till[] = []
  for (const company of companies) {
    const own = tills.filter(({ stationId }) => companyOf.get(Number(stationId)) === company.id)
    const dealId = await offer(place, company)
    const codes: string[] = []
    while (codes.length < own.length * perTill) {
      const body = { dealId, codes: Math.min(codesMost, own.length * perTill - codes.length), reason: 'bench' }
      codes.push(...(await ask<{ codes: string[] }>(place, keyed(company.headers), 'POST', '/userDeals', body)).codes)
    }
    found.push(...own.map((till, turn) => ({ ...till, codes: codes.slice(turn * perTill, (turn + 1) * perTill) })))
  }
  return found
}

async function companyByStation({ owner }: Place): Promise<Map<number, number>> {
  const { rows } = await owner.query<{ id: number; company: number }>('select id, company_id as company from station')
  return new Map(rows.map(({ id, company }) => [Number(id), Number(company)]))
}

const used = async ({ owner }: Place): Promise<number> =>
  (await owner.query<{ used: number }>('select count(*)::int as used from user_deal where used_date is not null')).rows[0]!.used

/** The same sales with coupons and without any; which of them comes first changes with each pair. */
async function sales(place: Place, companies: readonly Company[]): Promise<Sample> {
  const before = await used(place)
  const load = async (couponEach: number) => {
    const tills = await tillsOf(place)
    const facts = { tills: couponEach > 0 ? await withCodes(place, companies, tills) : tills, couponEach }
    return place.load({ source: 'w1-calls.ts', facts, lanes })
  }
  const [on, off]: [Load[], Load[]] = [[], []]
  for (let turn = 0; turn < pairs(place); turn++) {
    if (turn % 2 === 0) off.push(await load(0))
    on.push(await load(each))
    if (turn % 2 === 1) off.push(await load(0))
  }
  return {
    ratio: median(on.map(({ perSecond }, turn) => perSecond / off[turn]!.perSecond)),
    perSecond: median(on.map(({ perSecond }) => perSecond)),
    withoutPerSecond: median(off.map(({ perSecond }) => perSecond)),
    usMore: median(on.map((own, turn) => own.serverUs + own.databaseUs - off[turn]!.serverUs - off[turn]!.databaseUs)),
    p99Ms: median(on.map(({ p99Ms }) => p99Ms)),
    withoutP99Ms: median(off.map(({ p99Ms }) => p99Ms)),
    used: ((await used(place)) - before) / on.reduce((sum, { all }) => sum + all, 0),
    others: [...on, ...off].flatMap(({ others }) => Object.values(others)).reduce((sum, count) => sum + count, 0),
  }
}

/** Customers of one company take coupons at its tills: all the same one, and many different ones. */
async function claims(place: Place, company: Company): Promise<Sample> {
  const companyOf = await companyByStation(place)
  const tills = (await tillsOf(place)).filter(({ stationId }) => companyOf.get(Number(stationId)) === company.id)
  const credentials = tills.map(({ credential }) => credential)
  const dealIds = await Promise.all(Array.from({ length: place.small ? 3 : kinds }, () => offer(place, company)))
  const load = (taken: readonly number[]) => place.load({ source: 'claims-calls.ts', facts: { credentials, dealIds: taken }, lanes })
  const [one, many]: [Load[], Load[]] = [[], []]
  for (let turn = 0; turn < pairs(place); turn++) {
    one.push(await load(dealIds.slice(0, 1)))
    many.push(await load(dealIds))
  }
  return {
    claimsOfOne: median(one.map(({ perSecond }) => perSecond)),
    claimsOfMany: median(many.map(({ perSecond }) => perSecond)),
    claimsRatio: median(one.map(({ perSecond }, turn) => perSecond / many[turn]!.perSecond)),
    claimsOthers: [...one, ...many].flatMap(({ others }) => Object.values(others)).reduce((sum, count) => sum + count, 0),
  }
}

async function product(place: Place): Promise<Sample> {
  const companies = await companiesOf(place)
  return { ...(await sales(place, companies)), ...(await claims(place, companies[0]!)) }
}

export const coupons: Workload = {
  name: 'coupons',
  what: 'order intake by turns: each fourth sale has a coupon, and none has; coupons taken at tills: one by all, and many',
  seed: busy,
  writes: true,
  prepare: openForBusiness,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'sales a second, with coupons ÷ without (median of pairs)', of: (_, own) => own['ratio']!, goal: ['≥', 0.9] },
    { says: 'sales a second, with coupons', of: (_, own) => own['perSecond']! },
    { says: 'sales a second, without coupons', of: (_, own) => own['withoutPerSecond']! },
    { says: 'processor time that coupons add to a sale on average, µs', of: (_, own) => own['usMore']! },
    { says: 'p99 with coupons, ms', of: (_, own) => own['p99Ms']! },
    { says: 'p99 without coupons, ms', of: (_, own) => own['withoutP99Ms']! },
    { says: 'coupons used, part of the sales of loads with coupons', of: (_, own) => own['used']! },
    { says: 'answers other than 200, sales', of: (_, own) => own['others']!, goal: ['≤', 0] },
    { says: 'one coupon taken by all ÷ many (median of pairs)', of: (_, own) => own['claimsRatio']!, goal: ['≥', 0.5] },
    { says: 'coupons taken a second, all of one', of: (_, own) => own['claimsOfOne']! },
    { says: 'coupons taken a second, of many', of: (_, own) => own['claimsOfMany']! },
    { says: 'answers other than 200, coupons', of: (_, own) => own['claimsOthers']!, goal: ['≤', 0] },
  ],
}
