import { DatePicker } from 'antd'
import { instantOf } from '../../core/periods.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { dayjs, type Dayjs } from '../calendar.ts'
import { takesEnter } from '../form/takes-enter.ts'
import type { ScriptControlProps } from './control-props.ts'

type Props = Omit<ScriptControlProps, 'field'>

/** Milliseconds as the station's calendar and clock show them, and back. */
const shown = (at: unknown): Dayjs | null =>
  typeof at === 'number' ? dayjs(time(Temporal.Instant.fromEpochMilliseconds(at).toString())) : null
const taken = (day: string, clock: string): number => Temporal.Instant.from(instantOf(day, clock)).epochMilliseconds

const firsts = { month: 'YYYY-MM-01', date: 'YYYY-MM-DD', datetime: 'YYYY-MM-DD' }

/** The beginning of a month or a day, or a moment, in the station's zone. */
export function MomentInput({ type, value, onChange, ...rest }: Props & { type: keyof typeof firsts }) {
  const pick = (picked: Dayjs | null) =>
    onChange(picked ? taken(picked.format(firsts[type]), type === 'datetime' ? picked.format('HH:mm:ss') : '00:00:00') : undefined)
  return (
    <DatePicker
      {...rest}
      onKeyDown={takesEnter}
      picker={type === 'month' ? 'month' : 'date'}
      showTime={type === 'datetime'}
      style={{ width: '100%' }}
      value={shown(value)}
      onChange={pick}
    />
  )
}

/** From the beginning of the first day to the last second of the last. */
export function RangeInput({ value, onChange, id, ...rest }: Props) {
  const [from, to] = Array.isArray(value) ? (value as unknown[]) : []
  const pick = (ends: readonly (Dayjs | null)[] | null) => {
    const [first, last] = ends ?? []
    onChange(first && last ? [taken(first.format('YYYY-MM-DD'), '00:00:00'), taken(last.format('YYYY-MM-DD'), '23:59:59')] : undefined)
  }
  return (
    <DatePicker.RangePicker
      {...rest}
      onKeyDown={takesEnter}
      id={{ start: id, end: `${id}-end` }}
      style={{ width: '100%' }}
      placeholder={[t('kit.from'), t('kit.to')]}
      value={[shown(from), shown(to)]}
      onChange={pick}
    />
  )
}
