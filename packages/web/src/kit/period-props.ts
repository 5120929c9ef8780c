import type { Comparison } from '../core/compare.ts'

export interface PeriodPickerProps {
  label: string
  /** A preset's name, or two ends around `..`; empty for none. */
  value: string
  onChange: (value: string) => void
  /** Hours and minutes too. */
  time?: boolean
  allowClear?: boolean
  size?: 'small' | 'medium'
}

export interface PeriodBarProps {
  label: string
  /** A preset's name, or two ends around `..`, as the address keeps it. */
  value: string
  onChange: (value: string) => void
  /** What it is compared with; left out where nothing is. */
  comparison?: Comparison
  onCompare?: (comparison: Comparison) => void
  /** With this, a period may begin and end within a day: of orders, not of daily figures. */
  time?: boolean
  /** No period is a choice, too: a list then shows everything. The button in force takes its period away again. */
  clearable?: boolean
  size?: 'small' | 'medium'
}
