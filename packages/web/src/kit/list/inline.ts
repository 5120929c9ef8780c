import type { Resource } from '@forecourt/contract'
import { enteredFields, type Field, type Kind } from '../field.ts'
import type { FormOptions } from '../form/record-form.tsx'
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
  'kilograms',
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
  const known = new Map(enteredFields(of).map(field => [field.name, field]))
  const fields = columns.flatMap(({ key, cell }): [string, Field][] => {
    const field = known.get(key)
    const plain = field && !cell && kinds.has(field.kind) && !special.includes(key) && (asked?.includes(key) ?? true)
    return plain ? [[key, field]] : []
  })
  return { of, fields: new Map(fields) }
}
