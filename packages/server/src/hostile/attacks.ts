import { endpoints, metaOf, resources, type Endpoint } from '@forecourt/contract'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { sample } from '../testing/sample.ts'
import { days, moments, numbers, references, shapes, strings } from './values.ts'
import { badIds, bodies, foreignKeys, queries, searches } from './requests.ts'

/** One bad request. `refused` must be; another may be taken, if it is borne. */
export interface Attack {
  readonly kind: string
  readonly what: string
  readonly refused: boolean
  readonly request: InjectOptions
}

/** Where the requests go: a record of each resource there is. */
export type IdOf = (resource: string) => number

/**
 * Whether two dots for an id lead to a list that the caller may read: from /auditLogs/verify/%2e%2e to /auditLogs/, and from
 * /stations/%2e%2e/authTokens to /authTokens.
 */
const leadsUp = (path: string, id: string) =>
  id === '%2e%2e' && (path.split('/').indexOf(':id') > 2 || lists.has(path.replace(/^\/\w+\/:id/, '')))
const lists = new Set(endpoints.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])))

const hole = '__the hole__'
type Draft = Omit<Attack, 'request'> & { payload?: string | Buffer; headers?: Record<string, string>; url?: string }

/** Everything bad that can be said to one call, read from its contract. */
export function attacksOn(endpoint: Endpoint, idOf: IdOf): Attack[] {
  const { method, path, body, query } = endpoint
  const id = path.includes('/:id') ? idOf(path.split('/')[1]!) : 0
  const url = `/api/v1${path.replace('/:id', `/${id}`)}`
  const json = { 'content-type': 'application/json' }
  const good = body && real(body, sample(body), idOf)
  const drafts: Draft[] = [
    ...(path.includes('/:id')
      ? badIds.map(bad => ({ kind: 'id', what: bad, refused: !leadsUp(path, bad), url: `/api/v1${path.replace(':id', bad)}` }))
      : []),
    ...(body ? ofBody(body, good) : []),
    ...(method === 'GET' ? [] : bodies(JSON.stringify(good ?? {})).map(each => ({ ...each, kind: 'body' }))),
    ...(query ? ofQuery(endpoint, url) : []),
  ]
  return drafts.map(({ kind, what, refused, payload, headers, url: at = url }) => ({
    kind,
    what,
    refused,
    request: {
      method,
      url: at,
      headers: { ...json, ...headers },
      ...(method !== 'GET' && (payload !== undefined || good !== undefined) && { payload: payload ?? JSON.stringify(good) }),
    },
  }))
}

/** What is sampled, its references led to records that are there, so that the call gets as far as it can. */
export function real(schema: z.ZodType, value: unknown, idOf: IdOf): unknown {
  const { bare, ref } = metaOf(schema)
  if (ref && typeof value === 'number') return idOf(ref)
  if (bare instanceof z.ZodArray && Array.isArray(value)) return value.map(each => real(bare.element as z.ZodType, each, idOf))
  if (!(bare instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => [name, name in bare.shape ? real(bare.shape[name] as z.ZodType, given, idOf) : given]),
  )
}

function ofBody(schema: z.ZodType, good: unknown): Draft[] {
  const drafts = places(schema, good).flatMap(({ at, field, fill }) => {
    const { bare, nullable, optional } = metaOf(field)
    const { refused, odd } = valuesFor(field)
    const draft = (value: string, sure: boolean): Draft => ({
      kind: bare.constructor.name.replace('Zod', '').toLowerCase(),
      what: `${at} = ${value.slice(0, 60)}`,
      refused: sure,
      payload: JSON.stringify(fill(hole)).replace(`"${hole}"`, () => value),
    })
    return [
      ...refused.map(value => draft(value, !fits(field, value) && !(value === 'null' && nullable))),
      ...odd.map(value => draft(value, !fits(field, value))),
      ...(optional
        ? []
        : [
            {
              kind: 'missing',
              what: at,
              refused: !at.endsWith(']') && !field.safeParse(undefined).success,
              payload: JSON.stringify(fill(undefined)),
            },
          ]),
    ]
  })
  const whole = Object(good) as Record<string, unknown>
  const keys = foreignKeys
    .filter(([name]) => !(schema instanceof z.ZodObject) || !(name in schema.shape))
    .map(([name, value]) => ({
      kind: 'foreign key',
      what: name,
      refused: true,
      payload: JSON.stringify(whole).replace(/\}$/, `${Object.keys(whole).length ? ',' : ''}"${name}":${value}}`),
    }))
  return [...drafts, ...keys]
}

/** What the contract itself would take for good: a number where both numbers and words may stand. Text that is none is never good. */
function fits(field: z.ZodType, value: string): boolean {
  if (strings.refused.slice(0, 11).includes(value)) return false
  try {
    return field.safeParse(JSON.parse(value)).success
  } catch {
    return false
  }
}

function valuesFor(field: z.ZodType) {
  const { bare, format, ref } = metaOf(field)
  if (ref) return references
  if (format === 'instant') return moments
  if (format === 'date') return days
  if (bare instanceof z.ZodNumber) return numbers
  if (bare instanceof z.ZodString || bare instanceof z.ZodStringFormat) return strings
  return shapes
}

interface Place {
  readonly at: string
  readonly field: z.ZodType
  /** The whole body with this in the place; without it where nothing is given. */
  readonly fill: (value: unknown) => unknown
}

/** Every field of a body, also those of records within it. */
export function places(schema: z.ZodType, good: unknown, at = '', fill: Place['fill'] = value => value): Place[] {
  const { bare } = metaOf(schema)
  if (bare instanceof z.ZodArray) {
    const element = bare.element as z.ZodType
    const one = (Array.isArray(good) && good[0]) ?? sample(element)
    const within = (value: unknown) => fill([value])
    return [{ at: `${at}[0]`, field: element, fill: within }, ...inner(element, one, `${at}[0]`, within)]
  }
  if (!(bare instanceof z.ZodObject)) return []
  const given = Object(good) as Record<string, unknown>
  return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const within = (value: unknown) => fill({ ...given, [name]: value })
    const here = at ? `${at}.${name}` : name
    return [{ at: here, field, fill: within }, ...inner(field, given[name] ?? sample(metaOf(field).bare), here, within)]
  })
}
const inner = (schema: z.ZodType, good: unknown, at: string, fill: Place['fill']): Place[] => {
  const { bare } = metaOf(schema)
  return bare instanceof z.ZodObject || bare instanceof z.ZodArray ? places(schema, good, at, fill) : []
}

function ofQuery({ query, rows, path }: Endpoint, url: string): Draft[] {
  const names = Object.keys((query as z.ZodObject).shape)
  const asked = (kind: string, text: string, refused: boolean): Draft => ({ kind, what: text.slice(0, 80), refused, url: `${url}?${text}` })
  const isList = rows && !path.includes('/:id')
  const fields = isList ? Object.keys(resources.get(path.slice(1))?.row.shape ?? {}) : []
  return [
    ...queries.filter(([name]) => name === '?' || names.includes(name)).map(([, text, refused]) => asked('query', text, refused)),
    ...(names.includes('search')
      ? searches(fields).map(([text, refused]) => asked('search', `search=${encodeURIComponent(text)}`, refused))
      : []),
  ]
}
