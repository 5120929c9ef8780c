import { columnsOf, filled, fits, type Mapping } from './mapping.ts'
import type { Problem } from './problem.ts'
import { readTable, type Row, type Table } from './read.ts'

/** What the files say, checked, in the product's units. Ids are the operator's own. */
export interface History {
  readonly stations: readonly { id: string; company: string; name: string; country: string; description: string }[]
  readonly products: readonly { id: string; name: string; kind: 'gasoline' | 'diesel' | 'gas' | 'other' }[]
  readonly customers: readonly { id: string; company: string; name: string; remark: string }[]
  readonly sales: readonly Sale[]
}
export interface Sale {
  readonly id: string
  readonly line: number
  readonly order: string
  /** The moment of sale, in epoch milliseconds. */
  readonly at: number
  readonly company: string
  readonly customer: string
  readonly card: string
  readonly station: string
  readonly product: string
  /** Litres or pieces as the file has them: whole or with two decimals, in hundredths. */
  readonly quantityHundredths: number
  readonly totalCents: number
}

interface By {
  readonly column: string
  readonly values: Record<string, string>
}
const named = (by: By | undefined) => (by ? [by.column] : [])

/** Reads every file, checks every row, and says all that is wrong. Nothing is written by it. */
export function checkHistory(mapping: Mapping, folder: string): { history: History; problems: readonly Problem[] } {
  const problems: Problem[] = []
  const table = (file: string, columns: string[]): Table => {
    const read = readTable(folder, file, columns, mapping.formats[file] ?? mapping)
    problems.push(...read.problems)
    return read.problems.some(({ reason }) => reason === 'noColumn') ? { ...read, rows: [] } : read
  }
  const keys = new Set(mapping.companies.map(({ key }) => key))
  const checks = new Checks(problems)

  const { stations: s, products: p, customers: c, sales } = mapping
  const stations = byId(
    checks,
    table(s.file, [s.id, ...named(s.company), ...columnsOf(s.name), ...(s.country ? [s.country] : [])]),
    s.id,
    (row, at) => ({
      company: checks.company(at, s.company, keys),
      name: checks.words(at, s.id, filled(s.name, row.cells), 100),
      country: s.country ? (row.cells[s.country] ?? '') : '',
      description: filled(s.description ?? '', row.cells),
    }),
  )
  const products = byId(checks, table(p.file, [p.id, p.name]), p.id, (row, at) => ({
    name: checks.words(at, p.name, row.cells[p.name] ?? '', 100),
    kind: p.kinds.find(({ names }) => fits(row.cells[p.name] ?? '', names))?.kind ?? ('other' as const),
  }))
  const customers = byId(checks, table(c.file, [c.id, ...named(c.company), ...columnsOf(c.name)]), c.id, (row, at) => ({
    company: checks.company(at, c.company, keys),
    name: checks.words(at, c.id, filled(c.name, row.cells), 60),
    remark: filled(c.remark ?? '', row.cells),
  }))
  const rows = table(sales.file, [
    sales.id,
    sales.date,
    sales.time,
    sales.customer,
    sales.card,
    sales.station,
    sales.product,
    sales.quantity,
    sales.total,
    ...sales.order,
  ])
  const sold = byId(checks, rows, sales.id, (row, at) => saleOf(checks, mapping, row, at, { stations, products, customers }))

  const list = <T>(of: Map<string, T>) => [...of].map(([id, rest]) => ({ id, ...rest }))
  return { problems, history: { stations: list(stations), products: list(products), customers: list(customers), sales: list(sold) } }
}

