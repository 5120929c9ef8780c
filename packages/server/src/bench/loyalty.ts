import { setTimeout as wait } from 'node:timers/promises'
import { byTurns, compared, comparison } from './by-turns.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { tillsOf, type Till } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** Of each company: members who take part in points and levels, and as many cards of a fleet whose fills are watched. */
const accounts = ({ small }: Place) => (small ? 20 : 500)
const levels = [
  { name: 'Silver', fromGrowth: 0, keepGrowth: 0 },
  { name: 'Gold', fromGrowth: 2000, keepGrowth: 1000 },
]
const watched = Object.fromEntries(
  ['travel', 'consumption', 'fuel', 'tank', 'odometer', 'plate', 'smallFills', 'hours'].map(rule => [rule, 'alert']),
)

/** Who pays in a company: the cards of members, and those of a fleet. */
interface Company {
  readonly id: number
  readonly members: readonly number[]
  readonly drivers: readonly number[]
}

/** Members of the company who have a card already. */
async function membersOf(place: Place, company: number): Promise<number[]> {
  const { rows } = await place.owner.query<{ user: number }>(
    `select holder.user_id as user from bench.purse purse
     join user_card holder on holder.company_id = purse.company_id and holder.id = purse.card_id and holder.user_id is not null
     where purse.company_id = $1 and purse.nth > 0 order by purse.nth limit $2`,
    [company, accounts(place)],
  )
  return rows.map(({ user }) => Number(user))
}

/** Makes the same call for each of them, eight at a time. */
async function forEach(place: Place, headers: Record<string, string>, path: string, bodies: readonly object[]): Promise<void> {
  const calls = bodies.map(body => ({
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  }))
  const lists = Array.from({ length: 8 }, (_, lane) => calls.filter((_each, turn) => turn % 8 === lane))
  await place.load({ source: 'listed-calls.ts', facts: { lists }, lanes: 8, all: true })
}

async function issuedIn({ owner }: Place, company: number, prefix: string): Promise<number[]> {
  const query = 'select id from user_card where company_id = $1 and number like $2 order by number'
  const { rows } = await owner.query<{ id: number }>(query, [company, `${prefix}%`])
  return rows.map(({ id }) => Number(id))
}

/** Cards of one kind for members, with money; those that were issued before are used again. */
async function cardsFor(place: Place, headers: Record<string, string>, company: number, prefix: string, facts: object): Promise<number[]> {
  const before = await issuedIn(place, company, prefix)
  if (before.length > 0) return before
  const numbered = (userId: number, turn: number) => ({ ...facts, userId, number: `${prefix}${String(turn).padStart(6, '0')}` })
  await forEach(place, headers, '/userCards', (await membersOf(place, company)).map(numbered))
  const ids = await issuedIn(place, company, prefix)
  await place.owner.query('select bench.give($1, id, 100000000) from unnest($2::bigint[]) as id', [company, ids])
  return ids
}

async function open(place: Place): Promise<Company[]> {
  await openForBusiness(place)
  const { rows } = await place.owner.query<{ id: number; nth: number; product: number }>(
    `select company.id, replace(company.code, 'seed', '')::int as nth, min(card.id) as product
     from company join card on card.company_id = company.id and card.type = 'debit' where company.code like 'seed%'
     group by company.id order by company.id`,
  )
  const found: Company[] = []
  for (const { id, nth, product } of rows) {
    const headers = await signIn(place, nth)
    found.push({ id, members: await takePart(place, headers, id, product), drivers: await watch(place, headers, id, product) })
  }
  await place.owner.query('vacuum analyze user_card, ledger_account, car')
  return found
}

/** Opens points and levels, and an account of each for members. @returns the cards that they pay with */
async function takePart(place: Place, headers: Record<string, string>, company: number, cardId: number): Promise<number[]> {
  const { content } = await ask<{ content: { type: string }[] }>(place, headers, 'GET', '/services')
  for (const service of [
    { type: 'score', name: 'Points', points: 1 },
    { type: 'level', name: 'Levels', levels },
  ]) {
    if (content.some(({ type }) => type === service.type)) continue
    const { id } = await ask<{ id: number }>(place, headers, 'POST', '/services', service)
    const users = await membersOf(place, company)
    await forEach(
      place,
      headers,
      `/services/${id}/accounts`,
      users.map(userId => ({ userId })),
    )
  }
  return cardsFor(place, headers, company, '8510', { kind: 'personal', cardId })
}

