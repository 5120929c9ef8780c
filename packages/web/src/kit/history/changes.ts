import { resources } from '@forecourt/contract'
import { litres, money, unknown } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { hasWords, t } from '../../i18n/index.ts'
import { fieldAt } from '../field.ts'
import { fieldLabel, labelOf, wording } from '../label.ts'
import { words } from '../show.ts'

/** One thing that a deed changed, or that was noted of it: then there is no before. */
export interface Change {
  readonly field: string
  readonly from?: unknown
  readonly to?: unknown
}
type Noted = Record<string, unknown>

const isObject = (value: unknown): value is Noted => typeof value === 'object' && value !== null && !Array.isArray(value)
const isChange = (value: unknown): value is { from: unknown; to: unknown } => isObject(value) && 'from' in value && 'to' in value
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
/** What is in every record and says nothing of this one. */
const plumbing: ReadonlySet<string> = new Set(['id', 'version', 'source'])

/** What a deed changed, before and after, read from what was noted of it. */
export function changesOf(action: string, detail: Noted): Change[] {
  const entries = Object.entries(detail).filter(([field]) => !plumbing.has(field))
  if (action.endsWith('.delete')) return entries.map(([field, from]) => ({ field, from, to: null }))
  const changes = isChange(detail) ? between(detail) : []
  return [
    ...changes,
    ...entries
      .filter(([field]) => !(isChange(detail) && (field === 'from' || field === 'to')) && field !== 'before')
      .flatMap(([field, value]) => (isChange(value) ? between(value, field) : [withBefore(detail, field, value)]))
      .filter(change => 'from' in change || (change.to !== null && change.to !== '')),
  ]
}

/** Two states of one thing: of objects, only what differs. */
function between({ from, to }: { from: unknown; to: unknown }, field = ''): Change[] {
  if (!isObject(from) || !isObject(to)) return [{ field, from, to }]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter(name => !same(from[name], to[name]))
    .map(name => ({ field: field ? `${field}.${name}` : name, from: from[name], to: to[name] }))
}

function withBefore({ before }: Noted, field: string, to: unknown): Change {
  return isObject(before) && field in before && !same(before[field], to) ? { field, from: before[field], to } : { field, to }
}

/** What a noted field is called, in the words of its record where it is one of its fields. */
export function changeLabel(resource: string, field: string): string {
  const of = resources.get(resource)
  const [name = ''] = field.split('.')
  const known = of && fieldAt(of, name)
  if (known) return labelOf(known)
  const own = ['auditLogs.noted_', 'fields.', `${resource}.`].find(prefix => hasWords(prefix + name))
  return own ? t(own + name) : of && hasWords(`${resource}.${name.replace(/Id$/, '')}`) ? fieldLabel(resource, name) : field
}

/** A noted value as a person reads it. */
export function changeWords(resource: string, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return unknown
  const of = resources.get(resource)
  const known = of && fieldAt(of, field)
  if (known && !known.relation && known.kind !== 'object' && known.kind !== 'list') return words(known, value, wording)
  if (typeof value === 'boolean') return value ? wording.yes : wording.no
  if (typeof value === 'number' && field.endsWith('Cents')) return money(value)
  if (typeof value === 'number' && field.endsWith('Cl')) return litres(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return time(value)
  if (Array.isArray(value)) return value.length === 0 ? unknown : value.map(each => changeWords(resource, '', each)).join('、')
  if (isObject(value)) {
    return Object.entries(value)
      .filter(([, each]) => each !== null && each !== '')
      .map(([name, each]) => `${changeLabel(resource, name)} ${changeWords(resource, name, each)}`)
      .join(' · ')
  }
  const choice = `choices.${field}_${String(value)}`
  return field === 'role' || field === 'defaultRole' ? t(`roles.${String(value)}`) : hasWords(choice) ? t(choice) : String(value)
}
