import type { Resource, SearchReason } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../execution/command.ts'
import { refuse } from '../execution/refusal.ts'
import { lieApart } from '../postgres/machines.ts'
import { fieldAt, type Field, type Step } from './fields.ts'
import type { Operand, Operator, Predicate, Search, Value } from './parse.ts'
import { tableAt } from './rows-at.ts'
import { answering, companiesSeen, readable, visible, type Place } from './scope.ts'
import { dayOf, literal, spanOf, type Calendar } from './values.ts'

type Sql = RawBuilder<unknown>

/** Rows of one resource in a query, under a short name, with the single related rows that were asked for. */
interface Source {
  readonly name: string
  readonly resource: Resource
  readonly rows: Sql
  readonly joins: Map<string, { readonly step: Step; readonly source: Source }>
}

/** A predicate on its way: the relations still to go through. */
interface Travelling extends Predicate {
  readonly field: Field
  readonly ahead: readonly Step[]
}

/**
 * A query over the rows of a resource that the caller may see: its condition, and whatever has to be joined for it.
 * Values are bound; names come from the contract. The text depends on the form of the filter alone, so it can be prepared once.
 */
export class Query {
  readonly #scope: ScopeValue
  readonly #root: Source
  #sources = 0
  #foundByPart = false

  /**
   * `extra` is a further condition on the table's own columns. `rows` stand for the table's, as far as the filter looks at them.
   * `place` narrows to one of the companies or stations that the caller sees.
   */
  constructor(resource: Resource, scope: ScopeValue, extra?: Sql, { rows, place }: { rows?: Sql; place?: Place } = {}) {
    this.#scope = scope
    const root = this.#source(resource, extra, place)
    this.#root = rows ? { ...root, rows } : root
  }

