import { count, litres, money } from '../../core/money.ts'
import { language, t } from '../../i18n/index.ts'
import { nameOf } from '../../kit/field.ts'
import { useOptions } from '../../kit/reference-options.ts'
import { ruleField, type RuleField, type RuleFieldName } from './rule-fields.ts'
import type { Condition } from './rule-text.ts'
import './tag.css'

/** What a choice is called: a month by the calendar of the language. */
export function choiceName(field: string, choice: string): string {
  if (field !== 'birthMonth') return t(`tagRule.choice_${choice as 'gasoline' | 'diesel'}`)
  return new Intl.DateTimeFormat(language(), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, Number(choice) - 1))
}

/** A condition in words. */
export function ConditionWords({ condition }: { condition: Condition }) {
  const { field, is, value } = condition
  const found = ruleField(field)
  if (!found) return null
  const said = t(`tagRule.said_${is}`, { field: t(`tagRule.field_${field as RuleFieldName}`), value: '{value}' })
  const [before = '', after = ''] = said.split('{value}')
  return (
    <>
      {before}
      {is !== 'never' && <strong>{found.ref ? <Names of={found.ref} ids={value as readonly string[]} /> : shown(found, value)}</strong>}
      {after}
    </>
  )
}

function shown({ kind, name }: RuleField, value: Condition['value']): string {
  if (kind === 'choices') return (value as readonly string[]).map(choice => choiceName(name, choice)).join(t('tagRule.or'))
  if (typeof value === 'number') return kind === 'cents' ? money(value) : kind === 'centilitres' ? litres(value) : count(value)
  return String(value)
}

function Names({ of, ids }: { of: string; ids: readonly string[] }) {
  const wanted = ids.map(Number)
  const rows = useOptions(of, '', wanted, { open: false })
  return wanted.map(id => nameOf(rows.find(row => row.id === id) ?? { id })).join(t('tagRule.or'))
}
