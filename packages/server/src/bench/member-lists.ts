import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askLists, companiesOf, figuresOf, lanes, size, times, type Asks } from './list-load.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** Members of the first company; the second one has ten times as many. */
const fewer = ({ small }: Place) => (small ? 1000 : Number(process.env['BENCH_MEMBERS'] ?? 100_000))

/** One in the midst of those of a company, by what it is looked for. */
interface Known {
  readonly name: string
  readonly initials: string
  readonly mobile: string
  readonly number: string
  readonly plate: string
  /** Of who leads some fleet. */
  readonly leaderMobile: string
}

/** Members are made once for a database; those that it has are used again. */
async function fillWithMembers(place: Place): Promise<void> {
  const client = await place.owner.connect()
  try {
    const { rows } = await client.query<{ filled: boolean }>(`select to_regproc('bench.list_members') is not null as filled`)
    if (rows[0]!.filled) return
    await client.query('begin')
    await client.query(readFileSync(join(import.meta.dirname, 'member-lists.sql'), 'utf8'))
    await client.query('set local session_replication_role = replica')
    for (const [turn, company] of (await companiesOf(place)).entries()) {
      await client.query('select bench.list_members($1, $2, $3)', [company, turn + 1, fewer(place) * (turn === 0 ? 1 : times)])
      await client.query('drop table if exists listed_member')
    }
    await client.query('commit')
    await client.query('vacuum analyze user_account, user_card, ledger_account, fleet, user_card_count, member_count, member_last_purchase')
  } finally {
    client.release()
  }
}

async function knownOf({ owner }: Place, company: number): Promise<Known[]> {
  const { rows } = await owner.query<Known>(
    // Those that are asked for are chosen first: for each card of a million a leader would be looked for.
    `with chosen as materialized (
       select id, number, user_id, range_of_use -> 'plates' ->> 0 as plate from user_card
       where company_id = $1 and number like '771%' and range_of_use is not null order by hashint8(id) limit 40)
     select holder.name, holder.initials, holder.mobile, chosen.number, chosen.plate, leader.mobile as "leaderMobile"
     from chosen join user_account holder on holder.company_id = $1 and holder.id = chosen.user_id
     cross join lateral (select mobile from user_account lead join fleet on fleet.company_id = lead.company_id and fleet.user_id = lead.id
       where lead.company_id = $1 order by hashint8(lead.id # chosen.id) limit 1) as leader`,
    [company],
  )
  return rows
}

/** What the list of members and the command box are asked for, by the name of its figure. */
const asks: Asks<Known> = {
  'page 1 of members': ['/members', [() => '']],
  name: ['/members', [({ name }) => `name:*${name}*`]],
  'two characters of a name': ['/members', [({ name }) => `name:*${name.slice(1)}*`]],
  initials: ['/members', [({ initials }) => `initials:*${initials}*`]],
  mobile: ['/members', [({ mobile }) => `mobile:${mobile}`, ({ mobile }) => `mobile:*${mobile.slice(-4)}*`]],
  'number of a card': ['/members', [({ number }) => `userCards.number:${number}`]],
  'last four digits of a card': ['/members', [({ number }) => `userCards.number:*${number.slice(-4)}`]],
  plate: ['/members', [({ plate }) => `userCards.plates:*${plate}*`]],
  'mobile of a fleet’s leader': ['/members', [({ leaderMobile }) => `userCards.group.user.mobile:${leaderMobile}`]],
  'how many members there are': ['/members', [() => '']],
  'head of the member centre': ['/members/summary', [() => '']],
}

/** The same page by the index that has it, in the company that has many. */
async function raw(place: Place): Promise<Sample> {
  const company = (await companiesOf(place))[1]!
  const { p99Ms } = await place.raw({
    text: `select json_agg(found) from (select * from user_account where company_id = ${company} and not is_staff and :turn::int > 0
      order by created_date desc, id desc limit ${size}) as found`.replaceAll(/\s+/g, ' '),
    upTo: { turn: 1000 },
    lanes,
  })
  return { pageMs: p99Ms }
}

const most = (name: string): number => (name.startsWith('head') ? 50 : name.startsWith('how many') ? 10 : 60)

export const memberLists: Workload = {
  name: 'member-lists',
  what: '100,000 and 1,000,000 members by name, initials, mobile, card, plate and fleet, and the head of the member centre, 8 at once',
  // A database of its own: the money of their cards is nobody's.
  seed: () => ({ companies: 2, stations: 4, orders: 400, cards: 200, days: 7 }),
  writes: false,
  prepare: fillWithMembers,
  raw,
  product: place => askLists(place, asks, company => knownOf(place, company)),
  figures: [
    ...figuresOf(asks, most),
    { says: 'page 1 of members, p99 raw, ms', of: limit => limit['pageMs']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