function saleOf(
  checks: Checks,
  { sales: of, timeZone }: Mapping,
  { cells, line }: Row,
  at: At,
  known: { stations: Map<string, unknown>; products: Map<string, { kind: string }>; customers: Map<string, { company: string }> },
) {
  const cell = (column: string) => cells[column] ?? ''
  checks.known(at, of.station, known.stations, 'unknownStation')
  checks.known(at, of.product, known.products, 'unknownProduct')
  checks.known(at, of.customer, known.customers, 'unknownCustomer')
  checks.cardOfOne(at, of.card, cell(of.customer))
  const quantityHundredths = checks.hundredths(at, of.quantity)
  if (known.products.get(cell(of.product))?.kind === 'other' && quantityHundredths % 100 !== 0) checks.note(at, of.quantity, 'notWhole')
  return {
    line,
    order: of.order.map(cell).join('|'),
    at: checks.moment(at, of.date, of.time, timeZone),
    company: known.customers.get(cell(of.customer))?.company ?? '',
    customer: cell(of.customer),
    card: checks.words(at, of.card, cell(of.card), 32),
    station: cell(of.station),
    product: cell(of.product),
    quantityHundredths,
    totalCents: checks.hundredths(at, of.total),
  }
}

function byId<T>(checks: Checks, { file, rows }: Table, column: string, read: (row: Row, at: At) => T): Map<string, T> {
  const found = new Map<string, T>()
  for (const row of rows) {
    const at = { file, row },
      id = checks.words(at, column, row.cells[column] ?? '', 40)
    if (found.has(id)) checks.note(at, column, 'sameId')
    else found.set(id, read(row, at))
  }
  return found
}

interface At {
  readonly file: string
  readonly row: Row
}

/** The checks of a cell: each gives the value, and notes a problem where there is none to give. */
class Checks {
  private readonly problems: Problem[]
  private readonly holders = new Map<string, string>()
  constructor(problems: Problem[]) {
    this.problems = problems
  }

  note({ file, row }: At, column: string, reason: Problem['reason'], expected?: string) {
    this.problems.push({ file, line: row.line, column, reason, value: row.cells[column], ...(expected && { expected }) })
  }
  words(at: At, column: string, text: string, max: number): string {
    if (text === '') this.note(at, column, 'empty')
    if (text.length > max) this.note(at, column, 'tooLong', String(max))
    return text
  }
  company(at: At, by: By | undefined, keys: ReadonlySet<string>): string {
    if (!by) return [...keys][0]!
    const { column, values } = by
    const key = values[at.row.cells[column] ?? '']
    if (key === undefined || !keys.has(key)) this.note(at, column, 'unknownCompany')
    return key ?? ''
  }
  known(at: At, column: string, among: Map<string, unknown>, reason: Problem['reason']) {
    if (!among.has(at.row.cells[column] ?? '')) this.note(at, column, reason)
  }
  cardOfOne(at: At, column: string, customer: string) {
    const card = at.row.cells[column] ?? '',
      holder = this.holders.get(card) ?? customer
    this.holders.set(card, holder)
    if (holder !== customer) this.note(at, column, 'cardOfTwo')
  }
  moment(at: At, dateColumn: string, timeColumn: string, zone: string): number {
    const date = at.row.cells[dateColumn] ?? '',
      time = at.row.cells[timeColumn] ?? ''
    const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? attempt(() => Temporal.PlainDate.from(date, { overflow: 'reject' })) : undefined
    const clock = /^\d{2}:\d{2}(:\d{2})?$/.test(time) ? attempt(() => Temporal.PlainTime.from(time, { overflow: 'reject' })) : undefined
    if (!day) this.note(at, dateColumn, 'notDate')
    if (!clock) this.note(at, timeColumn, 'notTime')
    return day && clock ? day.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds : 0
  }
  /** A decimal number as whole hundredths, read digit by digit: no float touches it. */
  hundredths(at: At, column: string): number {
    const [, sign, whole, fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(at.row.cells[column] ?? '') ?? []
    if (whole === undefined) this.note(at, column, 'notNumber')
    else if (sign === '-') this.note(at, column, 'negative')
    else if (fraction.length > 2) this.note(at, column, 'decimals')
    else if (whole.length > 11) this.note(at, column, 'tooLarge')
    else return Number(whole + fraction.padEnd(2, '0'))
    return 0
  }
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
