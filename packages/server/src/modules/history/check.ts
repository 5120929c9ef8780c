import type { HistoryPart } from '@forecourt/contract'
import { join } from 'node:path'
import { companyOf, hundredths, moment, words, type At } from './cells.ts'
import type { LeftRow, Without } from './left-out.ts'
import type { Mapping } from './mapping.ts'
import type { Problem } from './problem.ts'
import { portionsOf, type Row } from './read.ts'
import { columnsOf, filled, fits } from './template.ts'

/** What a row says, in the product's units; ids are the operator's own. Named as the tables name it that it is put into. */
interface PlaceRow {
  readonly line: number
  readonly external_id: string
  readonly company: string
  readonly said: object
}
interface SaleRow {
  readonly line: number
  readonly external_id: string
  readonly basket: string
  readonly at: number
  readonly customer: string
  readonly card: string
  readonly station: string
  readonly product: string
  readonly quantity_hundredths: number
  readonly total_cents: number
}

/** Some rows of one of the files, each checked by itself. */
export interface Portion {
  readonly part: HistoryPart
  readonly rows: readonly (PlaceRow | SaleRow)[]
  readonly problems: readonly Problem[]
  /** Lines that were left out by name. */
  readonly left: readonly LeftRow[]
  /** How many bytes of all the files are read so far. */
  readonly bytes: number
}

// Not the contract's own list: the thread that reads has little room, and needs nothing else of it.
const parts: readonly HistoryPart[] = ['stations', 'products', 'customers', 'sales']

/** Reads every file by portions and checks every cell. Nothing is written by it, and no more is held than a portion. */
export async function* readHistory(mapping: Mapping, folder: string, without: Without = new Map()): AsyncGenerator<Portion> {
  let before = 0
  for (const part of parts) {
    const { file } = mapping[part]
    let bytes = 0
    const { encoding, delimiter } = mapping.formats[file] ?? mapping
    const format = { encoding, delimiter, without: without.get(file) ?? new Set<number>() }
    for await (const portion of portionsOf(join(folder, file), file, columnsRead[part](mapping), format)) {
      const problems = [...portion.problems]
      const rows = portion.rows.map(row => readers[part](mapping, row, { file, row, problems }))
      const left = portion.left.map(row => ({ line: row.line, amounts: amountsOf(mapping, part, row) }))
      bytes = portion.bytes
      yield { part, rows, problems, left, bytes: before + bytes }
    }
    before += bytes
  }
}

const readers: Record<HistoryPart, (mapping: Mapping, row: Row, at: At) => PlaceRow | SaleRow> = {
  stations: ({ stations: of, companies }, row, at) =>
    place(row, at, of.id, companyOf(at, of.company, keysOf(companies)), {
      name: words(at, of.id, filled(of.name, row.cells), 100),
      country: of.country ? (row.cells[of.country] ?? '') : '',
      description: filled(of.description ?? '', row.cells),
    }),
  products: ({ products: of }, row, at) => {
    const name = row.cells[of.name] ?? ''
    const kind = of.kinds.find(({ names }) => fits(name, names))?.kind ?? 'other'
    return place(row, at, of.id, '', { name: words(at, of.name, name, 100), kind })
  },
  customers: ({ customers: of, companies }, row, at) =>
    place(row, at, of.id, companyOf(at, of.company, keysOf(companies)), {
      name: words(at, of.id, filled(of.name, row.cells), 60),
      remark: filled(of.remark ?? '', row.cells),
    }),
  sales: saleOf,
}
/** What rows that are left out come to: of sales their quantity and total, of others nothing. */
function amountsOf({ sales }: Mapping, part: HistoryPart, row: Row): LeftRow['amounts'] {
  if (part !== 'sales') return {}
  const read = (column: string) => {
    const problems: Problem[] = []
    const value = hundredths({ file: sales.file, row, problems }, column)
    return problems.length > 0 ? undefined : value
  }
  return { quantity: read(sales.quantity), total: read(sales.total) }
}
const keysOf = (companies: Mapping['companies']) => companies.map(({ key }) => key)

const idMax = 40
const place = ({ cells, line }: Row, at: At, id: string, company: string, said: object): PlaceRow => ({
  line,
  external_id: words(at, id, cells[id] ?? '', idMax),
  company,
  said,
})

function saleOf({ sales: of, timeZone }: Mapping, { cells, line }: Row, at: At): SaleRow {
  const cell = (column: string) => cells[column] ?? ''
  return {
    line,
    external_id: words(at, of.id, cell(of.id), idMax),
    // Two cards never pay one order.
    basket: [of.card, ...of.order].map(cell).join('|'),
    at: moment(at, of.date, of.time, timeZone),
    customer: cell(of.customer),
    card: words(at, of.card, cell(of.card), 32),
    station: cell(of.station),
    product: cell(of.product),
    quantity_hundredths: hundredths(at, of.quantity),
    total_cents: hundredths(at, of.total),
  }
}

/** What each file must have. */
const columnsRead: Record<HistoryPart, (mapping: Mapping) => string[]> = {
  stations: ({ stations: of }) => [of.id, ...named(of.company), ...columnsOf(of.name), ...(of.country ? [of.country] : [])],
  products: ({ products: of }) => [of.id, of.name],
  customers: ({ customers: of }) => [of.id, ...named(of.company), ...columnsOf(of.name)],
  sales: ({ sales: of }) => {
    const own = [of.id, of.date, of.time, of.customer, of.card, of.station, of.product, of.quantity, of.total]
    return [...own, ...of.order]
  },
}
const named = (by: { column: string } | undefined) => (by ? [by.column] : [])