  /** The condition that a filter states. @throws search_unknown_field, search_bad_operator, search_bad_value */
  where(search: Search): Sql {
    const groups = search
      .filter(term => 'any' in term)
      .map(({ any }) => any.map(each => this.#every([each])))
      .map(alternatives => sql`(${sql.join(alternatives, sql` or `)})`)
    return all([...groups, this.#every(search.filter(term => 'op' in term))])
  }

  /** Whether an index of keywords finds some of what the condition asks for. To be asked after it. */
  get isFoundByPart(): boolean {
    return this.#foundByPart
  }

  /** A column of the rows themselves. */
  own(column: string): Sql {
    return sql.ref(`${this.#root.name}.${column}`)
  }

  /** What the rows are ordered by. @throws search_unknown_field */
  ordering(path: string): Sql {
    return this.#single(path, 'sort')
  }

  /** What the rows are grouped by. @throws search_unknown_field its reader may not know that field of the related record */
  grouping(path: string): Sql {
    return this.#single(path, 'groupBy')
  }

  #single(path: string, parameter: 'sort' | 'groupBy'): Sql {
    const field = fieldAt(this.#root.resource, path, 0, parameter, this.#scope)
    const isSingle = field.type !== 'relation' && field.type !== 'relations' && !field.steps.some(step => step.many)
    if (!isSingle) refuse('search_unknown_field', { path, position: 0, field: parameter })
    const at = this.#reached(this.#root, field.steps, field)
    return sql.ref(`${at.name}.${field.column}`)
  }

  /** To be asked last: the condition and the order decide what is joined. */
  from(): Sql {
    return fromOf(this.#root, (one, other) => this.#together(one, other))
  }

  #source(resource: Resource, extra?: Sql, place?: Place): Source {
    const conditions = all([visible(resource, this.#scope, place), ...(extra ? [extra] : [])])
    const everything = tableAt(resource, this.#scope.companyIds, this.#scope.now)
    const rows = sql`(select * from ${everything} where ${conditions})`
    return { name: `t${this.#sources++}`, resource, rows, joins: new Map() }
  }

  /** The related row at the end of single steps; `further` are all the steps there are, and what is asked of the last. */
  #reached(start: Source, steps: readonly Step[], { column }: Field, further: readonly Step[] = steps): Source {
    return steps.reduce((source, step, nth) => {
      const next = further[nth + 1]
      return this.#joined(source, step, next ? (next.many ? next.name : next.column) : column)
    }, start)
  }

  #joined(from: Source, step: Step, field: string): Source {
    const { key, where } = answering(step.target, field, this.#scope)
    const name = `${step.name} ${key}`
    const found = from.joins.get(name)?.source ?? this.#source(step.target, where)
    from.joins.set(name, { step, source: found })
    return found
  }

  #every(predicates: readonly Predicate[]): Sql {
    return this.#hold(
      predicates.map(each => this.#travelling(each)),
      this.#root,
    )
  }

  #travelling(predicate: Predicate): Travelling {
    const field = fieldAt(this.#root.resource, predicate.path, predicate.at, 'search', this.#scope)
    return { ...predicate, field, ahead: field.steps }
  }

  /** Predicates that pass through the same relation to many speak of the same related row. */
  #hold(predicates: readonly Travelling[], start: Source): Sql {
    const clauses: Sql[] = []
    const together = new Map<string, { at: Source; step: Step; inner: Travelling[] }>()
    for (const predicate of predicates) {
      const singles = predicate.ahead.findIndex(step => step.many)
      const near = singles < 0 ? predicate.ahead : predicate.ahead.slice(0, singles)
      const at = this.#reached(start, near, predicate.field, predicate.ahead)
      const step = predicate.ahead[near.length]
      if (!step) {
        clauses.push(...this.#idsByPart(at, predicate), compare(sql.ref(`${at.name}.${predicate.field.column}`), predicate, this.#scope))
        continue
      }
      const inner = { ...predicate, ahead: predicate.ahead.slice(near.length + 1) }
      const opposite = oppositeOf(predicate)
      if (opposite) clauses.push(sql`not ${this.#some(at, step, [{ ...inner, ...opposite }])}`)
      else {
        const key = `${at.name} ${step.name}`
        together.set(key, { at, step, inner: [...(together.get(key)?.inner ?? []), inner] })
      }
    }
    return all([...clauses, ...[...together.values()].map(({ at, step, inner }) => this.#some(at, step, inner))])
  }

  /** The few rows that may hold a keyword, or end in it, where an index knows them. */
  #idsByPart({ name, resource }: Source, { field, operand }: Travelling): Sql[] {
    if (operand.kind !== 'pattern') return []
    const column = field.column.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    const found = sql`${resource.table}, ${column}, ${companiesSeen(resource, this.#scope)}::bigint[], ${operand.keyword}`
    const rows =
      operand.open === 'start' && resource.tails?.includes(field.column)
        ? sql`rows_ending(${found})`
        : resource.substrings?.includes(field.column) && sql`rows_holding(${found})`
    if (!rows) return []
    this.#foundByPart = true
    return [sql`${sql.ref(`${name}.id`)} = any(array(select ${rows}))`]
  }

  #some(of: Source, step: Step, inner: readonly Travelling[]): Sql {
    const many = this.#source(step.target, readable(step.target, this.#scope))
    const condition = this.#hold(inner, many)
    const ours = sql`${sql.ref(`${many.name}.${step.column}`)} = ${sql.ref(`${of.name}.id`)}${this.#together(many, of)}`
    return sql`exists (select 1 from ${fromOf(many, (one, other) => this.#together(one, other))} where ${ours} and ${condition})`
  }

  /** Where companies lie on several machines, a row is related to those of its own company alone. */
  #together(one: Source, other: Source): Sql {
    const ofCompanies = [one, other].every(({ resource }) => resource.scope === 'company' || resource.scope === 'station')
    return ofCompanies && [one, other].some(({ resource }) => lieApart(companiesSeen(resource, this.#scope)))
      ? sql` and ${sql.ref(`${one.name}.company_id`)} = ${sql.ref(`${other.name}.company_id`)}`
      : sql``
  }
}

/** `<>value` through a relation to many says that no related row equals it; `lineItems:null` that there is none at all. */
function oppositeOf({ op, operand, field }: Travelling): { op: Operator; operand: Operand } | undefined {
  if (op === '<>' && operand.kind !== 'null') return { op: ':', operand }
  if (op === ':' && operand.kind === 'null' && field.type === 'relations') return { op: '<>', operand }
  return undefined
}

function fromOf(from: Source, together: (one: Source, other: Source) => Sql): Sql {
  const { name, rows, joins } = from
  const joined = [...joins.values()].map(
    ({ step, source }) => sql` left join ${fromOf(source, together)}
      on ${sql.ref(`${source.name}.id`)} = ${sql.ref(`${name}.${step.column}`)}${together(source, from)}`,
  )
  const own = sql`${rows} as ${sql.id(name)}`
  return joined.length > 0 ? sql`(${own}${sql.join(joined, sql``)})` : own
}

const all = (clauses: readonly Sql[]): Sql => (clauses.length > 0 ? sql`(${sql.join(clauses, sql` and `)})` : sql`true`)

/** One comparison. A null equals nothing, is neither before nor after anything, and is different from every value. */
function compare(column: Sql, { field, op, operand, at }: Travelling, here: Calendar): Sql {
  const unfit = (reason: SearchReason): never => refuse('search_bad_operator', { path: field.path, position: operand.at ?? at, reason })
  if (operand.kind === 'null') return op === ':' ? sql`${column} is null` : sql`${column} is not null`
  if (field.type === 'relation' || field.type === 'relations') return unfit('useId')
  if (operand.kind === 'pattern') return field.type === 'string' ? sql`${column} ilike ${likePattern(operand)}` : unfit('textOnly')
  if (operand.kind === 'set') {
    const among = amongst(column, field, operand.members, here)
    return operand.orNull ? sql`(${among} or ${column} is null)` : op === '<>' ? sql`(${among}) is not true` : among
  }
  if (op === ':' || op === '<>') {
    const equal = amongst(column, field, [operand.value], here)
    return op === ':' ? equal : sql`(${equal}) is not true`
  }
  if (field.type === 'bool' || field.type === 'enum') return unfit('noOrder')
  return ordered(column, field, op, operand.value, here)
}

function amongst(column: Sql, field: Field, values: readonly Value[], here: Calendar): Sql {
  if (field.type === 'instant') {
    const spans = values.map(value => spanOf(field, value, here))
    const within = (from: Sql, to: Sql) => sql`(${column} >= ${from} and ${column} < ${to})`
    if (spans.length === 1) return within(sql`${spans[0]!.from}::timestamptz`, sql`${spans[0]!.to}::timestamptz`)
    const [starts, ends] = [spans.map(span => span.from), spans.map(span => span.to)]
    return sql`exists (select 1 from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as span (a, b)
      where ${within(sql`span.a`, sql`span.b`)})`
  }
  const bound = values.map(value => boundValue(field, value, here))
  const type = sql.raw(typeOf(field))
  return bound.length === 1 ? sql`${column} = ${bound[0]}::${type}` : sql`${column} = any(${bound}::${type}[])`
}

function ordered(column: Sql, field: Field, op: Exclude<Operator, ':' | '<>'>, value: Value, here: Calendar): Sql {
  if (field.type === 'instant') {
    const { from, to } = spanOf(field, value, here)
    // After a day is from its end on; up to a day is before its end.
    const edge = op === '>' || op === '<=' ? to : from
    return sql`${column} ${sql.raw(op.startsWith('>') ? '>=' : '<')} ${edge}::timestamptz`
  }
  // Letters in the order of their code points, wherever the database runs.
  const order = sql.raw(field.type === 'string' ? ' collate "C"' : '')
  return sql`${column}${order} ${sql.raw(op)} ${boundValue(field, value, here)}::${sql.raw(typeOf(field))}`
}

const boundValue = (field: Field, value: Value, here: Calendar) =>
  field.type === 'day' ? dayOf(field, value, here) : literal(field, value)

/** As the database calls them; instants are compared as spans, relations only with null. */
const typeOf = ({ type }: Field): string =>
  ({
    int: 'bigint',
    decimal: 'numeric',
    bool: 'boolean',
    enum: 'text',
    string: 'text',
    day: 'date',
    instant: 'timestamptz',
    relation: 'bigint',
    relations: 'bigint',
  })[type]

const likePattern = ({ keyword, open }: Extract<Operand, { kind: 'pattern' }>): string => {
  const escaped = keyword.replaceAll(/[\\%_]/g, mark => `\\${mark}`)
  return `${open === 'end' ? '' : '%'}${escaped}${open === 'start' ? '' : '%'}`
}
