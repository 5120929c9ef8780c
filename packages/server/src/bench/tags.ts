import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { companiesOf } from './list-load.ts'
import { signIn } from './session.ts'
import { databaseMs } from './spent.ts'
import type { Place, Sample, Workload } from './workload.ts'

const wanted = ({ small }: Place) => (small ? 1000 : Number(process.env['BENCH_MEMBERS'] ?? 1_000_000))

/** Members are made once for a database; those that it has are used again. */
async function fill(place: Place): Promise<void> {
  const client = await place.owner.connect()
  try {
    const { rows } = await client.query<{ filled: boolean }>(`select to_regproc('bench.tag_members') is not null as filled`)
    if (rows[0]!.filled) return
    await client.query('begin')
    for (const file of ['member-lists.sql', 'tags.sql']) await client.query(readFileSync(join(import.meta.dirname, file), 'utf8'))
    await client.query(`set local session_replication_role = replica`)
    await client.query(`set local maintenance_work_mem = '1GB'`)
    const [company] = await companiesOf(place)
    // Indexes of the parts of names and numbers are made in one go: row by row they take five times as long.
    const made = await client.query<{ name: string; text: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
       where indrelid = any ('{user_account,user_card}'::regclass[]) and not indisunique`,
    )
    for (const { name } of made.rows) await client.query(`drop index ${name}`)
    await client.query('select bench.list_members($1, 1, $2)', [company, wanted(place)])
    await client.query('select bench.tag_members($1)', [company])
    for (const { text } of made.rows) await client.query(text)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** What rules name of the company. */
interface Known {
  readonly company: number
  readonly station: number
  readonly product: number
  readonly level: number
}

/** A rule, and the same count as somebody who knows the tables writes it. */
interface Rule {
  readonly rule: (known: Known) => string
  readonly byHand: (known: Known) => string
}

const members = (company: number, further: string) =>
  `select count(*) from user_account member ${further.replaceAll(':company', String(company))}
   ${further.includes('where') ? 'and' : 'where'} member.company_id = ${company} and not member.is_staff
     and member.merged_into_id is null and member.former_date is null`
const having = (table: string) => `join ${table} kept on kept.company_id = :company and kept.user_id = member.id`
const some = (table: string, where: string) =>
  `where exists (select from ${table} kept where kept.company_id = :company and kept.user_id = member.id and ${where})`
const figure = (where: string) => `${having('member_figure')} where ${where}`

const rules: Readonly<Record<string, Rule>> = {
  'one figure, few': {
    rule: () => 'spent365Cents>=6000000',
    byHand: ({ company }) => members(company, figure('kept.spent365_cents >= 6000000')),
  },
  'one figure, most': { rule: () => 'fills365>=1', byHand: ({ company }) => members(company, figure('kept.fills365 >= 1')) },
  'several figures': {
    rule: () => 'spent90Cents>=50000,bought90Cl>=10000,fills90>=3,lastPurchaseDay>=today-29',
    byHand: ({ company }) =>
      members(
        company,
        `${having('member_figure')}
        join member_last_purchase last on last.company_id = :company and last.user_id = member.id
        where kept.spent90_cents >= 50000 and kept.bought90_cl >= 10000 and kept.fills90 >= 3 and last.day >=
          (select (now() at time zone time_zone)::date from company where id = :company) - 29`,
      ),
  },
  'never bought': {
    rule: () => 'lastPurchaseDay:null',
    byHand: ({ company }) =>
      members(
        company,
        `where not exists (select from member_last_purchase last where last.company_id = :company and last.user_id = member.id)`,
      ),
  },
  'month of birth': {
    rule: () => 'birthMonth:(5|6)',
    byHand: ({ company }) => members(company, `${having('member_profile')} where kept.birth_month in (5, 6)`),
  },
  'level and balance': {
    rule: ({ level }) => `level.id:${level},keptBalanceCents<=20000`,
    byHand: ({ company, level }) => members(company, figure(`kept.level_id = ${level} and kept.kept_balance_cents <= 20000`)),
  },
  'a station': {
    rule: ({ station }) => `purchases.station.id:${station}`,
    byHand: ({ company, station }) => members(company, some('member_bought', `kept.station_id = ${station}`)),
  },
  'a product': {
    rule: ({ product }) => `purchases.product.id:${product}`,
    byHand: ({ company, product }) => members(company, some('member_bought', `kept.product_id = ${product}`)),
  },
  'a station and a figure': {
    rule: ({ station, product }) => `purchases.station.id:${station},purchases.product.id:${product},spent90Cents>=50000`,
    byHand: ({ company, station, product }) =>
      members(
        company,
        `${having('member_figure')} where kept.spent90_cents >= 50000 and exists (select from member_bought bought
        where bought.company_id = :company and bought.user_id = member.id and bought.station_id = ${station}
          and bought.product_id = ${product})`,
      ),
  },
  'fuel of a vehicle': {
    rule: () => 'cars.fuelType:diesel',
    byHand: ({ company }) => members(company, some('car', `kept.fuel_type = 'diesel' and kept.removed_date is null`)),
  },
  'a part of a plate': {
    rule: () => 'userCards.plates:*123*',
    byHand: ({ company }) => members(company, some('user_card', `plates_of(kept.range_of_use) like '%123%'`)),
  },
}

async function knownOf({ owner }: Place, company: number): Promise<Known> {
  const { rows } = await owner.query<Known>(
    `select $1::bigint as company, (select min(id) from station where company_id = $1) as station,
       (select min(id) from product where company_id = $1) as product, (select min(id) from member_level where company_id = $1) as level`,
    [company],
  )
  return rows[0]!
}

/**
 * One after the other, as somebody who enters a rule asks. @returns what each took, how much of it the database's processor, and what the
 * last one came to
 */
async function timed({ small, seconds, owner }: Place, ask: () => Promise<number>) {
  const { rows } = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const home = dirname(rows[0]!.folder)
  const took: number[] = []
  let came = small ? 0 : await ask()
  const ends = performance.now() + seconds * 1000
  const before = databaseMs(home)
  while (took.length < 5 || (!small && took.length < 40 && performance.now() < ends)) {
    const began = performance.now()
    came = await ask()
    took.push(performance.now() - began)
  }
  const spent = (databaseMs(home) - before) / took.length
  took.sort((a, b) => a - b)
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))]!
  return { p50: at(0.5), p95: at(0.95), spent, came }
}

/** Each rule, by the way in which it is asked. */
async function measured(place: Place, ask: (rule: Rule, known: Known) => () => Promise<number>): Promise<Sample> {
  const known = await knownOf(place, (await companiesOf(place))[0]!)
  const sample: Record<string, number> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const found = await timed(place, ask(rule, known))
    for (const [what, value] of Object.entries(found)) sample[`${name} ${what}`] = value
  }
  return sample
}

const raw = (place: Place): Promise<Sample> =>
  measured(place, (rule, known) => async () => {
    const { rows } = await place.owner.query<{ count: number }>(rule.byHand(known))
    return Number(rows[0]!.count)
  })

async function product(place: Place): Promise<Sample> {
  const headers = { ...(await signIn(place)), 'content-type': 'application/json' }
  let others = 0
  const sample = await measured(place, ({ rule }, known) => async () => {
    const body = JSON.stringify({ rule: rule(known) })
    const reply = await fetch(`${place.address}/api/v1/tags/count`, { method: 'POST', headers, body })
    const answer = (await reply.json()) as { count: number }
    if (reply.status !== 200) others++
    return reply.status === 200 ? answer.count : Number.NaN
  })
  return { ...sample, others }
}

const names = Object.keys(rules)
export const tags: Workload = {
  name: 'tags',
  what: 'how many of 1,000,000 members each kind of rule of a tag finds, as it is counted beside the editor',
  // A database of its own: the money of their cards is nobody's.
  seed: small => ({ companies: 1, stations: small ? 4 : 30, orders: 400, cards: 200, days: 7 }),
  writes: false,
  prepare: fill,
  raw,
  product,
  figures: [
    ...names.flatMap((name): Workload['figures'] => [
      { says: `${name}: p50, ms`, of: (_limit, own) => own[`${name} p50`]! },
      { says: `${name}: p95, ms`, of: (_limit, own) => own[`${name} p95`]!, goal: ['≤', 1000] },
      { says: `${name}: processor time of the database, ms`, of: (_limit, own) => own[`${name} spent`]! },
      { says: `${name}: processor time by hand, ms`, of: limit => limit[`${name} spent`]! },
      { says: `${name}: p50 ÷ by hand`, of: (limit, own) => own[`${name} p50`]! / limit[`${name} p50`]! },
    ]),
    {
      says: 'rules whose count is not the one by hand',
      of: (limit, own) => names.filter(name => limit[`${name} came`] !== own[`${name} came`]).length,
      goal: ['≤', 0],
    },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
