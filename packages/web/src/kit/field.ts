import { described, nameFields, resources, type Kind, type Resource } from '@forecourt/contract'
import type { z } from 'zod'

export type { Kind }

export interface Field {
  /** As it stands in the row and on the wire; dotted for a field of a relation. */
  readonly path: string
  readonly kind: Kind
  /** The resource whose words name it, and its name there. */
  readonly owner: string
  readonly name: string
  /** Of a choice: its members, as they travel. */
  readonly options: readonly (string | number)[]
  /** What its members are called, where they are records and no words of the contract's. */
  readonly names?: Readonly<Record<string, string>>
  /** Of a relation: the resource it points to and the name its record is expanded under. */
  readonly ref?: string
  readonly relation?: string
}

/** What the contract says of a field, in the kit's words. */
function fieldOf(owner: string, name: string, schema: z.ZodType, path = name): Field {
  const says = described(schema)
  return { path, owner, name, ...says, ...(says.ref && { relation: name.replace(/Id$/, '') }) }
}

/** The fields that are entered, in the order of the contract. Its schemas are not asked: a list has none. */
export const enteredFields = (of: Resource): Field[] =>
  Object.entries(of.body.shape).map(([name, schema]) => fieldOf(of.name, name, schema as z.ZodType))

/** The record of a name. A page comes with those that it shows or refers to; one that is missing is a fault, and is logged. */
export function recordNamed(name: string): Resource | undefined {
  const found = resources.get(name)
  if (!found) console.error(`no record ${name}`)
  return found
}

const known = new Map<string, Field>()

/** The field at a path of a resource's row: `status`, `stationId`, or `station.name` through a relation, to one or to many. */
export function fieldAt(of: Resource, path: string): Field | undefined {
  const key = `${of.name} ${path}`
  const found = known.get(key) ?? lookUp(of, path, path)
  if (found) known.set(key, found)
  return found
}

function lookUp(of: Resource, path: string, whole: string): Field | undefined {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const shape = of.row.shape as Record<string, z.ZodType>
  if (rest.length === 0) return shape[head] && fieldOf(of.name, head, shape[head], whole)
  const ref = of.many?.[head]?.[0] ?? refOf(shape, head)
  const next = ref ? recordNamed(ref) : undefined
  return next ? lookUp(next, rest.join('.'), whole) : undefined
}

function refOf(shape: Readonly<Record<string, z.ZodType>>, relation: string): string | undefined {
  const id = shape[`${relation}Id`]
  return id && described(id).ref
}
/** Whether a record of this resource refers to another under this name. */
export const refersTo = (of: Resource, relation: string): boolean => refOf(of.row.shape, relation) !== undefined

export const nameFieldOf = (of: Resource): Field | undefined =>
  nameFields.map(name => fieldAt(of, name)).find(field => field && field.kind !== 'relation')

/** A record by its name, else by its number. */
export function nameOf(row: object | null | undefined): string {
  if (!row) return '—'
  const name = nameFields.map(field => valueAt(row, field)).find(value => value !== null && value !== undefined && value !== '')
  const number = valueAt(row, 'number')
  const turn = valueAt(row, 'businessDay') === name && number ? ` · ${String(number)}` : ''
  return name === undefined ? `#${String(valueAt(row, 'id') ?? '')}` : `${String(name)}${turn}`
}

/** The value at a dotted path that the contract or a column names while it runs: what it is, only the field there tells. */
export const valueAt = (row: object, path: string): unknown => path.split('.').reduce<unknown>(partOf, row)
const partOf = (value: unknown, name: string): unknown =>
  value === null || value === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[name]

/** Fields nobody reads in a table or types into a form. */
const plumbing: ReadonlySet<string> = new Set(['id', 'version', 'companyId'])
export const readable = (name: string) => !plumbing.has(name)
const numeric: ReadonlySet<Kind> = new Set(['integer', 'number', 'cents', 'centsPerL', 'centilitres', 'kilograms', 'percent'])
export const isNumeric = (kind: Kind) => numeric.has(kind)
