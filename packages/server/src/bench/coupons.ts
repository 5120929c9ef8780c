import { byTurns, compared, comparison, done } from './by-turns.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { tillsOf, type Till } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Place, Sample, Workload } from './workload.ts'

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

async function sales(place: Place, companies: readonly Company[]): Promise<Sample> {
  const before = await used(place)
  const pairs = await byTurns(place, async on => {
    const tills = await tillsOf(place)
    const facts = on ? { tills: await withCodes(place, companies, tills), couponEach: each } : { tills }
    return place.load({ source: 'w1-calls.ts', facts, lanes })
  })
  return { ...compared(pairs), used: ((await used(place)) - before) / done(pairs.on) }
}

/** Customers of one company take coupons at its tills: all the same one, and many different ones. */
async function claims(place: Place, company: Company): Promise<Sample> {
  const companyOf = await companyByStation(place)
  const tills = (await tillsOf(place)).filter(({ stationId }) => companyOf.get(Number(stationId)) === company.id)
  const credentials = tills.map(({ credential }) => credential)
  const dealIds = await Promise.all(Array.from({ length: place.small ? 3 : kinds }, () => offer(place, company)))
  const pairs = await byTurns(place, one =>
    place.load({ source: 'claims-calls.ts', facts: { credentials, dealIds: one ? dealIds.slice(0, 1) : dealIds }, lanes }),
  )
  return compared(pairs, 'claims of one ')
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
    ...comparison('coupons', 0.9),
    { says: 'coupons used, part of the sales of loads with coupons', of: (_, own) => own['used']! },
    { says: 'one coupon taken by all ÷ many (median of pairs)', of: (_, own) => own['claims of one ratio']!, goal: ['≥', 0.5] },
    { says: 'coupons taken a second, all of one', of: (_, own) => own['claims of one perSecond']! },
    { says: 'coupons taken a second, of many', of: (_, own) => own['claims of one withoutPerSecond']! },
    { says: 'answers other than 200, taking', of: (_, own) => own['claims of one others']!, goal: ['≤', 0] },
  ],
}
