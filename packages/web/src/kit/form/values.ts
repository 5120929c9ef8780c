import { described, metaOf } from '@forecourt/contract/schemas'
import { z } from 'zod'
import type { Field } from '../field.ts'

/** What was entered, by field: which type each has, only its schema knows. */
export type Values = Record<string, unknown>
/** A record as its form holds it. */
export const valuesOf = (record: object): Values => record as Values

/** A field as it is entered: with the schema that checks it. */
export interface FormField extends Field {
  readonly schema: z.ZodType
  readonly nullable: boolean
  readonly optional: boolean
  readonly least?: number
}

function formField(owner: string, name: string, schema: z.ZodType): FormField {
  const { nullable, optional, bare } = metaOf(schema)
  const says = described(schema)
  const { minValue } = bare as { minValue?: number | null }
  return {
    path: name,
    owner,
    name,
    ...says,
    ...(says.ref && { relation: name.replace(/Id$/, '') }),
    schema,
    nullable,
    optional,
    ...(Number.isSafeInteger(minValue) && minValue !== Number.MIN_SAFE_INTEGER && { least: minValue! }),
  }
}

/** The fields of a body, in the order of the contract. */
export const bodyFields = (owner: string, body: z.ZodObject): FormField[] =>
  Object.entries(body.shape)
    .filter(([name]) => name !== 'version')
    .map(([name, schema]) => formField(owner, name, schema as z.ZodType))

/** The fields of what a list holds, when it holds records. */
export function entryFields({ owner, schema, kind }: FormField): FormField[] | undefined {
  const { bare } = metaOf(schema)
  const held = kind === 'list' && bare instanceof z.ZodArray ? metaOf(bare.element as z.ZodType).bare : undefined
  return held instanceof z.ZodObject ? bodyFields(owner, held) : undefined
}

/** What a form begins with: the record's values, else the contract's defaults; a switch is off, a list empty. */
export function beginWith(fields: readonly FormField[], record: Values = {}): Values {
  return Object.fromEntries(fields.map(field => [field.name, record[field.name] ?? defaultOf(field)]))
}

function defaultOf({ schema, kind, nullable }: FormField): unknown {
  const given = schema.safeParse(undefined)
  if (given.success && given.data !== undefined) return given.data
  if (kind === 'boolean' && !nullable) return false
  return kind === 'list' && !nullable ? [] : undefined
}

/** What is sent: a field left empty is null where the contract knows null, else absent, else an empty text where texts may be empty. */
export function bodyOf(fields: readonly FormField[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = sent(field, values[field.name])
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function sent(field: FormField, value: unknown): unknown {
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
export const isRequired = ({ schema, nullable, optional, kind }: FormField): boolean =>
  !nullable && !optional && kind !== 'boolean' && !schema.safeParse(kind === 'list' ? [] : '').success
