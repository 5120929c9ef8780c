import type { BaseRow, Path, Resource } from '@forecourt/contract'
import { anyOf, atLeast, atMost, contains, equals, type Term } from '../../core/search.ts'
import { fieldAt, isNumeric, type Field, type Kind } from '../field.ts'
import { reachesHistory, readPeriod } from './period.ts'

/** One thing a list can be narrowed by. Its value stands in the address under its path. */
export interface Filter {
  readonly path: string
  readonly field: Field
  readonly control: Control
  /** The period also takes hours and minutes. */
  readonly time?: boolean
}
export type Control = 'text' | 'exact' | 'choices' | 'yesNo' | 'period' | 'range' | 'reference'

/** What a page says of a filter: the field's path, or the path and what differs. */
export type FilterInput<R> = Path<R> | FilterDifference<R>
export interface FilterDifference<R> {
  path: Path<R>
  control?: Control
  time?: boolean
  /** Members to choose from, where the contract names none. */
  options?: readonly (string | number)[]
  /** What they are called, where the words of the page do not say it. */
  names?: Readonly<Record<string, string>>
  /** Under which name of the list's own record its label stands, where that of the field would say another thing. */
  as?: string
}

const controls: Partial<Record<Kind, Control>> = {
  text: 'text',
  phone: 'text',
  cardNumber: 'text',
  enum: 'choices',
  boolean: 'yesNo',
  instant: 'period',
  date: 'period',
  relation: 'reference',
}
const controlOf = (kind: Kind): Control | undefined => controls[kind] ?? (isNumeric(kind) ? 'range' : undefined)

/** Words first, then choices, then periods, then amounts. */
const order: readonly Control[] = ['text', 'exact', 'choices', 'reference', 'yesNo', 'period', 'range']

export function filtersOf<R extends BaseRow>(of: Resource<R>, given?: readonly FilterInput<R>[]): Filter[] {
  const every = Object.keys(of.row.shape) as Path<R>[]
  const inputs = given ?? every.filter(path => path !== 'version' && path !== 'id' && path !== 'companyId')
  const filters = inputs.flatMap(input => {
    const { path, control: own, time, options, names, as }: FilterDifference<R> = typeof input === 'string' ? { path: input } : input
    const found = fieldAt(of, path)
    const known = found && as ? { ...found, owner: of.name, name: as } : found
    const field = known && options ? { ...known, kind: 'enum' as const, options, ...(names && { names }) } : known
    const control = own ?? (field && controlOf(field.kind))
    return field && control && !of.unsearchable?.includes(path) ? [{ path, field, control, ...(time && { time }) }] : []
  })
  return given ? filters : filters.toSorted((one, other) => order.indexOf(one.control) - order.indexOf(other.control))
}

/**
 * The filter that a list's period bar stands for: of what happened one asks when, and it is listed by its time; of what is kept, a
 * station's goods or a company's users, hardly ever.
 */
export const periodOf = (of: Resource, filters: readonly Filter[]): Filter | undefined =>
  of.create ? undefined : filters.find(({ control, path }, at) => control === 'period' && (at === 0 || of.sort.startsWith(path)))

/** Where the server searches for a field: a relation is matched by its record's id. */
const searchPath = ({ path, ref }: Field) => (ref ? path.replace(/Id$/, '.id') : path)

/** What the value in the address asks of the server; nothing when it makes no sense. */
export function termsOf({ field, control }: Filter, raw: string, today: string): Term[] {
  const path = searchPath(field)
  const text = raw.trim()
  if (text === '') return []
  switch (control) {
    case 'text':
      return [contains(path, text)]
    case 'exact':
      return [equals(path, text)]
    case 'choices':
      return some(
        path,
        text.split(',').filter(value => isMember(field, value)),
      )
    case 'reference':
      return some(
        path,
        text
          .split(',')
          .map(Number)
          .filter(id => Number.isSafeInteger(id) && id > 0),
      )
    case 'yesNo':
      return text === 'true' || text === 'false' ? [equals(path, text === 'true')] : []
    case 'period': {
      const { from, to } = readPeriod(text, today) ?? {}
      return between(path, from, to)
    }
    case 'range': {
      const { least, most } = readRange(text)
      return between(path, least, most)
    }
  }
}
/** Members that are records are known by their numbers, also before their names have come. */
const isMember = ({ options, names }: Field, value: string): boolean =>
  names ? /^\d{1,9}$/.test(value) : options.some(member => String(member) === value)
const some = (path: string, values: readonly (string | number)[]): Term[] => (values.length > 0 ? [anyOf(path, values)] : [])
const between = (path: string, least: string | number | undefined, most: string | number | undefined): Term[] => [
  ...(least === undefined ? [] : [atLeast(path, least)]),
  ...(most === undefined ? [] : [atMost(path, most)]),
]

/** Two whole or decimal numbers around `..`, either of them absent, in the unit of the wire. */
export function readRange(text: string): { least?: number; most?: number } {
  const [least = '', most = ''] = text.split('..')
  const part = (given: string) => (/^-?\d+(\.\d+)?$/.test(given) ? Number(given) : undefined)
  const [from, to] = [part(least), part(most)]
  return { ...(from !== undefined && { least: from }), ...(to !== undefined && { most: to }) }
}
export const writeRange = ({ least, most }: { least?: number | undefined; most?: number | undefined }): string =>
  least === undefined && most === undefined ? '' : `${least ?? ''}..${most ?? ''}`

/** What of a list is asked for by its address. */
export function askedFor(filters: readonly Filter[], search: Readonly<Record<string, unknown>>, today: string) {
  const set = filters.flatMap(filter => {
    const raw = search[filter.path]
    const terms = typeof raw === 'string' ? termsOf(filter, raw, today) : []
    return terms.length > 0 ? [{ filter, raw: String(raw), terms }] : []
  })
  const history = set.some(({ filter, raw }) => filter.control === 'period' && reachesHistory(readPeriod(raw, today) ?? {}, today))
  return { set, history }
}
