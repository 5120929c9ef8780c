import { monthProof, type MonthPreview } from '@forecourt/contract'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, signIn } from './session.ts'
import { tillsOf } from './tills.ts'
import { lanes } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const contractsIn = ({ small }: Place) => (small ? 40 : 1000)
const loadsIn = ({ small }: Place) => (small ? 100 : 10_000)

/** The first month lies a year back: each round settles the next one. */
async function prepare(place: Place): Promise<void> {
  const { rows } = await place.owner.query<{ made: boolean }>(`select to_regproc('bench.supply') is not null as made`)
  if (rows[0]!.made) return
  await place.owner.query(readFileSync(join(import.meta.dirname, 'month-end.sql'), 'utf8'))
  await place.owner.query('select bench.supply(id) from company')
}

/** A month of trade behind what is settled. @returns its first day */
async function fill(place: Place): Promise<string> {
  const { rows } = await place.owner.query<{ company: number; month: string }>(
    `select company.id as company, to_char(coalesce(month + interval '1 month', date_trunc('month', now()) - interval '12 months'),
      'YYYY-MM-DD') as month
    from company left join settled_month on settled_month.company_id = company.id`,
  )
  const { company, month } = rows[0]!
  await place.owner.query('select bench.month($1, $2, $3, $4)', [company, month, contractsIn(place), loadsIn(place)])
  await place.owner.query('vacuum analyze stock_move, transport, tank_book, class_settle, class_settle_item')
  return month
}

type Headers = Record<string, string>
const previewed = (place: Place, headers: Headers, month: string) =>
  ask<MonthPreview>(place, headers, 'POST', '/monthSettles/preview', { month, carriedOver: [] })

/** As the page does it: the month typed, the PIN given for exactly these figures. @returns seconds */
async function confirmed(place: Place, headers: Headers, { id, pin }: Clerk, { month, sums, fingerprint }: MonthPreview): Promise<number> {
  const given = { pin, ...monthProof(month, sums.closingCents) }
  const { proof } = await ask<{ proof: string }>(place, headers, 'POST', `/users/${id}/pin/verify`, given)
  const began = performance.now()
  const keyed = { ...headers, 'idempotency-key': `month-${month}` }
  await ask(place, keyed, 'POST', '/monthSettles', { month, carriedOver: [], typed: month.slice(0, 7), fingerprint, pinProof: proof })
  return (performance.now() - began) / 1000
}

interface Clerk {
  readonly id: number
  readonly pin: string
}
/** The administrator of the seed, with a new PIN. */
async function withPin(place: Place, headers: Headers): Promise<Clerk> {
  const { rows } = await place.owner.query<{ id: number }>(
    `update user_account set pin_hash = null where mobile = '13700000001' returning id`,
  )
  const [clerk, pin] = [Number(rows[0]!.id), `${randomInt(100_000, 999_999)}`]
  await ask(place, headers, 'PUT', `/users/${clerk}/pin`, { password: 'Seed-Forecourt-1', pin })
  return { id: clerk, pin }
}

async function product(place: Place): Promise<Sample> {
  const month = await fill(place)
  const headers = await signIn(place)
  const clerk = await withPin(place, headers)
  const sell = async () => place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  const alone = await sell()
  const [previewSeconds, confirmSeconds, meanwhile] = await whileSelling(sell, async () => {
    await previewed(place, headers, month)
    const began = performance.now()
    const seen = await previewed(place, headers, month)
    const taken = (performance.now() - began) / 1000
    return [taken, await confirmed(place, headers, clerk, seen)] as const
  })
  const others = [alone, meanwhile].flatMap(load => Object.values(load.others)).reduce((sum, count) => sum + count, 0)
  const { aloneP99Ms, p99Ms } = { aloneP99Ms: alone.p99Ms, p99Ms: meanwhile.p99Ms }
  return { loads: loadsIn(place), previewSeconds, confirmSeconds, aloneP99Ms, p99Ms, others, ...(await balance(place, month)) }
}

/** Sales go on from before the act until after it. */
async function whileSelling(sell: () => Promise<Load>, act: () => Promise<readonly [number, number]>) {
  const selling = sell()
  // Where the act fails, that is what is said: the sales then end with the server.
  selling.catch(() => undefined)
  const times = await act()
  return [...times, await selling] as const
}

/** What stations signed for, as the settlement says and as their loads do. */
async function balance({ owner }: Place, month: string): Promise<Sample> {
  const { rows } = await owner.query<{ wrong: number }>(
    `select abs((select sum(issued) from month_settle_line line join month_settle settle on settle.company_id = line.company_id
        and settle.id = month_settle_id where place = 'road' and month = $1)
      - (select sum(signed_kg) from transport where signed_day >= $1 and signed_day < $1::date + interval '1 month'))::int as wrong`,
    [month],
  )
  return { wrongKg: rows[0]!.wrong }
}

export const monthEnd: Workload = {
  name: 'month-end',
  what: 'settling a month of 200 stations and 10,000 loads, while sales go on',
  seed: small => ({ companies: 1, stations: small ? 4 : 200, orders: 400, cards: 200, days: 5 }),
  // What its tank books and shifts rest on stands nowhere: only what is settled can be proven, by the tests of the module.
  writes: false,
  prepare,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'loads of the month', of: (_, own) => own['loads']! },
    { says: 'preview while sales go on, s', of: (_, own) => own['previewSeconds']!, goal: ['≤', 5] },
    { says: 'confirming while sales go on, s', of: (_, own) => own['confirmSeconds']!, goal: ['≤', 5] },
    { says: 'sales meanwhile: p99 ÷ alone', of: (_, own) => own['p99Ms']! / own['aloneP99Ms']!, goal: ['≤', 2] },
    { says: 'sales alone: p99, ms', of: (_, own) => own['aloneP99Ms']! },
    { says: 'kilograms settled otherwise than signed for', of: (_, own) => own['wrongKg']!, goal: ['≤', 0] },
    { says: 'answers other than 200', of: (_, own) => own['others']!, goal: ['≤', 0] },
  ],
}
