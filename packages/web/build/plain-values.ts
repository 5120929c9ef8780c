import { described, resources, type Endpoint, type Resource } from '@forecourt/contract'
import type { z } from 'zod'

type Known = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Known => typeof value === 'object' && value !== null
const isSchema = (value: unknown): value is z.ZodType => isObject(value) && '_zod' in value
const isEndpoint = (value: unknown): value is Endpoint => isObject(value) && 'method' in value && 'path' in value && 'returns' in value
const isResource = (value: unknown): value is Resource => isObject(value) && 'row' in value && 'body' in value && 'acts' in value
const isPlain = (value: unknown): value is Known => isObject(value) && Object.getPrototypeOf(value) === Object.prototype

/** Whether something is described by schemas, or has parts that are. */
export const hasSchemas = (value: unknown): boolean =>
  isSchema(value) || isEndpoint(value) || isResource(value) || (isPlain(value) && Object.values(value).some(hasSchemas))

const parts = (value: Known, write: (part: unknown, name: string) => string) =>
  `{${Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${JSON.stringify(name)}:${write(part, name)}`)
    .join()}}`

function plainField(schema: z.ZodType) {
  const { kind, options, ref } = described(schema)
  if (ref !== undefined) return { ref }
  return kind === 'enum' ? options : kind
}
const shapeOf = (schema: z.ZodObject) =>
  Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, plainField(field as z.ZodType)]))

function plainSchema(schema: z.ZodType, at: string) {
  const { kind, options } = described(schema)
  if ('shape' in schema) return { at, shape: shapeOf(schema as z.ZodObject) }
  return kind === 'enum' ? { options } : { at }
}

const plainEndpoint = ({ method, path, permission, idempotent, body }: Endpoint, at: string) => ({
  method,
  path,
  permission,
  idempotent,
  ...(body && { body: { at: `${at}.body` } }),
})

/** Whether the writing calls that its declaration makes by itself carry a key. */
const carriesKey = (of: Resource) =>
  (['create', 'update', 'delete'] as const).some(act => (resources.get(of.name) ?? of)[act]?.idempotent) || undefined

/** What of its declaration the web reads, and its fields; the rest is the server's. */
function plainRecord(of: Resource, at: string) {
  const { name, permission, scope, sort, bulk, many, recent, unsearchable, acts, versioned, totalsOf, body, row } = of
  const rest = Object.keys(row.shape).filter(field => !(field in body.shape) && field !== 'id' && field !== 'version')
  return {
    at,
    name,
    permission,
    scope,
    sort,
    bulk,
    many,
    recent,
    unsearchable,
    acts: acts.length < 5 ? acts : undefined,
    versioned: versioned === false ? false : undefined,
    idempotent: carriesKey(of),
    totals: totalsOf.length > 0 ? totalsOf : undefined,
    body: shapeOf(body),
    read: Object.fromEntries(rest.map(field => [field, plainField(row.shape[field] as z.ZodType)])),
  }
}

const makes = ['list', 'totals', 'get', 'create', 'update', 'delete']
/** Calls of a record besides those that its declaration makes by itself, or in place of one. */
const ownCalls = (of: Resource) =>
  Object.fromEntries(
    Object.entries(of).filter(([name, call]) => {
      const own = name === 'totals' ? of.totalsOf.length > 0 : (of.acts as readonly string[]).includes(name)
      return isEndpoint(call) && !(makes.includes(name) && own && call === resources.get(of.name)?.[name as 'list'])
    }),
  )

/**
 * The program that makes a value of the contract without its schemas: of an endpoint what a call needs, of a resource what lists read, of
 * a schema its fields or its choices, and where each schema is found (`at`).
 */
export function plainly(value: unknown, at: string): string {
  if (isResource(value)) {
    const [made, own] = [`record(${JSON.stringify(plainRecord(value, at))})`, ownCalls(value)]
    return Object.keys(own).length > 0 ? `{...${made},${plainly(own, at).slice(1)}` : made
  }
  if (isEndpoint(value)) return JSON.stringify(plainEndpoint(value, at))
  if (isSchema(value)) return JSON.stringify(plainSchema(value, at))
  if (isPlain(value)) return parts(value, (part, name) => plainly(part, `${at}.${name}`))
  if (typeof value === 'function') throw new Error(`${at} is a function, and cannot be written as data`)
  return JSON.stringify(value)
}
