import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { labelOf } from '../label.ts'
import type { ChangingFigure } from './before-after.tsx'
import { isChosen, wrong } from './issues.ts'
import type { FormField, Values } from './values.ts'

/** What an act says of the values entered, with every key: computed anew, never kept. */
export interface Rules {
  /** What is wrong beyond the bounds of the contract, by field. */
  wrong?: Readonly<Record<string, string | undefined>>
  /** What stands under a field while nothing is wrong with it: how much can be refunded, what is available. */
  limits?: Readonly<Record<string, ReactNode>>
  /** Fields that something else entered has made necessary. */
  required?: readonly string[]
  /** Fields whose value is on its way to being right: what is wrong with it holds the button back, and is not said of the field yet. */
  unfinished?: readonly string[]
  /** Every figure that the act changes. */
  figures?: readonly ChangingFigure[]
}

interface Fault {
  name: string
  words: string
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (typeof value === 'string' && !value.trim())

/** What is wrong with a field while it is being entered. What is no number yet may become one, so that is said when the field is left. */
export function faultWhileTyping(field: FormField, value: unknown, rules: Rules): string | undefined {
  const own = rules.unfinished?.includes(field.name) ? undefined : rules.wrong?.[field.name]
  if (own || isEmpty(value) || Number.isNaN(value)) return own
  return typeof value === 'number' ? wrong(field, value) : undefined
}

/** What the rules say against sending, in the order of the form. */
export const faultsByRules = (shown: readonly FormField[], values: Values, rules: Rules): Fault[] =>
  shown.flatMap(field => {
    const words = rules.wrong?.[field.name] ?? (isMissing(field, values, rules) ? missingWords(field) : undefined)
    return words ? [{ name: field.name, words }] : []
  })

const isMissing = ({ name }: FormField, values: Values, { required = [] }: Rules) => required.includes(name) && isEmpty(values[name])
export const missingWords = (field: FormField): string => t(isChosen(field) ? 'kit.choose' : 'kit.fillIn')

/** Why the act cannot be done yet: what is wrong first, then what is missing; undefined when it can. */
export function whyNot(shown: readonly FormField[], values: Values, rules: Rules): string | undefined {
  const missing: string[] = []
  for (const field of shown) {
    const value = values[field.name]
    const words = rules.wrong?.[field.name] ?? (isEmpty(value) ? undefined : wrong(field, value))
    if (words) return t('act.wrong', { label: labelOf(field), words })
    if (isEmpty(value) && (isMissing(field, values, rules) || wrong(field, value))) missing.push(labelOf(field))
  }
  return missing.length > 0 ? t('act.required', { fields: missing.join(t('kit.comma')) }) : undefined
}
