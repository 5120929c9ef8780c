import {
  formerMember,
  formerMemberIn,
  grouped,
  kindOf,
  momentHead,
  nameFields,
  type ExportColumn,
  type Kind,
  type Language,
  type Resource,
  type Saying,
} from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { ScopeValue } from '../execution/command.ts'
import { Refusal, refuse } from '../execution/refusal.ts'
import { rowsOfCompanies } from '../postgres/name-companies.ts'
import type { CellType } from '../sheet/column.ts'
import { Query } from './compile.ts'
import { mayRead, shownBy, stepOf } from './fields.ts'
import { narrowed, orderOf } from './page.ts'
import { parseSearch } from './parse.ts'
import { both, readable } from './scope.ts'

type Sql = RawBuilder<unknown>

/** What a column of a module's is made of: the columns of the row itself, and rows of other tables that the caller may see. */
export interface ColumnSource {
  own(column: string): Sql
  rowsOf(table: string): Sql
}

/** A column that no field of the contract is: what a module says of its rows besides. */
export interface ToldColumn {
  readonly kind: Kind
  /** `words` are the screen's, for what it says of members or parts; `zone` is the clock for moments among them. */
  readonly value: (source: ColumnSource, words: Readonly<Record<string, string>>, zone: string) => Sql
  /** There are moments among its words, so that its head names their clock. */
  readonly moments?: true
  /** Roles that do not see it. */
  readonly hideFor?: readonly string[]
}
/** What a list shows beyond its contract, and whose rows it is narrowed to. */
export interface ListOut {
  readonly columns?: Readonly<Record<string, ToldColumn>>
  readonly extra?: Sql | undefined
}

export interface ReadOut {
  /** One text a row, its cells apart by `apart`. */
  readonly rows: Sql
  readonly count: Sql
  readonly columns: readonly { readonly title: string; readonly type: CellType }[]
  /** The cells of a row as a person reads them on the screen. */
  readonly cells: (row: string) => string[]
}
const apart = '\u001F'

interface Asked {
  readonly columns: readonly ExportColumn[]
  readonly search: string
  readonly sort: string
  /** The clock that moments are written by. */
  readonly zone: string
  /** Whose words stand for a member who has left. */
  readonly language: Language
}

/**
 * All the rows of a list as one statement, to be read with a cursor: the same filter, order and sight as the list itself has.
 * @throws the refusals of search and sort, export.column
 */
export function readOut(resource: Resource, asked: Asked, scope: ScopeValue, { columns = {}, extra }: ListOut = {}): ReadOut {
  const only = narrowed(resource, scope, both(readable(resource, scope), extra))
  const [rows, counted] = [new Query(resource, scope, only), new Query(resource, scope, only)]
  const terms = parseSearch(asked.search)
  const [where, sameWhere] = [rows.where(terms), counted.where(terms)]
  const order = orderOf(rows, resource, asked.sort)
  const drawn = asked.columns.map(({ path, title, words, say }) => {
    const declared = Object.hasOwn(columns, path) ? columns[path] : undefined
    if (declared) {
      const source = { own: (column: string) => rows.own(column), rowsOf: (table: string) => rowsOfCompanies(table, scope.companyIds) }
      const value = declared.value(source, words ?? {}, asked.zone)
      const head = declared.moments ? momentHead(title, asked.zone) : title
      return { kind: declared.kind, value, title: head, words: declared.kind === 'text' ? undefined : words, composed: true }
    }
    const found = columnAt(resource, rows, scope, path, asked.zone)
    if (!say) return { ...found, title: found.kind === 'instant' ? momentHead(title, asked.zone) : title, words }
    const part = (at: string) => columnAt(resource, rows, scope, at, asked.zone)
    return {
      kind: 'text' as const,
      value: sql`case when ${found.value} is not null then ${saying(say, part)} end`,
      title,
      words: undefined,
      composed: true,
    }
  })
  const writers = drawn.map(({ kind, words }) => writerOf(kind, words))
  const named = drawn.map(each => calling('composed' in each, asked.language))
  const line = sql.join(drawn.map(({ value }) => sql`coalesce(${value}, '')`))
  return {
    rows: sql`select concat_ws(${sql.lit(apart)}, ${line}) as line from ${rows.from()} where ${where} order by ${order}`,
    count: sql`select count(*) as count from ${counted.from()} where ${sameWhere}`,
    columns: drawn.map(({ kind, title, words }) => ({ title, type: words ? 'text' : typeOf(kind) })),
    cells: row => row.split(apart).map((cell, at) => named[at]!(writers[at]!(cell))),
  }
}

