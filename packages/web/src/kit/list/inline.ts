import type { Resource, BaseRow } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import type { Field, Kind } from '../field.ts'
import type { FormOptions } from '../form/record-form.tsx'
import { bodyFields, bodyOf, type Values } from '../form/values.ts'
import type { Column } from './columns.ts'

/** Fields that are changed where they stand in the list, by the column that shows them. */
export interface InlineEdit {
  readonly of: Resource
  readonly fields: ReadonlyMap<string, Field>
}

const kinds: ReadonlySet<Kind> = new Set([
  'text',
  'phone',
  'integer',
  'number',
  'cents',
  'centsPerL',
  'centilitres',
  'percent',
  'enum',
  'boolean',
  'date',
])

/** What a form says that matters to its fields in the list. */
export interface FormRules {
  /** The fields it shows; all when absent. */
  readonly fields?: readonly string[]
  /** Those it asks in a way of its own, or only sometimes, or not any more. */
  readonly special: readonly string[]
}
export const rulesOf = ({ fields, controls, when, fixed }: FormOptions = {}): FormRules => ({
  ...(fields && { fields }),
  special: [...Object.keys(controls ?? {}), ...Object.keys(when ?? {}), ...(fixed ?? [])],
})

/** Plain fields of the record's own form. What the form asks in a way of its own, or only sometimes, is changed there. */
export function inlineFields<R>(of: Resource, columns: readonly Column<R>[], { fields: asked, special }: FormRules): InlineEdit {
  const known = new Map(bodyFields(of.name, of.body).map(field => [field.name, field]))
  const fields = columns.flatMap(({ key, cell }): [string, Field][] => {
    const field = known.get(key)
    const plain = field && !cell && kinds.has(field.kind) && !special.includes(key) && (asked?.includes(key) ?? true)
    return plain ? [[key, field]] : []
  })
  return { of, fields: new Map(fields) }
}

/** One field of a record, with the version that was read; the rest of it stays as it was. @throws ApiError */
export function saveField(of: Resource, row: BaseRow, field: Field, value: unknown): Promise<unknown> {
  const taken = (of.update.body as { shape: object }).shape
  const fields = bodyFields(of.name, of.body).filter(({ name }) => name in taken)
  const body: Values = bodyOf(fields, { ...row, [field.name]: value })
  return call(of.update, { id: row.id, body: { ...body, version: row.version } })
}
