import type { Field } from '../field.ts'

/** What a control is given by its form. */
export interface ControlProps {
  field: Field
  id?: string
  value?: any
  onChange?: (value: any) => void
  onBlur?: () => void
  disabled?: boolean
}
