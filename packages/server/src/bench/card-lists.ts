import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askLists, companiesOf, figuresOf, lanes, pairsOf, size, times, type Asks, type Filter } from './list-load.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** Chips, and accounts, of the first company; the second one has ten times as many. */
const fewer = ({ small }: Place) => (small ? 100 : Number(process.env['BENCH_CARDS'] ?? 100_000))

/** One in the midst of those of a company, by what it is looked for. */
interface Known {
  readonly number: string
  readonly uuid: string
  readonly mobile: string
}

/** Cards are made once for a database; those that it has are used again. */
async function fillWithCards(place: Place): Promise<void> {
  const { owner } = place
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ filled: boolean }>(`select to_regproc('bench.list_cards') is not null as filled`)
    if (rows[0]!.filled) return
    await client.query('begin')
    await client.query(readFileSync(join(import.meta.dirname, 'card-lists.sql'), 'utf8'))
    await client.query('set local session_replication_role = replica')
    for (const [turn, company] of (await companiesOf(place)).entries()) {
      await client.query('select bench.list_cards($1, $2, $3)', [company, turn + 1, fewer(place) * (turn === 0 ? 1 : times)])
      await client.query('drop table if exists listed_card')
    }
    await client.query('commit')
    await client.query('vacuum analyze user_account, user_card, ledger_account, card_info, card_uuid, user_card_count, card_info_count')
  } finally {
    client.release()
  }
}

async function knownOf({ owner }: Place, company: number): Promise<Known[]> {
  const { rows } = await owner.query<Known>(
    `select card.number, physical_number as uuid, holder.mobile from user_card card
     join user_account holder on holder.company_id = card.company_id and holder.id = card.user_id
     where card.company_id = $1 and card.number like '770%' order by hashint8(card.id) limit 40`,
    [company],
  )
  return rows
}

/** Any two of these go together. */
const cardFilters: Filter<Known>[] = [
  () => 'status:lose',
  () => 'kind:personal',
  ({ number }) => `number:*${number.slice(-4)}`,
  ({ mobile }) => `user.mobile:${mobile}`,
  ({ uuid }) => `physicalNumber:${uuid}`,
]
/** What an account holds stands in no index: a booking would have to write there. */
const amounts: Filter<Known>[] = [() => 'value>50000', one => `status:lose,value>50000,${cardFilters[2]!(one)}`]
const chipFilters: Filter<Known>[] = [
  () => 'state:issued',
  () => 'cardType:2',
  ({ number }) => `number:*${number.slice(-4)}`,
  ({ uuid }) => `uuid:${uuid}`,
  () => 'issueType:10',
]
/** What the lists are asked for, by the name of its figure. */
const asks: Asks<Known> = {
  'page 1 of accounts': ['/userCards', [() => '']],
  'page 1 of chips': ['/cardInfos', [() => '']],
  'number of an account': ['/userCards', [({ number }) => `number:${number}`]],
  'number of a chip': ['/cardInfos', [({ number }) => `number:${number}`]],
  'last four digits of an account': ['/userCards', [({ number }) => `number:*${number.slice(-4)}`]],
  'last four digits of a chip': ['/cardInfos', [({ number }) => `number:*${number.slice(-4)}`]],
  'uuid of a chip': ['/cardInfos', [({ uuid }) => `uuid:${uuid}`]],
  'mobile of a holder': ['/userCards', [({ mobile }) => `user.mobile:${mobile}`]],
  'two filters of accounts': ['/userCards', pairsOf(cardFilters)],
  'two filters of chips': ['/cardInfos', pairsOf(chipFilters)],
  'amount of accounts': ['/userCards', amounts],
  'how many accounts there are, and of one status or kind': ['/userCards', [() => '', cardFilters[0]!, cardFilters[1]!]],
  'money of accounts under a filter': ['/userCards/statistics', cardFilters.slice(0, 2)],
}

const product = (place: Place): Promise<Sample> => askLists(place, asks, company => knownOf(place, company))

/** The same page by the index that has it, in the company that has many. */
async function raw(place: Place): Promise<Sample> {
  const company = (await companiesOf(place))[1]!
  const { p99Ms } = await place.raw({
    text: `select json_agg(found) from (select * from user_card where company_id = ${company} and :turn::int > 0
      order by created_date desc, id desc limit ${size}) as found`.replaceAll(/\s+/g, ' '),
    upTo: { turn: 1000 },
    lanes,
  })
  return { pageMs: p99Ms }
}

const most = (name: string): number => (name.startsWith('how many') ? 10 : name.startsWith('money') ? 1000 : 60)

export const cardLists: Workload = {
  name: 'card-lists',
  what: 'lists of 100,000 and 1,000,000 chips and accounts, by number, last digits, chip, mobile and any two filters, 8 at once',
  // A database of its own: the money of its cards is nobody's.
  seed: () => ({ companies: 2, stations: 4, orders: 400, cards: 200, days: 6 }),
  writes: false,
  prepare: fillWithCards,
  raw,
  product,
  figures: [
    ...figuresOf(asks, most),
    { says: 'page 1 of accounts, p99 raw, ms', of: limit => limit['pageMs']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
