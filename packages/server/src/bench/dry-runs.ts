import { setTimeout as wait } from 'node:timers/promises'
import { companiesOf } from './list-load.ts'
import { signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

const days = 90
const pollMs = 200

/** What PostgreSQL takes to read the same sales and their lines in one statement. */
async function raw(place: Place): Promise<Sample> {
  const [company] = await companiesOf(place)
  const began = performance.now()
  const { rows } = await place.owner.query<{ orders: number }>(
    `select count(*)::int as orders from (
       select sale.id, json_agg(json_build_array(line.item_id, line.quantity, line.amount_cents)) as lines from sale_order sale
       join order_line line on line.company_id = $1 and line.order_id = sale.id
       where sale.company_id = $1 and sale.status = 'success' group by sale.id) as read`,
    [company],
  )
  return { orders: rows[0]!.orders, seconds: (performance.now() - began) / 1000 }
}

export const offers = {
  coupon: { deal: { kind: 'amount', offCents: 500, minimumCents: 20_000, perUser: 2, maxCount: 1_000_000, budgetCents: 100_000_000_00 } },
  price: { dealTask: { kind: 'price', centsPerL: 10, weekdays: [3, 6] } },
} as const

/** Tries an offer on the sales of these days. @returns how many sales it would give something, NaN where the run failed */
export async function tried(place: Place, headers: Record<string, string>, period: object, offer: object): Promise<number> {
  const [kind, form] = Object.entries(offer)[0]!
  const times = { startTime: new Date().toISOString(), endTime: new Date(Date.now() + 86_400_000).toISOString() }
  const body = JSON.stringify({ ...period, [kind]: { name: 'Tried', ...times, ...form } })
  const json = { ...headers, 'content-type': 'application/json' }
  const asked = await fetch(`${place.address}/api/v1/dryRuns`, { method: 'POST', headers: json, body })
  const { id } = (await asked.json()) as { id: number }
  for (;;) {
    const reply = await fetch(`${place.address}/api/v1/dryRuns/${id}`, { headers })
    const { status, orderCount } = (await reply.json()) as { status: string; orderCount: number }
    if (status === 'done') return orderCount
    if (status === 'fail') return Number.NaN
    await wait(pollMs)
  }
}

/** The last days that have sales, as many as a run may have. */
export async function periodOf({ owner }: Place): Promise<{ fromDay: string; untilDay: string }> {
  const { rows } = await owner.query<{ first: string; last: string }>(
    `select min(created_date)::date::text as first, max(created_date)::date::text as last from sale_order`,
  )
  const { first: begin, last: untilDay } = rows[0]!
  const first = Temporal.PlainDate.from(untilDay)
    .subtract({ days: days + 1 })
    .toString()
  return { fromDay: first > begin ? first : begin, untilDay }
}

async function product(place: Place): Promise<Sample> {
  const headers = await signIn(place)
  const period = await periodOf(place)
  const sample: Record<string, number> = {}
  for (const [name, offer] of Object.entries(offers)) {
    const began = performance.now()
    sample[`${name} orders`] = await tried(place, headers, period, offer)
    sample[`${name} seconds`] = (performance.now() - began) / 1000
  }
  return sample
}

/** What a million sales would take. */
const ofMillion = (seconds: number, orders: number): number => (seconds * 1_000_000) / orders

export const dryRuns: Workload = {
  name: 'dry-runs',
  what: 'how long a coupon and a lower price take to be tried on the sales of three months',
  seed: small => ({
    companies: 1,
    stations: small ? 2 : 20,
    orders: small ? 400 : Number(process.env['BENCH_ORDERS'] ?? 1_000_000),
    cards: small ? 40 : 20_000,
    days,
  }),
  writes: false,
  prepare: ({ owner }) => owner.query('vacuum analyze').then(() => undefined),
  raw,
  product,
  figures: Object.keys(offers).flatMap((name): Workload['figures'] => [
    {
      says: `${name}: seconds for a million sales`,
      of: (limit, own) => ofMillion(own[`${name} seconds`]!, limit['orders']!),
      goal: ['≤', 60],
    },
    { says: `${name}: ÷ reading them in one statement`, of: (limit, own) => own[`${name} seconds`]! / limit['seconds']! },
    { says: `${name}: sales that it gives something`, of: (_limit, own) => own[`${name} orders`]! },
  ]),
}
