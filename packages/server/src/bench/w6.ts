import { historyParts, historyPartNames, type HistoryPart } from '@forecourt/contract'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { growthOf } from './memory.ts'
import { sameRows } from './same-rows.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

const rowsOf = ({ small }: Place) => (small ? 200 : Number(process.env['BENCH_ROWS'] ?? 100_000))
const stations = 20

type Files = Record<HistoryPart, string>

/** An operator's files: every line a sale by a card of its own, of which two belong to a customer. No two rounds name the same things. */
function filesOf(rows: number, round: number): Files {
  const lines = <T>(count: number, line: (turn: number) => T) => Array.from({ length: count }, (_, turn) => line(turn))
  const moment = (turn: number) => Temporal.PlainDateTime.from('2024-03-01T06:00:00').add({ seconds: turn * 25 })
  const table: Record<HistoryPart, string[]> = {
    stations: lines(stations, turn => `${round}-${turn},Station ${round}-${turn},CHN`),
    products: [`${round}-1,92# petrol`, `${round}-2,diesel`, `${round}-3,car wash`],
    customers: lines(Math.ceil(rows / 2), turn => `${turn},Customer ${round}-${turn},`),
    sales: lines(rows, turn => {
      const [date, time] = moment(turn).toString({ smallestUnit: 'second' }).split('T')
      const card = `77${String(round).padStart(3, '0')}${String(turn).padStart(8, '0')}`
      const quantity = `${10 + (turn % 40)}.50`
      return [
        turn,
        date,
        time,
        turn >> 1,
        card,
        `${round}-${turn % stations}`,
        `${round}-${1 + (turn % 2)}`,
        quantity,
        `${80 + (turn % 300)}.25`,
      ].join()
    }),
  }
  return Object.fromEntries(historyPartNames.map(part => [part, `${[historyParts[part].join(), ...table[part]].join('\n')}\n`])) as Files
}

/** The limit: COPY of the sales, then they are put under two unique indexes. */
async function raw(place: Place): Promise<Sample> {
  const { sales } = filesOf(rowsOf(place), 0)
  const client = await place.owner.connect()
  const column = 'id bigint, date date, time time, customer bigint, card text, station text, product text, quantity numeric, total numeric'
  try {
    await client.query(`drop schema if exists bench_import cascade; create schema bench_import;
      create table bench_import.given (${column}); create table bench_import.sale (${column}, unique (id), unique (card))`)
    const began = performance.now()
    await pipeline(Readable.from([sales]), client.query(copyFrom('copy bench_import.given from stdin csv header')))
    await client.query('insert into bench_import.sale select * from bench_import.given')
    return { seconds: (performance.now() - began) / 1000 }
  } finally {
    client.release()
  }
}

async function upload({ address }: Place, headers: Record<string, string>, part: HistoryPart, text: string): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), `${part}.csv`)
  const reply = await fetch(`${address}/api/v1/upload?type=history`, { method: 'POST', headers, body: form })
  if (reply.status !== 200) throw new Error(`${part}.csv is not taken: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { id: number }).id
}

interface Import {
  readonly status: string
  readonly problems: number
  readonly brought: Record<string, number> | null
}

/** As the page does it: the files are put up, checked, and brought in. */
async function bring(place: Place, headers: Record<string, string>, source: string, files: Files) {
  const until = async (id: number, wanted: string): Promise<Import> => {
    for (;;) {
      const found = await ask<Import>(place, headers, 'GET', `/historyImports/${id}`)
      if (found.status === wanted) return found
      if (['refused', 'fail', 'cancelled'].includes(found.status))
        throw new Error(`The import is ${found.status}: ${JSON.stringify(found)}`)
      await wait(50)
    }
  }
  const began = performance.now()
  const parts: Record<string, object> = {}
  for (const part of historyPartNames)
    parts[part] = {
      attachmentId: await upload(place, headers, part, files[part]),
      columns: Object.fromEntries(historyParts[part].map(field => [field, field])),
    }
  const kinds = { gasoline: ['*petrol*'], diesel: ['diesel*'], gas: [] }
  const { id } = await ask<{ id: number }>(place, headers, 'POST', '/historyImports', { source, ...parts, kinds })
  await until(id, 'checked')
  const checkSeconds = (performance.now() - began) / 1000
  await ask(place, headers, 'POST', `/historyImports/${id}/run`)
  const { brought } = await until(id, 'done')
  return { checkSeconds, seconds: (performance.now() - began) / 1000, sales: brought?.['sales'] ?? 0, cards: brought?.['cards'] ?? 0 }
}

/** What an import writes, and how its rows are distinguished from others: by ids that came after, or by their source. */
const written = [
  'user_account where id > $1',
  'ledger_account where id > $1',
  'user_card where id > $1',
  'ledger_entry where id > $1',
  'ledger_move where entry_id > $1',
  'sale_order where id > $1',
  'order_line where id > $1',
  'pay_transaction where id > $1',
  'user_card_detail where id > $1',
  'history_record where source = $1',
]

async function product(place: Place): Promise<Sample> {
  const { rows: before } = await place.owner.query<{ round: number; mark: number }>(
    `select (select count(distinct source) from history_record)::int + 1 as round, next_id() as mark`,
  )
  const { round, mark } = before[0]!
  const source = `bench-${round}`
  const files = filesOf(rowsOf(place), round)
  await place.restart()
  const headers = await signIn(place)
  const { done: first, grownMb } = await growthOf(place.serverPid, () => bring(place, headers, source, files))
  const again = await bring(place, headers, source, files)
  const valueOf = (which: string) => (which.endsWith('source = $1') ? source : mark)
  const same = await sameRows(
    place,
    'bench_import',
    written.map(which => [which, valueOf(which)]),
  )
  return {
    seconds: first.seconds,
    checkSeconds: first.checkSeconds,
    missing: rowsOf(place) - first.sales + (rowsOf(place) - first.cards),
    grownMb,
    againSeconds: again.seconds,
    againNew: again.sales + again.cards,
    sameRows: same.rows,
    sameSeconds: same.seconds,
  }
}

export const w6: Workload = {
  name: 'w6',
  what: 'import: a history of 100,000 sales by as many cards, as CSV and by the calls of its page, and once more',
  seed: busy,
  writes: true,
  raw,
  product,
  figures: [
    { says: 'time ÷ the same rows put into such tables', of: (_limit, own) => own['seconds']! / own['sameSeconds']!, goal: ['≤', 3] },
    { says: 'time ÷ COPY of the file and two unique indexes', of: (limit, own) => own['seconds']! / limit['seconds']! },
    { says: 'seconds', of: (_limit, own) => own['seconds']! },
    { says: 'of which until it was checked', of: (_limit, own) => own['checkSeconds']! },
    { says: 'the same rows, seconds', of: (_limit, own) => own['sameSeconds']! },
    { says: 'rows written', of: (_limit, own) => own['sameRows']! },
    { says: 'COPY and two unique indexes, seconds', of: limit => limit['seconds']! },
    { says: 'once more, seconds', of: (_limit, own) => own['againSeconds']! },
    { says: 'once more, new records', of: (_limit, own) => own['againNew']!, goal: ['≤', 0] },
    { says: 'sales and cards that are missing', of: (_limit, own) => own['missing']!, goal: ['≤', 0] },
    { says: 'memory of a fresh server grew by, MB', of: (_limit, own) => own['grownMb']! },
  ],
}
