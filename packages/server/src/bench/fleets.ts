import { setTimeout as wait } from 'node:timers/promises'
import { median } from './median.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { openForBusiness } from './w1.ts'
import { pay } from './w2.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const pairs = ({ small }: Place) => (small ? 1 : 3)
const paying = ({ small }: Place) => (small ? 10 : 200)
const receiving = ({ small }: Place) => (small ? 50 : 10_000)

interface Fleet {
  readonly headers: Record<string, string>
  readonly masterId: number
  readonly subs: readonly number[]
}

/** A fleet of the first company, as its pages open it, with money on its master card and so many sub cards that hold nothing. */
async function openFleet(place: Place, valueMode: 'share' | 'assign', count: number): Promise<Fleet> {
  const headers = await signIn(place)
  const { rows } = await place.owner.query<{ company: number; product: number; nth: number }>(
    `select company.id as company, card.id as product, (select count(*)::int from fleet) as nth
     from bench.till join company on company.id = till.company_id join card on card.company_id = company.id and card.type = 'debit'
     where till.n = 1 order by card.id limit 1`,
  )
  const { company, product: cardId, nth } = rows[0]!
  const first = 8_600_000_001 + nth * 20_000
  const { id: groupId } = await ask<{ id: number }>(place, headers, 'POST', '/groups', { name: `Bench ${nth}`, valueMode })
  const master = { number: String(first - 1), kind: 'master', cardId, groupId }
  const { id: masterId } = await ask<{ id: number }>(place, headers, 'POST', '/userCards', master)
  await place.owner.query('select bench.give($1, $2, 1000000000)', [company, masterId])

  const batch = { kind: 'sub', cardId, parentId: masterId, first: String(first), count }
  const { id } = await ask<{ id: number }>(place, headers, 'POST', '/userCards/batch', batch)
  while ((await ask<{ status: string }>(place, headers, 'GET', `/cardBatches/${id}`)).status === 'running') await wait(50)
  const subs = await place.owner.query<{ id: number }>('select id from user_card where company_id = $1 and parent_id = $2 order by id', [
    company,
    masterId,
  ])
  await place.owner.query('vacuum analyze user_card, ledger_account')
  return { headers, masterId, subs: subs.rows.map(({ id: sub }) => Number(sub)) }
}

/** Allocates 1.00 to each sub card in one act. @returns seconds */
async function allocate(place: Place, { headers, masterId, subs }: Fleet): Promise<number> {
  const began = performance.now()
  const body = { eachCents: 100, confirmAmountCents: 100 * subs.length }
  const { count } = await ask<{ count: number }>(place, headers, 'POST', `/userCards/${masterId}/assignMany`, body)
  if (count !== subs.length) throw new Error(`${count} of ${subs.length} sub cards were given to.`)
  return (performance.now() - began) / 1000
}

async function product(place: Place): Promise<Sample> {
  const sharing = await openFleet(place, 'share', paying(place))
  const [shared, own]: [Load[], Load[]] = [[], []]
  // Which of them comes first changes with each pair.
  for (let turn = 0; turn < pairs(place); turn++) {
    if (turn % 2 === 0) own.push(await pay(place, 'uniform'))
    shared.push(await pay(place, 'uniform', { cards: sharing.subs }))
    if (turn % 2 === 1) own.push(await pay(place, 'uniform'))
  }
  const assigning = await openFleet(place, 'assign', receiving(place))
  const seconds = await allocate(place, assigning)
  let allocations = 0
  const beside = await pay(place, 'uniform', { meanwhile: async () => (await allocate(place, assigning), allocations++) })
  const loads = [...shared, ...own, beside]
  return {
    shareRatio: median(shared.map(({ perSecond }, turn) => perSecond / own[turn]!.perSecond)),
    sharePerSecond: median(shared.map(({ perSecond }) => perSecond)),
    ownPerSecond: median(own.map(({ perSecond }) => perSecond)),
    shareP99Ms: median(shared.map(({ p99Ms }) => p99Ms)),
    ownP99Ms: median(own.map(({ p99Ms }) => p99Ms)),
    allocateSeconds: seconds,
    allocations,
    besideP99Ms: beside.p99Ms,
    others: loads.flatMap(({ others }) => Object.values(others)).reduce((sum, count) => sum + count, 0),
  }
}

export const fleets: Workload = {
  name: 'fleets',
  what: 'fleets: payments of 200 sub cards that share a master card, by turns with cards of their own; 10,000 sub cards allocated to',
  seed: busy,
  writes: true,
  async prepare(place) {
    await openForBusiness(place)
    await place.owner.query('select bench.top_up()')
  },
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'payments a second, shared master ÷ own cards (median of pairs)', of: (_, own) => own['shareRatio']!, goal: ['≥', 0.9] },
    { says: 'payments a second, shared master', of: (_, own) => own['sharePerSecond']! },
    { says: 'payments a second, own cards', of: (_, own) => own['ownPerSecond']! },
    { says: 'p99 of payments, shared master, ms', of: (_, own) => own['shareP99Ms']! },
    { says: 'p99 of payments, own cards, ms', of: (_, own) => own['ownP99Ms']! },
    { says: 'allocation to 10,000 sub cards, seconds', of: (_, own) => own['allocateSeconds']!, goal: ['≤', 10] },
    { says: 'p99 of payments beside allocations ÷ without', of: (_, own) => own['besideP99Ms']! / own['ownP99Ms']!, goal: ['≤', 1.5] },
    { says: 'allocations beside payments', of: (_, own) => own['allocations']!, goal: ['≥', 1] },
    { says: 'answers other than 200', of: (_, own) => own['others']!, goal: ['≤', 0] },
  ],
}