/** The words of the screen around the fields that it names in them. @throws export.column */
function saying({ text, when }: Saying, part: (path: string) => { kind: Kind; value: Sql }): Sql {
  const filled = (words: string) =>
    sql.join(
      words.split(/\{([\w.]+)\}/).map((piece, at) => (at % 2 === 0 ? sql`${piece}::text` : sql`coalesce(${partOf(piece)}, '—')`)),
      sql` || `,
    )
  const partOf = (path: string) => {
    const { kind, value } = part(path)
    // What stands in figures or moments on the screen is written as such, and not as the database keeps it.
    return plainKinds.has(kind) ? value : refuse('export.column', { path })
  }
  if (!when) return filled(text)
  const { kind, value } = part(when.path)
  if (kind !== 'boolean') refuse('export.column', { path: when.path })
  return sql`case when ${value} = 'true' then ${filled(when.text)} else ${filled(text)} end`
}
const plainKinds: ReadonlySet<Kind> = new Set(['text', 'integer', 'date'])

/** @throws export.column not visible to anyone, or not to this caller */
function columnAt(resource: Resource, rows: Query, scope: ScopeValue, path: string, zone: string): { kind: Kind; value: Sql } {
  const steps = path.split('.')
  const last = steps.pop()!
  const owner = steps.reduce<Resource | undefined>((at, name) => {
    const step = at && stepOf(at, name)
    return step && !step.many ? step.target : undefined
  }, resource)
  const schema = owner && (owner.row.shape as Record<string, z.ZodType>)[last]
  if (!owner || !schema || !shownBy(owner).includes(last)) return refuse('export.column', { path })
  const at = (name: string) => (steps.length === 0 ? rows.own(name) : ordering(rows, [...steps, name].join('.'), path))
  const kind = kindOf(schema)
  if (kind !== 'relation') return { kind, value: textOf(kind, at(last), zone) }
  const relation = last.replace(/Id$/, '')
  return { kind, value: called(owner, rows, scope, [...steps, relation], at(last)) }
}

const ordering = (rows: Query, name: string, path: string): Sql => {
  try {
    return rows.ordering(name)
  } catch (thrown) {
    if (thrown instanceof Refusal) return refuse('export.column', { path })
    throw thrown
  }
}

/** The name of the record that a relation leads to, as far as it is visible; else its number. */
function called(owner: Resource, rows: Query, scope: ScopeValue, steps: readonly string[], id: Sql): Sql {
  const target = stepOf(owner, steps.at(-1)!)?.target
  const number = sql`'#' || ${id}`
  if (!target) return number
  const shown = mayRead(target, scope) ? shownBy(target) : (target.label ?? [])
  const plain = (name: string) => kindOf((target.row.shape as Record<string, z.ZodType>)[name]!) !== 'relation'
  const names = nameFields.filter(name => shown.includes(name) && plain(name) && !target.unsearchable?.includes(name))
  const column = (name: string) => sql`nullif(${rows.ordering([...steps, name].join('.'))}::text, '')`
  const turn = names.includes('businessDay') && names.includes('number')
  const each = names.map(name => (name === 'businessDay' && turn ? sql`${column(name)} || ' · ' || ${column('number')}` : column(name)))
  return sql`case when ${id} is not null then coalesce(${sql.join([...each, number])}) end`
}

function textOf(kind: Kind, column: Sql, zone: string): Sql {
  if (kind === 'instant') return sql`to_char(${column} at time zone ${sql.lit(zone)}, 'YYYY-MM-DD HH24:MI:SS')`
  if (kind === 'date') return sql`${column}::text`
  if (kind === 'list' || kind === 'object') return sql`to_jsonb(${column})::text`
  if (kind === 'text' || kind === 'longText') return sql`translate(${column}::text, ${sql.lit(apart)}, ' ')`
  return sql`${column}::text`
}

const types: Partial<Record<Kind, CellType>> = {
  cents: 'hundredths',
  centsPerL: 'hundredths',
  centilitres: 'hundredths',
  kilograms: 'thousandths',
  integer: 'whole',
  instant: 'moment',
  date: 'day',
}
const typeOf = (kind: Kind): CellType => types[kind] ?? 'text'

/** What stands for a member who has left, in the language of the file: as a name, or within what the product says. */
function calling(composed: boolean, language: Language): (text: string) => string {
  const former = formerMemberIn[language]
  if (former === formerMember) return text => text
  return composed ? text => text.replaceAll(formerMember, former) : text => (text === formerMember ? former : text)
}

/** From the database's text of a value to a person's. */
function writerOf(kind: Kind, words: Readonly<Record<string, string>> | undefined): (text: string) => string {
  if (words) return text => (Object.hasOwn(words, text) ? words[text]! : text)
  if (typeOf(kind) === 'hundredths') return text => decimals(text, 2)
  if (typeOf(kind) === 'thousandths') return text => decimals(text, 3)
  if (kind === 'percent') return text => text && `${text}%`
  if (kind === 'phone' || kind === 'cardNumber') return text => grouped(text, kind)
  if (kind === 'list') return text => text && listWords(text)
  return text => text
}

/** `-120805` with two places → `-1208.05`, digit by digit. */
function decimals(text: string, places: 2 | 3): string {
  if (text === '') return ''
  const sign = text.startsWith('-') ? '-' : ''
  const digits = (sign ? text.slice(1) : text).padStart(places + 1, '0')
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const listWords = (text: string): string => (JSON.parse(text) as unknown[]).map(String).join(', ')
