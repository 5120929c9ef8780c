import { orderedFields, said, type ScriptDescription, type ScriptFault, type ScriptField, type ScriptValues } from '@forecourt/contract'
import { language } from '../../i18n/index.ts'
import { titled } from '../label.ts'

/** Every field empty, what there is already laid over it. @source spec 1 "Shared pieces", "Initial values and submission" */
export function initialValues({ fields }: Pick<ScriptDescription, 'fields'>, existing: ScriptValues = {}): ScriptValues {
  return Object.fromEntries(orderedFields(fields).map(([key, field]) => [key, begun(field, existing[key])]))
}

function begun(field: ScriptField, value: unknown): unknown {
  switch (field.type) {
    case 'objectArray': {
      const entries = Array.isArray(value) && value.length > 0 ? (value as ScriptValues[]) : [{}]
      return entries.map(entry => initialValues(field, entry))
    }
    case 'map':
      return { ...(value as object | undefined) }
    case 'list':
    case 'car':
      return [...((value as unknown[] | undefined) ?? [])]
    case 'json':
      return value instanceof Object ? JSON.stringify(value, null, 2) : value
    default:
      return value ?? (field.multiple ? [] : undefined)
  }
}

/** Name and, in brackets, unit. */
export const scriptLabel = ({ name, unit }: ScriptField): string => titled(said(name, language()), unit && said(unit, language()))

export const pathText = (path: ScriptFault['path']): string => path.join('.')

/** The first of the faults at a field or within it. */
export const faultAt = (faults: readonly ScriptFault[], at: string): ScriptFault | undefined =>
  faults.find(({ path }) => pathText(path) === at) ?? faults.find(({ path }) => pathText(path).startsWith(`${at}.`))
