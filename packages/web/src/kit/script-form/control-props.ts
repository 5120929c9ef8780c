import type { ReactNode } from 'react'
import type { ScriptFault, ScriptField, ScriptValues } from '@forecourt/contract'

/** What every control of a script form is given. */
export interface ScriptControlProps {
  field: ScriptField
  /** What its field takes, which a description of a form says while it runs. */
  // oxlint-disable-next-line typescript/no-explicit-any
  value: any
  onChange: (value: unknown) => void
  onBlur: () => void
  disabled: boolean
  id: string
  'aria-labelledby': string
  'aria-describedby'?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  status?: 'error'
}

export interface ScriptFieldsProps {
  fields: Record<string, ScriptField>
  values: ScriptValues
  change: (key: string, value: unknown) => void
  /** What is wrong and is to be said now. */
  faults: readonly ScriptFault[]
  /** A field was left: from now on it is checked while something is typed. */
  leave: (path: string) => void
  disabled?: boolean
  /** Where these fields stand: `tiers.1.` for those of an entry. */
  within?: string
  /** The path that wants to be seen; an entry behind another comes forward. */
  wanted?: { readonly path: string } | undefined
  /** What stands beneath a field besides its control: it may enter other fields of the form. */
  beside?: Beside | undefined
}

export type Beside = Readonly<Record<string, (change: ScriptFieldsProps['change']) => ReactNode>>
