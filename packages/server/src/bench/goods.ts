import type { itemImports, Returned } from '@forecourt/contract'
import type { PoolClient } from 'pg'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { workbook } from '../testing/workbook.ts'
import { growthOf } from './memory.ts'
import { ask, signIn } from './session.ts'
import { databaseMs, serverMs } from './spent.ts'
import type { Place, Sample, Workload } from './workload.ts'

const goodsIn = ({ small }: Place) => (small ? 300 : 50_000)
const titles = ['code', 'name', 'barcode', 'category', 'price', 'description', 'stock', 'rank']
const kinds = {
  csv: { type: 'text/csv', name: 'goods.csv' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: 'goods.xlsx' },
}
type Kind = keyof typeof kinds

/** Articles of a shop. No two rounds name the same. */
const linesOf = (count: number, round: string): string[][] =>
  Array.from({ length: count }, (_, turn) => {
    const code = `${round}-${String(turn).padStart(6, '0')}`
    return [code, `Article ${code}`, `B${code}`, '饮料', `${3 + (turn % 40)}.50`, `On shelf ${turn % 90}`, String(turn % 60), '1']
  })
const csvOf = (lines: readonly string[][]): string => [titles, ...lines].map(line => line.join(',')).join('\n')

/** Whose goods they are. */
interface Kept {
  readonly company: string
  readonly station: string
  readonly category: string
}

const lineColumns = 'item_import_id, line, code, name, barcode, category, price_cents, description, inventory, weight, outcome, value'

/** What an import of a file writes, table by table: the lines with their answers, the goods, and what stands on the shelf. */
function keptRows(lines: readonly string[][], { company, station, category }: Kept, importId: string, ids: readonly string[]) {
  const cents = (price: string) => Math.round(Number(price) * 100)
  const rows = (of: (line: readonly string[], turn: number) => readonly (string | number)[]) =>
    lines.map((line, turn) => [company, station, ids[turn]!, ...of(line, turn)].join(',')).join('\n')
  return {
    [`item_import_row (company_id, station_id, id, ${lineColumns})`]: rows(
      ([code, name, barcode, shelf, price, description, stock, rank], turn) => [
        importId,
        turn + 2,
        code!,
        name!,
        barcode!,
        shelf!,
        cents(price!),
        description!,
        stock!,
        rank!,
        'added',
        '""',
      ],
    ),
    'item (company_id, station_id, id, category_id, code, name, barcode, price_cents, description, weight, tax_rate)': rows(
      ([code, name, barcode, , price, description, , rank]) => [category, code!, name!, barcode!, cents(price!), description!, rank!, 13],
    ),
    'item_stock (company_id, station_id, item_id, opening, pieces)': rows(([, , , , , , stock]) => [stock!, stock!]),
  }
}

const copied = (client: PoolClient, into: string, text: string) =>
  pipeline(Readable.from([text]), client.query(copyFrom(`copy ${into} from stdin csv`)))

/**
 * The limit: COPY of the finished rows that an import writes into the three tables that it writes them into, with their checks, references
 * and indexes, past row-level security. Beside it, for information, COPY of the file into a bare table with a shelf’s two unique indexes.
 */
async function raw(place: Place): Promise<Sample> {
  const client = await place.owner.connect()
  try {
    const { rows } = await client.query<Kept & { round: number }>(
      `select company_id as company, station_id as station, id as category, (select count(*)::int from item_import) as round
       from category where type = 'normal' order by id limit 1`,
    )
    const { round, ...kept } = rows[0]!
    const lines = linesOf(goodsIn(place), `r${round}`)
    const { rows: ids } = await client.query<{ id: string }>('select next_id() as id from generate_series(1, $1::int) order by 1', [
      lines.length,
    ])
    const { rows: asked } = await client.query<{ id: string }>(
      `insert into item_import
         (company_id, station_id, file_name, status, mode, mapping, total, added, user_id, created_date, finished_date)
       values ($1, $2, 'raw.csv', 'success', 'added', '{}', $3, $3, 0, now(), now()) returning id`,
      [kept.company, kept.station, lines.length],
    )
    const parts = Object.entries(
      keptRows(
        lines,
        kept,
        asked[0]!.id,
        ids.map(({ id }) => id),
      ),
    )
    const spent = databaseMs(place.home)
    const begun = performance.now()
    await client.query('begin')
    for (const [into, text] of parts) await copied(client, into, text)
    await client.query('commit')
    const [keptSeconds, keptMs] = [(performance.now() - begun) / 1000, databaseMs(place.home) - spent]
    await client.query(`drop schema if exists bench_goods cascade; create schema bench_goods;
      create table bench_goods.article (code text unique, name text, barcode text unique, category text, price text, description text,
        stock text, rank text)`)
    const text = csvOf(linesOf(goodsIn(place), 'bare'))
    const began = performance.now()
    await pipeline(Readable.from([text]), client.query(copyFrom('copy bench_goods.article from stdin csv header')))
    return { copySeconds: (performance.now() - began) / 1000, keptSeconds, keptMs }
  } finally {
    client.release()
  }
}

