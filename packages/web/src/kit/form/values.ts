import { metaOf } from '@forecourt/contract'
import { z } from 'zod'
import { fieldOf, type Field } from '../field.ts'

/** What was entered, by field: which type each has, only its schema knows. */
export type Values = Record<string, unknown>
/** A record as its form holds it. */
export const valuesOf = (record: object): Values => record as Values

/** The fields of a body, in the order of the contract. */
export const bodyFields = (owner: string, body: z.ZodObject): Field[] =>
  Object.entries(body.shape)
    .filter(([name]) => name !== 'version')
    .map(([name, schema]) => fieldOf(owner, name, schema as z.ZodType))

/** The fields of what a list holds, when it holds records. */
export function entryFields({ owner, schema, kind }: Field): Field[] | undefined {
  const { bare } = metaOf(schema)
  const held = kind === 'list' && bare instanceof z.ZodArray ? metaOf(bare.element as z.ZodType).bare : undefined
  return held instanceof z.ZodObject ? bodyFields(owner, held) : undefined
}

/** What a form begins with: the record's values, else the contract's defaults; a switch is off, a list empty. */
export function beginWith(fields: readonly Field[], record: Values = {}): Values {
  return Object.fromEntries(fields.map(field => [field.name, record[field.name] ?? defaultOf(field)]))
}

function defaultOf({ schema, kind, nullable }: Field): unknown {
  const given = schema.safeParse(undefined)
  if (given.success && given.data !== undefined) return given.data
  if (kind === 'boolean' && !nullable) return false
  return kind === 'list' && !nullable ? [] : undefined
}

/** What is sent: a field left empty is null where the contract knows null, else absent, else an empty text where texts may be empty. */
export function bodyOf(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = sent(field, values[field.name])
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function sent(field: Field, value: unknown): unknown {
  const { schema, nullable, optional, kind } = field
  const parts = Array.isArray(value) && entryFields(field)
  if (parts) return (value as Values[]).map(entry => bodyOf(parts, entry))
  const text = typeof value === 'string' ? value.trim() : value
  if (text !== undefined && text !== null && text !== '') return kind === 'password' ? value : text
  if (nullable) return null
  if (optional) return undefined
  return schema.safeParse('').success ? '' : undefined
}

/** Must be filled in: nothing, or an empty text, will not do. */
export const isRequired = ({ schema, nullable, optional, kind }: Field): boolean =>
  !nullable && !optional && kind !== 'boolean' && !schema.safeParse(kind === 'list' ? [] : '').success
