import { invalid } from '@forecourt/contract'
import type { z } from 'zod'
import { litres, money, tons } from '../../core/money.ts'
import { language, t } from '../../i18n/index.ts'
import { isNumeric, type Field } from '../field.ts'
import { partLabel } from '../label.ts'
import { bodyOf, entryFields, isRequired, type FormField, type Values } from './values.ts'

/** The first thing wrong with a field's value, in words; undefined when nothing is. */
export function wrong(field: FormField, value: unknown): string | undefined {
  if (Number.isNaN(value)) return t(field.kind === 'kilograms' ? 'kit.notTons' : 'kit.notAmount')
  const { [field.name]: sent } = bodyOf([field], { [field.name]: value })
  if (sent === undefined && isRequired(field)) return t(isChosen(field) ? 'kit.choose' : 'kit.fillIn')
  if (typeof sent === 'string' && isNumeric(field.kind)) return t(field.kind === 'integer' ? 'kit.wholeNumber' : 'kit.notNumber')
  const issue = sent === undefined ? undefined : field.schema.safeParse(sent).error?.issues[0]
  return issue && (withinEntry(field, issue) ?? issueWords(field, issue))
}

/** Of records within a record: which of them, which of its fields, and what. */
function withinEntry(field: FormField, issue: z.core.$ZodIssue): string | undefined {
  const [at, name] = issue.path
  const part = entryFields(field)?.find(one => one.name === name)
  if (typeof at !== 'number' || !part) return undefined
  return t('kit.entryWrong', { at: at + 1, label: partLabel(field, part), words: issueWords(part, issue) })
}

export const isChosen = ({ kind }: Field) => ['enum', 'relation', 'instant', 'date'].includes(kind)

/** An issue of a shape in the reader's words, with its bounds in the unit that is on screen. */
export function issueWords(field: Field, issue: z.core.$ZodIssue): string {
  const own = invalid[issue.message]
  if (own) return own[language()]
  const text = 'origin' in issue && issue.origin === 'string'
  switch (issue.code) {
    case 'too_small':
      if (text) return t(Number(issue.minimum) <= 1 ? 'kit.fillIn' : 'kit.atLeastLong', { count: Number(issue.minimum) })
      if (issue.origin === 'array') return t('kit.atLeastMany', { count: Number(issue.minimum) })
      return t(issue.inclusive === false ? 'kit.moreThan' : 'kit.notBelow', { value: shown(field, Number(issue.minimum)) })
    case 'too_big':
      if (text) return t('kit.atMostLong', { count: Number(issue.maximum) })
      if (issue.origin === 'array') return t('kit.atMostMany', { count: Number(issue.maximum) })
      return t(issue.inclusive === false ? 'kit.lessThan' : 'kit.notAbove', { value: shown(field, Number(issue.maximum)) })
    case 'invalid_type':
      if (field.kind === 'object') return invalid['json']![language()]
      return t(field.kind === 'integer' ? 'kit.wholeNumber' : 'kit.fillIn')
    case 'not_multiple_of':
      return invalid['twoDecimals']![language()]
    default:
      return t('kit.notRight')
  }
}

function shown({ kind }: Field, value: number): string {
  if (kind === 'cents' || kind === 'centsPerL') return money(value)
  if (kind === 'kilograms') return tons(value)
  return kind === 'centilitres' ? litres(value) : String(value)
}

/**
 * Everything wrong with what is about to be sent, by field; `''` for the whole.
 * Fields that the form does not show are not its business.
 */
export function allWrong(
  fields: readonly FormField[],
  values: Values,
  body: z.ZodType,
  beside: Values = {},
): { name: string; words: string }[] {
  const single = fields.flatMap(field => {
    const words = wrong(field, values[field.name])
    return words ? [{ name: field.name, words }] : []
  })
  if (single.length > 0) return single
  const whole =
    body
      .safeParse({ ...beside, ...bodyOf(fields, values) })
      .error?.issues.filter(({ path: [name] }) => name === undefined || fields.some(field => field.name === name)) ?? []
  return whole.map(issue => {
    const field = fields.find(({ name }) => name === issue.path[0])
    return {
      name: field?.name ?? '',
      words: field ? issueWords(field, issue) : (invalid[issue.message]?.[language()] ?? t('kit.notRight')),
    }
  })
}