/** Opens a fleet with every rule on, whose drivers have a vehicle each. @returns the cards that they pay with */
async function watch(place: Place, headers: Record<string, string>, company: number, cardId: number): Promise<number[]> {
  const there = await issuedIn(place, company, '8520')
  if (there.length > 0) return there
  const { id: groupId } = await ask<{ id: number }>(place, headers, 'POST', '/groups', { name: 'Bench watched' })
  const master = { number: '8530000000', kind: 'master', cardId, groupId }
  const { id: parentId } = await ask<{ id: number }>(place, headers, 'POST', '/userCards', master)
  const rules = { ...watched, purpose: 'Fuel for our own vehicles', keptDays: 365, leaderSees: true, version: 0 }
  await ask(place, headers, 'PUT', `/groups/${groupId}/fillRules`, rules)
  const drivers = await cardsFor(place, headers, company, '8520', { kind: 'sub', cardId, parentId })
  await place.owner.query(
    `insert into car (company_id, plate, fuel_type, group_id, user_id, tank_cl, litres_per100_km)
     select company.id, '沪B' || right(card.number, 5), 'gasoline', $2, card.user_id, 6000, 9
     from company join user_card card on card.company_id = company.id where company.id = $1 and card.parent_id = $3`,
    [company, groupId, parentId],
  )
  return drivers
}

/** Triggers that note what a sale leaves to be done. Without them it is as if nobody had opened the service. */
const notes = { points: ['note_points', 'note_points_changed'], fills: ['note_fills', 'note_fills_changed'] } as const
type Of = keyof typeof notes
const pending = { points: 'points_pending', fills: 'fill_pending' } as const
const toggle = ({ owner }: Place, of: Of, what: 'enable' | 'disable') =>
  owner.query(notes[of].map(trigger => `alter table sale_order ${what} trigger ${trigger};`).join(''))

/** Until nothing waits. @returns seconds */
async function drained({ owner }: Place, of: Of): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rows } = await owner.query<{ waits: boolean }>(`select exists (select from ${pending[of]}) as waits`)
    if (!rows[0]!.waits) return (performance.now() - began) / 1000
    await wait(100)
  }
}

/** The same sales with and without what is noted of them. */
async function compare(place: Place, of: Of, tills: () => Promise<Till[]>): Promise<Sample> {
  const load = async () => place.load({ source: 'w1-calls.ts', facts: { tills: await tills() }, lanes })
  let waited = 0
  const pairs = await byTurns(place, async on => {
    if (!on) await toggle(place, of, 'disable')
    const measured = await load()
    if (on) waited = Math.max(waited, await drained(place, of))
    else await toggle(place, of, 'enable')
    return measured
  })
  return { ...compared(pairs, of), [`${of}Seconds`]: waited }
}

/** Who pays stands with the place that was prepared. */
const opened = new WeakMap<Place, readonly Company[]>()

async function product(place: Place): Promise<Sample> {
  const { rows } = await place.owner.query<{ id: number; company: number }>('select id, company_id as company from station')
  const companyOf = new Map(rows.map(({ id, company }) => [Number(id), Number(company)]))
  const companies = new Map(opened.get(place)!.map(company => [Number(company.id), company]))
  const tills = (who: 'members' | 'drivers') => async () =>
    (await tillsOf(place)).map(till => ({ ...till, cards: companies.get(companyOf.get(Number(till.stationId))!)![who] }))
  return { ...(await compare(place, 'points', tills('members'))), ...(await compare(place, 'fills', tills('drivers'))) }
}

const figuresOf = (of: Of, what: string, least: number): Workload['figures'] => [
  ...comparison(what, least, of),
  { says: `${what} of the last sale are done, seconds after the load`, of: (_, own) => own[`${of}Seconds`]!, goal: ['≤', 5] },
]

export const loyalty: Workload = {
  name: 'loyalty',
  what: 'order intake by turns with and without points and levels of members, and with and without the rules of fleets for their fills',
  seed: busy,
  writes: true,
  async prepare(place) {
    opened.set(place, await open(place))
  },
  raw: () => Promise.resolve({}),
  product,
  figures: [...figuresOf('points', 'points', 0.9), ...figuresOf('fills', 'judgements', 0.95)],
}
