import { Input, Select } from 'antd'
import { useState } from 'react'
import { toHundredths, toKilograms } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { Kind } from '../field.ts'
import { wording, yesNo } from '../label.ts'
import PeriodRange from '../period-range.tsx'
import { ReferencesSelect } from '../reference.tsx'
import { readRange, writeRange, type Filter } from './filter.ts'

export interface FilterControlProps {
  id: string
  label: string
  filter: Filter
  /** As it stands in the address. */
  value: string
  /** Noted, and searched for with Enter. */
  onType: (value: string) => void
  /** Searched for at once. */
  onChoose: (value: string) => void
}

export default function FilterControl({ id, label, filter, value, onType, onChoose }: FilterControlProps) {
  const { field, control } = filter
  switch (control) {
    case 'text':
    case 'exact':
      return <Typed id={id} value={value} onType={onType} onChoose={onChoose} />
    case 'choices':
      return (
        <Select
          id={id}
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          maxTagCount="responsive"
          style={{ width: '100%' }}
          placeholder={t('kit.all')}
          value={value ? value.split(',') : []}
          onChange={(members: string[]) => onChoose(members.join(','))}
          options={field.options.map(member => ({ value: String(member), label: wording.choice(field, String(member)) }))}
        />
      )
    case 'yesNo':
      return (
        <Select
          id={id}
          allowClear
          style={{ width: '100%' }}
          placeholder={t('kit.all')}
          value={value || null}
          onChange={chosen => onChoose(chosen ?? '')}
          options={[
            { value: 'true', label: yesNo(field, true) },
            { value: 'false', label: yesNo(field, false) },
          ]}
        />
      )
    case 'reference':
      return (
        <ReferencesSelect
          id={id}
          resource={field.ref!}
          value={value ? value.split(',').map(Number) : []}
          onChange={ids => onChoose(ids.join(','))}
        />
      )
    case 'period':
      return <PeriodRange label={label} value={value} onChange={onChoose} time={filter.time ?? false} />
    case 'range':
      return <Between label={label} kind={field.kind} value={value} onType={onType} onChoose={onChoose} />
  }
}

/** Text that follows the address and is the typist's own in between. */
function useText(value: string) {
  const [seen, setSeen] = useState(value)
  const [text, setText] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(value)
  }
  return [text, setText] as const
}

function Typed({ id, value, onType, onChoose }: Pick<FilterControlProps, 'id' | 'value' | 'onType' | 'onChoose'>) {
  const [text, setText] = useText(value)
  const type = (typed: string) => {
    setText(typed)
    onType(typed)
    if (typed === '' && value !== '') onChoose('')
  }
  return (
    <Input id={id} allowClear value={text} maxLength={100} autoComplete="off" data-search onChange={event => type(event.target.value)} />
  )
}

/** Money and litres are typed in their unit and asked for in hundredths, tons in kilograms. */
const inHundredths = (kind: Kind) => kind === 'cents' || kind === 'centsPerL' || kind === 'centilitres'
function asTyped(kind: Kind, value: number | undefined): string {
  if (value === undefined) return ''
  if (kind === 'kilograms') return (value / 1000).toFixed(3)
  return inHundredths(kind) ? (value / 100).toFixed(2) : String(value)
}

function asAsked(kind: Kind, typed: string): number | undefined {
  if (inHundredths(kind)) return toHundredths(typed)
  if (kind === 'kilograms') return toKilograms(typed)
  return /^-?\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : undefined
}

function Between({
  label,
  kind,
  value,
  onType,
  onChoose,
}: Pick<FilterControlProps, 'label' | 'value' | 'onType' | 'onChoose'> & { kind: Kind }) {
  const { least, most } = readRange(value)
  const [from, setFrom] = useText(asTyped(kind, least))
  const [to, setTo] = useText(asTyped(kind, most))
  const note = (one: string, other: string) => {
    const range = writeRange({ least: asAsked(kind, one), most: asAsked(kind, other) })
    onType(range)
    if (range === '' && value !== '' && !one && !other) onChoose('')
  }
  return (
    <div className="k-between" role="group" aria-label={label}>
      <Input
        value={from}
        status={from && asAsked(kind, from) === undefined ? 'error' : ''}
        inputMode="decimal"
        aria-label={t('kit.atLeast', { label })}
        placeholder={t('kit.least')}
        onChange={event => {
          setFrom(event.target.value)
          note(event.target.value, to)
        }}
      />
      <span aria-hidden="true">–</span>
      <Input
        value={to}
        status={to && asAsked(kind, to) === undefined ? 'error' : ''}
        inputMode="decimal"
        aria-label={t('kit.atMost', { label })}
        placeholder={t('kit.most')}
        onChange={event => {
          setTo(event.target.value)
          note(from, event.target.value)
        }}
      />
    </div>
  )
}
