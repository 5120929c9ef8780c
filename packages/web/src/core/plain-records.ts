import { resources, type Described, type Endpoint, type Kind, type Resource } from '@forecourt/contract'

/**
 * A field as the build writes it: its kind, its choices, or the resource that it refers to. It stands where the contract has a schema,
 * and says what `described` reads of one.
 */
export type PlainField = Kind | readonly (string | number)[] | { readonly ref: string }
type Shape = Readonly<Record<string, PlainField>>

export function described(field: PlainField): Described {
  if (typeof field === 'string') return { kind: field, options: [] }
  return 'ref' in field ? { kind: 'relation', options: [], ref: field.ref } : { kind: 'enum', options: field }
}

/** A resource as the build writes it: what the web reads of its declaration, and its fields. */
export interface PlainRecord
  extends Pick<Resource, 'name' | 'permission' | 'scope' | 'sort' | 'bulk' | 'many' | 'recent' | 'unsearchable'> {
  /** Where its schemas are found: `<domain>:<export>`. */
  readonly at: string
  readonly acts?: Resource['acts']
  readonly body: Shape
  readonly read?: Shape
  readonly totals?: readonly string[]
  readonly versioned?: boolean
  /** Its writing calls carry a key. */
  readonly idempotent?: true
}

const everyAct = ['list', 'get', 'create', 'update', 'delete'] as const

/** The resource itself, as `resource` of the contract makes it, without a schema. */
export function record({ at, body, read, totals, idempotent, ...declared }: PlainRecord): Resource {
  const { name, permission, acts = everyAct, versioned } = declared
  const entered = Object.entries(body)
  const shape: Shape = {
    id: 'integer',
    ...(versioned !== false && { version: 'integer' }),
    // Passwords are taken, never shown.
    ...Object.fromEntries(entered.filter(([, field]) => field !== 'password')),
    ...read,
  }
  const call = (act: string, method: Endpoint['method'], path: string, right: 'read' | 'write') =>
    acts.includes(act as never)
      ? {
          method,
          path: `/${name}${path}`,
          permission: `${permission}.${right}`,
          ...bodyOf(at, act),
          ...(right === 'write' && idempotent && { idempotent }),
        }
      : undefined
  const totalsOf = totals ?? []
  const made = {
    ...declared,
    acts,
    body: { at: `${at}.body`, shape: body },
    row: { shape },
    totalsOf,
    moneyTotals: totalsOf.filter(field => shape[field] === 'cents'),
    list: call('list', 'GET', '', 'read'),
    totals: totals && { method: 'GET', path: `/${name}/statistics`, permission: `${permission}.read` },
    get: call('get', 'GET', '/:id', 'read'),
    create: call('create', 'POST', '', 'write'),
    update: call('update', 'PUT', '/:id', 'write'),
    delete: call('delete', 'DELETE', '/:id', 'write'),
  } as unknown as Resource
  resources.set(name, made)
  return made
}

const bodyOf = (at: string, act: string) => (act === 'create' || act === 'update') && { body: { at: `${at}.${act}.body` } }
