import { allocationPlans, type Returned, type Sent } from '@forecourt/contract'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { ActForm } from '../../kit/form/forms.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Select } from '../../kit/ui.ts'
import { quotaLinesControl } from './quota-lines.tsx'
import { QuotaPreview } from './quota-preview.tsx'
import { hourWords, type Plan } from './quota-words.ts'

type Preview = Returned<typeof allocationPlans.preview>
interface PlanFormProps {
  readonly groupId: number
  readonly plan: Plan | undefined
  readonly onClose: () => void
}

interface Choice {
  readonly value: string | number
  readonly label: string
}
/** One of a few that is always chosen. */
const choiceOf =
  (options: () => readonly Choice[]): OwnControl =>
  ({ field: _field, values: _values, change: _change, value, onChange, ...rest }) => (
    <Select {...rest} value={value ?? null} options={[...options()]} style={{ width: '100%' }} onChange={chosen => onChange?.(chosen)} />
  )
const numbered = (from: number, count: number, label: (value: number) => string) => () =>
  Array.from({ length: count }, (_, at) => ({ value: from + at, label: label(from + at) }))
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const timing = {
  weekday: choiceOf(() => weekdays.map(value => ({ value, label: choiceLabel('allocationPlans', 'weekday', value) }))),
  monthDay: choiceOf(numbered(1, 31, day => t('quota.dayOfMonth', { day }))),
  hour: choiceOf(numbered(0, 24, hourWords)),
}
const begun = { period: 'month', weekday: 'monday', monthDay: 1, hour: 6, mode: 'fillUpTo', leftover: 'stays', lines: [] }

const fields = ['name', 'period', 'weekday', 'monthDay', 'hour', 'mode', 'amountCents', 'lines', 'leftover']
const when = {
  weekday: ({ period }: Values) => period === 'week',
  monthDay: ({ period }: Values) => period === 'month',
}
const changes = [allocationPlans.name]
type Values = Readonly<Record<string, unknown>>

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
interface Line {
  readonly userCardId?: number | undefined
  readonly amountCents?: number | undefined
}

/** What was entered so far, where a plan can be made of it. */
function entered({ name, period, weekday, monthDay, hour, mode, amountCents, lines, leftover }: Values) {
  const whole = ((lines ?? []) as Line[]).filter(line => line.userCardId !== undefined && isAmount(line.amountCents))
  if (amountCents != null && !isAmount(amountCents)) return undefined
  if (amountCents == null && whole.length === 0) return undefined
  if (new Set(whole.map(({ userCardId }) => userCardId)).size < whole.length) return undefined
  const words = typeof name === 'string' && name.trim() ? name.trim() : '—'
  const terms = { name: words, period, weekday, monthDay, hour, mode, amountCents: amountCents ?? null, lines: whole, leftover }
  return terms as Sent<typeof allocationPlans.preview>['body']
}

/** A new plan, or the terms of one that is changed; what it would do now stands beneath while one types. */
export function PlanForm({ groupId, plan, onClose }: PlanFormProps) {
  const controls = useMemo(() => ({ ...timing, lines: quotaLinesControl(groupId) }), [groupId])
  const preview = (values: Values) => {
    const terms = entered(values)
    if (!terms) return undefined
    const body = { ...terms, ...(plan && { planId: plan.id }) }
    const read = (signal: AbortSignal) => call(allocationPlans.preview, { id: groupId, body }, { signal, quiet: true })
    return { key: [allocationPlans.name, 'preview', groupId, body], read }
  }
  const shared = {
    words: allocationPlans.name,
    fields,
    when,
    controls,
    changes,
    onDone: onClose,
    onCancel: onClose,
    preview,
    effect: (_: Values, answer: Preview | undefined) => answer && <QuotaPreview of={answer} />,
  }
  if (!plan)
    return (
      <ActForm<typeof allocationPlans.add, Preview>
        {...shared}
        of={allocationPlans.add}
        id={groupId}
        defaults={begun}
        done={t('quota.added')}
      />
    )
  return (
    <ActForm<typeof allocationPlans.update, Preview>
      {...shared}
      of={allocationPlans.update}
      id={plan.id}
      version={plan.version}
      defaults={Object.fromEntries(fields.map(name => [name, plan[name as keyof Plan]]))}
      done={t('quota.saved')}
    />
  )
}
