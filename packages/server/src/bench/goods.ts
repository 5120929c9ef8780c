import type { itemImports, Returned } from '@forecourt/contract'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { workbook } from '../testing/workbook.ts'
import { growthOf } from './memory.ts'
import { ask, signIn } from './session.ts'
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

/** What a first station’s goods are kept as, beside what stands in the file. */
interface Kept {
  readonly company: string
  readonly station: string
  readonly category: string
}

/**
 * The limit, twice: COPY of the file into a bare table that has a shelf’s two unique indexes, and COPY of the finished rows into the table
 * of goods itself, with its checks, references and indexes.
 */
async function raw(place: Place): Promise<Sample> {
  const client = await place.owner.connect()
  try {
    const { rows } = await client.query<Kept>(
      "select company_id as company, station_id as station, id as category from category where type = 'normal' order by id limit 1",
    )
    const { company, station, category } = rows[0]!
    const goods = linesOf(goodsIn(place), 'kept')
      .map(([code, name, barcode, , price, description, , rank]) =>
        [company, station, category, code, name, barcode, Math.round(Number(price) * 100), description, rank, 13].join(','),
      )
      .join('\n')
    await client.query('begin')
    const begun = performance.now()
    await pipeline(
      Readable.from([goods]),
      client.query(
        copyFrom(
          'copy item (company_id, station_id, category_id, code, name, barcode, price_cents, description, weight, tax_rate) from stdin csv',
        ),
      ),
    )
    const keptSeconds = (performance.now() - begun) / 1000
    await client.query('rollback')
    await client.query(`drop schema if exists bench_goods cascade; create schema bench_goods;
      create table bench_goods.article (code text unique, name text, barcode text unique, category text, price text, description text,
        stock text, rank text)`)
    const text = csvOf(linesOf(goodsIn(place), 'raw'))
    const began = performance.now()
    await pipeline(Readable.from([text]), client.query(copyFrom('copy bench_goods.article from stdin csv header')))
    return { copySeconds: (performance.now() - began) / 1000, keptSeconds }
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
  for (;;) {
    const found = await ask<Import>(place, headers, 'GET', `/itemImports/${id}`)
    if (found.status === 'checked') await ask(place, headers, 'POST', `/itemImports/${id}/apply`, {})
    else if (!['checking', 'importing'].includes(found.status)) return { ...found, seconds: (performance.now() - began) / 1000 }
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
  const first = await bring(place, shop, 'csv', csv)
  const again = await bring(place, shop, 'csv', csv)
  const book = await workbook([titles, ...linesOf(count, `x${round}`)])
  const { done: asBook, grownMb } = await growthOf(place.serverPid, () => bring(place, shop, 'xlsx', book))
  return {
    csvSeconds: first.seconds,
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
    { says: 'import of csv ÷ COPY', of: (limit, own) => own['csvSeconds']! / limit['copySeconds']!, goal: ['≤', 3] },
    { says: 'import of csv ÷ COPY into the table of goods itself', of: (limit, own) => own['csvSeconds']! / limit['keptSeconds']! },
    { says: 'COPY into the table of goods itself, seconds', of: limit => limit['keptSeconds']! },
    { says: 'COPY, seconds', of: limit => limit['copySeconds']! },
    { says: 'import of csv, seconds', of: (_, own) => own['csvSeconds']! },
    { says: 'the same file once more, seconds', of: (_, own) => own['againSeconds']! },
    { says: 'the same file once more, new goods', of: (_, own) => own['againNew']!, goal: ['≤', 0] },
    { says: 'import of xlsx, seconds', of: (_, own) => own['xlsxSeconds']!, goal: ['≤', 8] },
    { says: 'memory of the server for the xlsx, MB more', of: (_, own) => own['grownMb']!, goal: ['≤', 64] },
    { says: 'goods that are missing', of: (_, own) => own['missing']!, goal: ['≤', 0] },
  ],
}
