import { buttons, pageNamed, pageOf, permissionWords, resources, tasks } from '@forecourt/contract'
import { hasWords, language, wordsFor } from '../../i18n/index.ts'
import { fieldAt } from '../field.ts'
import type { Reference } from './names.ts'

/**
 * Records whose fields and choices also stand in entries of other records: a refund is noted of its order, a top-up of its card.
 * Asked in this order when the record itself has no such field.
 */
const others = [
  'refunds',
  'transactions',
  'userCardDetails',
  'userCards',
  'orders',
  'renewals',
  'outboxMessages',
  'exports',
  'jobs',
] as const

/** The record that a noted field names, where the entry's own record has no such relation. */
const referred: Readonly<Record<string, string>> = {
  user: 'users',
  userId: 'users',
  userCardId: 'userCards',
  deviceId: 'devices',
  stationId: 'stations',
  productId: 'products',
  companyId: 'companies',
  companyIds: 'companies',
  groupId: 'groups',
}

/** The records that a noted value names by their numbers; none where it is a value of its own. */
export function referencesIn(resource: string, field: string, value: unknown): Reference[] {
  const of = resources.get(resource)
  const name = field.split('.').at(-1) ?? ''
  const known = of && fieldAt(of, name)
  const to = known?.ref ?? referred[name]
  const ids = Array.isArray(value) ? value : [value]
  if (to && ids.every(id => typeof id === 'number' && Number.isSafeInteger(id) && id > 0))
    return ids.map(id => ({ of: to, id: Number(id) }))
  const subject = name === 'subject' && typeof value === 'string' ? /^(\w+):(\d+)$/.exec(value) : null
  return subject && resources.has(subject[1]!) ? [{ of: subject[1]!, id: Number(subject[2]) }] : []
}

/** What a noted field is called; its own words first, then those of the record, then those of records that are noted with it. */
export function notedLabel(resource: string, field: string): string {
  const [name = '', inner] = field.split('.')
  const bare = name.replace(/Id$/, '')
  const places = [resource, ...others]
  const keys = [
    ...(inner ? [`setting.${name}_${inner}`] : []),
    `auditLogs.noted_${name}`,
    ...places.slice(0, 1).flatMap(of => [`${of}.${name}`, `${of}.${bare}`]),
    `fields.${name}`,
    `fields.${bare}`,
    `setting.${name}`,
    ...places.slice(1).flatMap(of => [`${of}.${name}`, `${of}.${bare}`]),
  ]
  return wordsFor(keys.find(hasWords) ?? 'auditLogs.noted')
}

/** A choice in words: of the field, or the name of a role, a page, a permission, a button or a task. */
export function choiceWords(resource: string, field: string, value: string): string | undefined {
  const name = field.split('.').at(-1) ?? ''
  const keys = [resource, 'choices', ...others].map(of => `${of}.${name}_${value}`)
  const own = [...keys, `roles.${value}`, `jobs.task_${value.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}`].find(
    hasWords,
  )
  if (own) return wordsFor(own)
  const page = pageOf(pageNamed(value) ?? value)
  const words =
    page ??
    (permissionWords as Readonly<Record<string, { zh: string; en: string }>>)[value] ??
    (buttons as Readonly<Record<string, { zh: string; en: string }>>)[value] ??
    (tasks as Readonly<Record<string, { zh: string; en: string }>>)[value]
  return words?.[language()] ?? (resources.has(value) && hasWords(`${value}.one`) ? wordsFor(`${value}.one`) : undefined)
}
