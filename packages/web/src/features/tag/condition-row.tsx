import { t } from '../../i18n/index.ts'
import { Amount } from '../../kit/form/amount.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { Button, Input, Select } from '../../kit/ui.ts'
import { comparisonsOf, ruleField, ruleFields, type Comparison, type RuleField } from './rule-fields.ts'
import type { Condition } from './rule-text.ts'
import { choiceName } from './rule-value.tsx'

interface ConditionRowProps {
  nth: number
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}

/** One condition: what is asked after, how it is compared, and with what. */
export function ConditionRow({ nth, condition, onChange, onRemove }: ConditionRowProps) {
  const field = ruleField(condition.field)!
  const comparisons = comparisonsOf(field)
  const choose = (name: string) => onChange({ field: name, is: comparisonsOf(ruleField(name)!)[0]!, value: undefined })
  const compare = (is: Comparison) => onChange({ ...condition, is, value: isDay(is) === isDay(condition.is) ? condition.value : undefined })
  return (
    <div className="tag-condition" role="group" aria-label={t('tagRule.condition', { nth })}>
      <Select
        aria-label={t('tagRule.field')}
        value={condition.field}
        options={ruleFields.map(({ name }) => ({ value: name, label: t(`tagRule.field_${name}`) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={choose}
      />
      <Select
        aria-label={t('tagRule.comparison')}
        value={condition.is}
        options={comparisons.map(is => ({ value: is, label: t(`tagRule.is_${is}`) }))}
        onChange={compare}
      />
      <Value field={field} condition={condition} onChange={value => onChange({ ...condition, value })} />
      <Button type="text" danger aria-label={t('tagRule.removeNth', { nth })} onClick={onRemove}>
        {t('tagRule.remove')}
      </Button>
    </div>
  )
}

const isDay = (is: Comparison) => is === 'since' || is === 'until'

interface ValueProps {
  field: RuleField
  condition: Condition
  onChange: (value: Condition['value']) => void
}

function Value({ field, condition: { is, value }, onChange }: ValueProps) {
  const label = t('tagRule.value')
  if (is === 'never') return <span />
  if (isDay(is))
    return (
      <Input type="date" aria-label={label} value={String(value ?? '')} onChange={({ target }) => onChange(target.value || undefined)} />
    )
  switch (field.kind) {
    case 'cents':
    case 'centilitres':
      return <Amount aria-label={label} value={value as number | undefined} onChange={whole => onChange(whole ?? undefined)} />
    case 'records':
      return (
        <ReferencesSelect
          aria-label={label}
          resource={field.ref!}
          placeholder={t('kit.chooseOne')}
          value={((value ?? []) as readonly string[]).map(Number)}
          onChange={ids => onChange(ids.map(String))}
        />
      )
    case 'choices':
      return (
        <Select
          mode="multiple"
          aria-label={label}
          placeholder={t('kit.chooseOne')}
          value={[...((value ?? []) as readonly string[])]}
          options={field.options!.map(choice => ({ value: choice, label: choiceName(field.name, choice) }))}
          onChange={(chosen: string[]) => onChange(chosen)}
        />
      )
    case 'text':
      return <Input aria-label={label} value={String(value ?? '')} maxLength={20} onChange={({ target }) => onChange(target.value)} />
    default:
      return (
        <NumberInput
          aria-label={label}
          min={field.kind === 'recency' ? 1 : 0}
          max={9_999}
          value={value as number | undefined}
          onChange={typed => onChange(typeof typed === 'number' ? typed : undefined)}
        />
      )
  }
}
