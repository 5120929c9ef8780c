import { tags } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { Button, Input } from '../../kit/ui.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { ConditionRow } from './condition-row.tsx'
import { comparisonsOf, ruleField, ruleFields } from './rule-fields.ts'
import { conditionsOf, ruleText, type Condition } from './rule-text.ts'

interface RuleControlProps {
  /** The search; null for a tag that is given by hand. */
  value: string | null | undefined
  onChange: (rule: string) => void
}

/** The rule of a tag: conditions that all have to hold, the search that they make, and how many members it finds at this moment. */
export function RuleControl({ value, onChange }: RuleControlProps) {
  const [conditions, setConditions] = useState(() => conditionsOf(value ?? ''))
  if (conditions === undefined) return <Whole value={value ?? ''} onChange={onChange} />
  const change = (next: readonly Condition[]) => {
    setConditions([...next])
    onChange(ruleText(next))
  }
  const used = new Set(conditions.map(({ field }) => field))
  const next = ruleFields.find(({ name }) => !used.has(name)) ?? ruleFields[0]
  const add = () => change([...conditions, { field: next.name, is: comparisonsOf(next)[0]!, value: undefined }])
  return (
    <div className="tag-rule" role="group" aria-label={t('tagRule.conditions')}>
      {conditions.length === 0 && <p className="k-quiet">{t('tagRule.none')}</p>}
      {conditions.map((condition, at) => (
        <ConditionRow
          // Lines have no name of their own; a line that is taken away takes its controls with it.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${at} of ${conditions.length} ${ruleField(condition.field)?.kind}`}
          nth={at + 1}
          condition={condition}
          onChange={changed => change(conditions.with(at, changed))}
          onRemove={() => change(conditions.toSpliced(at, 1))}
        />
      ))}
      <Button onClick={add}>{t('tagRule.add')}</Button>
      <Search rule={value ?? ''} />
      <Found rule={value ?? ''} />
    </div>
  )
}

/** A rule that the form cannot say is changed as it is written. */
function Whole({ value, onChange }: { value: string; onChange: (rule: string) => void }) {
  return (
    <div className="tag-rule">
      <Input.TextArea aria-label={t('tagRule.search')} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
      <p className="k-help">{t('tagRule.byText')}</p>
      <Found rule={value} />
    </div>
  )
}

function Search({ rule }: { rule: string }) {
  const id = useId()
  return (
    <div className="tag-search">
      <span id={id} className="k-quiet">
        {t('tagRule.search')}
      </span>
      <code aria-labelledby={id}>{rule || '—'}</code>
    </div>
  )
}

/** How many members a rule finds, once typing has paused. */
function Found({ rule }: { rule: string }) {
  const asked = useSettled(rule)
  const { data, error, isFetching } = useQuery({
    queryKey: [tags.name, 'count', asked],
    enabled: asked !== '',
    queryFn: ({ signal }) => call(tags.count, { body: { rule: asked } }, { signal, company: true }),
    placeholderData: before => before,
    meta: saidOnPage,
  })
  const said =
    rule === ''
      ? t('tagRule.toCount')
      : error
        ? wordsOfError(error)
        : data
          ? t('tagRule.found', { count: count(data.count), members: count(data.members) })
          : t('tagRule.counting')
  return (
    <p className={error && rule ? 'tag-found k-fault' : 'tag-found'} aria-live="polite" aria-busy={isFetching || asked !== rule}>
      {said}
    </p>
  )
}
