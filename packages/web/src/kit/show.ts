import { grouped } from '@forecourt/contract'

export { grouped }
import { count, litres, money, percent, tons, unknown } from '../core/money.ts'
import { time } from '../core/time.ts'
import type { Field } from './field.ts'
import { nameOf, valueAt } from './field.ts'

/** The words of a choice and of yes and no, which depend on the language. */
export interface Wording {
  choice: (field: Field, value: string) => string
  yes: string
  no: string
  /** Between the members of a list. */
  comma: string
  /** What has parts of its own, which the record's own page shows. */
  set: string
  /** So many of them. */
  entries: (count: number) => string
}

/** A value as words. What is not known is a dash, never a zero. */
export function words(field: Field, value: unknown, wording: Wording): string {
  if (value === null || value === undefined || value === '') return unknown
  switch (field.kind) {
    case 'cents':
    case 'centsPerL':
      return money(value as number)
    case 'centilitres':
      return litres(value as number)
    case 'kilograms':
      return tons(value as number)
    case 'integer':
      return count(value as number)
    case 'percent':
      return percent(value as number)
    case 'instant':
      return time(value as string)
    case 'boolean':
      return value ? wording.yes : wording.no
    case 'enum':
      return wording.choice(field, String(value))
    case 'phone':
    case 'cardNumber':
      return grouped(String(value), field.kind)
    case 'list':
      return listed(value as unknown[], wording)
    case 'object':
      return wording.set
    default:
      return String(value)
  }
}

/** Words and numbers one after the other; of records within a record, how many there are. */
const listed = (values: readonly unknown[], wording: Wording): string =>
  values.some(value => typeof value === 'object') ? wording.entries(values.length) : values.map(String).join(wording.comma)

/** What a row says at a field: of a relation, the name of the record it leads to. */
export function rowWords(field: Field, row: object, wording: Wording): string {
  if (!field.relation) return words(field, valueAt(row, field.path), wording)
  const record = related(field, row)
  const id = valueAt(row, field.path)
  return record ? recordWords(record) : id ? `#${String(id)}` : unknown
}

/** What a record is called; a card by its number, as people read it. */
function recordWords(record: Record<string, unknown>): string {
  const name = nameOf(record)
  return /^\d{12,}$/.test(name) ? grouped(name, 'cardNumber') : name
}

/** The record a relation's field leads to, when it was sent along. */
export function related(field: Field, row: object): Record<string, unknown> | undefined {
  const steps = field.path.split('.')
  return valueAt(row, [...steps.slice(0, -1), field.relation!].join('.')) as Record<string, unknown> | undefined
}