type Import = Returned<(typeof itemImports)['get']>
interface Shop {
  readonly headers: Record<string, string>
  readonly stationId: number
}

/** As the page does it: the file is put up, its columns are named, its lines checked, and what is right brought in. */
async function bring(place: Place, { headers, stationId }: Shop, kind: Kind, bytes: string | Buffer) {
  const { type, name } = kinds[kind]
  const form = new FormData()
  form.set('file', new Blob([bytes as BlobPart], { type }), name)
  const began = performance.now()
  const reply = await fetch(`${place.address}/api/v1/upload?type=goodsImport`, { method: 'POST', headers, body: form })
  if (reply.status !== 200) throw new Error(`${name} is not taken: ${reply.status} ${await reply.text()}`)
  const { id: attachmentId } = (await reply.json()) as { id: number }
  const { mapping } = await ask<{ mapping: object }>(place, headers, 'POST', '/items/import/columns', { attachmentId })
  const { id } = await ask<{ id: number }>(place, headers, 'POST', '/items/import', { stationId, attachmentId, mapping })
  const seconds = () => (performance.now() - began) / 1000
  let checkedSeconds = 0
  for (;;) {
    const found = await ask<Import>(place, headers, 'GET', `/itemImports/${id}`)
    if (found.status === 'checked') {
      checkedSeconds = seconds()
      await ask(place, headers, 'POST', `/itemImports/${id}/apply`, {})
    } else if (!['checking', 'importing'].includes(found.status)) return { ...found, checkedSeconds, seconds: seconds() }
    await wait(20)
  }
}

async function product(place: Place): Promise<Sample> {
  const headers = await signIn(place)
  const { rows } = await place.owner.query<{ station: number; round: number }>(
    'select (select min(id) from station) as station, (select count(*)::int from item_import) as round',
  )
  const { station, round } = rows[0]!
  const [count, shop] = [goodsIn(place), { headers, stationId: Number(station) }]
  const csv = csvOf(linesOf(count, `c${round}`))
  const took = () => ({ database: databaseMs(place.home), server: serverMs(place.serverPid) })
  const before = took()
  const first = await bring(place, shop, 'csv', csv)
  const after = took()
  const again = await bring(place, shop, 'csv', csv)
  const book = await workbook([titles, ...linesOf(count, `x${round}`)])
  const { done: asBook, grownMb } = await growthOf(place.serverPid, () => bring(place, shop, 'xlsx', book))
  return {
    csvSeconds: first.seconds,
    checkedSeconds: first.checkedSeconds,
    databaseMs: after.database - before.database,
    serverMs: after.server - before.server,
    againSeconds: again.seconds,
    againNew: again.added,
    xlsxSeconds: asBook.seconds,
    grownMb,
    missing: [first, asBook].reduce((sum, { added }) => sum + Math.abs(count - added), Math.abs(count - again.unchanged)),
  }
}

export const goods: Workload = {
  name: 'goods',
  what: 'goods: import of 50,000 articles from a csv, the same file once more, and 50,000 from a workbook',
  seed: small => ({ companies: 1, stations: small ? 2 : 20, orders: 400, cards: 200, days: 5 }),
  writes: true,
  raw,
  product,
  figures: [
    { says: 'import of csv ÷ the same rows by COPY', of: (limit, own) => own['csvSeconds']! / limit['keptSeconds']!, goal: ['≤', 3] },
    {
      says: 'processor time: import of csv, server and database ÷ the same rows by COPY',
      of: (limit, own) => (own['databaseMs']! + own['serverMs']!) / Math.max(10, limit['keptMs']!),
    },
    { says: 'import of csv ÷ COPY of the file into a bare table', of: (limit, own) => own['csvSeconds']! / limit['copySeconds']! },
    { says: 'the same rows by COPY, seconds', of: limit => limit['keptSeconds']! },
    { says: 'COPY of the file into a bare table, seconds', of: limit => limit['copySeconds']! },
    { says: 'processor time of the import: database, ms', of: (_, own) => own['databaseMs']! },
    { says: 'processor time of the import: server, ms', of: (_, own) => own['serverMs']! },
    { says: 'import of csv, seconds', of: (_, own) => own['csvSeconds']! },
    { says: 'of which until it was checked, seconds', of: (_, own) => own['checkedSeconds']! },
    { says: 'the same file once more, seconds', of: (_, own) => own['againSeconds']! },
    { says: 'the same file once more, new goods', of: (_, own) => own['againNew']!, goal: ['≤', 0] },
    { says: 'import of xlsx, seconds', of: (_, own) => own['xlsxSeconds']!, goal: ['≤', 8] },
    { says: 'memory of the server for the xlsx, MB more', of: (_, own) => own['grownMb']!, goal: ['≤', 64] },
    { says: 'goods that are missing', of: (_, own) => own['missing']!, goal: ['≤', 0] },
  ],
}
