import type { FormField } from './values.ts'

/** What a control is given by its form. */
export interface ControlProps {
  field: FormField
  id?: string
  /** What its field takes: which type that is, its control alone knows, chosen by the field's kind while it runs. */
  // oxlint-disable-next-line typescript/no-explicit-any
  value?: any
  // oxlint-disable-next-line typescript/no-explicit-any
  onChange?: (value: any) => void
  onBlur?: () => void
  disabled?: boolean
}
