import { errors, isMoment, resources, wordsOf, type ErrorCode } from '@forecourt/contract'
import { count, litres, money, tons, unknown } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { hasWords, language, t, wordsFor } from '../../i18n/index.ts'
import { fieldAt } from '../field.ts'
import { labelOf, wording } from '../label.ts'
import { words } from '../show.ts'
import { actionWords } from './action-words.ts'
import { nameOfReference, type Reference } from './names.ts'
import { choiceWords, notedLabel, referencesIn } from './noted-words.ts'

/** One thing that an action changed, or that was noted of it: then there is no before. */
export interface Change {
  readonly field: string
  readonly from?: unknown
  readonly to?: unknown
}
type Noted = Record<string, unknown>

const isObject = (value: unknown): value is Noted => typeof value === 'object' && value !== null && !Array.isArray(value)
const isChange = (value: unknown): value is { from: unknown; to: unknown } => isObject(value) && 'from' in value && 'to' in value
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
/** What is in every record, or is for programs to read: it stands in the technical view alone. */
const plumbing: ReadonlySet<string> = new Set([
  'id',
  'version',
  'source',
  'search',
  'columns',
  'hash',
  'fingerprint',
  'session',
  'detailId',
  'pinProof',
  'about',
])

/** What an action changed, before and after, read from what was noted of it. */
export function changesOf(action: string, detail: Noted): Change[] {
  const entries = Object.entries(detail).filter(([field]) => !plumbing.has(field))
  if (action.endsWith('.delete')) return entries.map(([field, from]) => ({ field, from, to: null }))
  const changes = isChange(detail) ? between(detail, wholeOf[action]) : []
  return [
    ...changes,
    ...entries
      .filter(([field]) => !(isChange(detail) && (field === 'from' || field === 'to')) && field !== 'before')
      .flatMap(([field, value]) => (isChange(value) ? between(value, field) : [withBefore(detail, field, value)]))
      .filter(change => 'from' in change || (change.to !== null && change.to !== '')),
  ]
}

/** What the two states of an entry are, where they are no fields of a record. */
const wholeOf: Readonly<Record<string, string>> = { 'member.fleet.leader': 'user' }

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
  const known = of && !field.includes('.') && !hasWords(`auditLogs.noted_${field}`) && fieldAt(of, field)
  const label = known ? labelOf(known) : ''
  return label && hasLabel(label) ? label : notedLabel(resource, field)
}
/** A label that was not found is its key. */
const hasLabel = (label: string) => !/^\w+\.\w+$/.test(label)

/** A noted value as a person reads it: records by name, choices and permissions in words, figures with their places. */
export function changeWords(resource: string, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return unknown
  const referred = referencesIn(resource, field, value)
  if (referred.length > 0) return referred.map(referenceWords).join(wording.comma)
  if (Array.isArray(value)) return value.length === 0 ? unknown : listWords(resource, field, value)
  if (isObject(value)) return objectWords(resource, field, value)
  const of = resources.get(resource)
  const known = of && fieldAt(of, field)
  if (
    known &&
    !known.relation &&
    ['cents', 'centsPerL', 'centilitres', 'kilograms', 'percent', 'instant', 'boolean', 'phone', 'cardNumber'].includes(known.kind)
  )
    return words(known, value, wording)
  if (typeof value === 'boolean') return value ? wording.yes : wording.no
  if (typeof value === 'number') return numberWords(field, value)
  const text = String(value)
  if (isMoment(text)) return time(text)
  if (field.endsWith('action')) return actionWords(text)
  if (field.endsWith('code') && isRefusal(text)) return wordsOf(text, language())
  if (/^[[{]/.test(text.trim())) return t('auditLogs.asData')
  return choiceWords(resource, field, text) ?? text
}

const isRefusal = (text: string): text is ErrorCode => text in errors
function numberWords(field: string, value: number): string {
  if (field.endsWith('Kg')) return tons(value)
  return field.endsWith('Cents') ? money(value) : field.endsWith('Cl') ? litres(value) : count(value)
}

/** The name of a record, else what kind of record it is: its number says nothing to a reader. */
function referenceWords(reference: Reference): string {
  const noun = `${reference.of}.one`
  return nameOfReference(reference) ?? (hasWords(noun) ? wordsFor(noun) : unknown)
}

const listWords = (resource: string, field: string, value: readonly unknown[]) =>
  value.map(each => changeWords(resource, field, each)).join(wording.comma)

/** Switches by what is on and off, other records within a record by their fields. */
function objectWords(resource: string, field: string, value: Noted): string {
  return Object.entries(value)
    .filter(([, each]) => each !== null && each !== '')
    .map(([name, each]) => {
      const inner = typeof each === 'boolean' ? choiceWords(resource, name, name) : undefined
      if (inner) return `${inner}${t('kit.colon')}${t(each ? 'auditLogs.switchedOn' : 'auditLogs.switchedOff')}`
      const path = hasWords(`setting.${field}_${name}`) ? `${field}.${name}` : name
      return `${notedLabel(resource, path)}${t('kit.colon')}${changeWords(resource, name, each)}`
    })
    .join(t('auditLogs.between'))
}

/** Every record that an entry names, to be read at once. */
export const referencesOf = (resource: string, changes: readonly Change[]): Reference[] =>
  changes.flatMap(({ field, from, to }) =>
    [from, to].flatMap(value => [...referencesIn(resource, field, value), ...withinObject(resource, value)]),
  )
const withinObject = (resource: string, value: unknown): Reference[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, each]) => referencesIn(resource, name, each))
    : Array.isArray(value)
      ? value.flatMap(each => withinObject(resource, each))
      : []
