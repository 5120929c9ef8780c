import { DatePicker } from 'antd'
import { dayjs, type Dayjs } from './calendar.ts'
import { presets } from '../core/periods.ts'
import { today } from '../core/time.ts'
import { t, wordsFor } from '../i18n/index.ts'
import { lastHours, readPeriod, writePeriod } from './list/period.ts'
import type { PeriodPickerProps } from './period-props.ts'

const day = 'YYYY-MM-DD'
const minute = 'YYYY-MM-DD HH:mm'

/** The period of a list or a report, with the ranges the trade asks for; days of the station. */
export default function PeriodRange({ label, value, onChange, time = false, allowClear = true, size = 'medium' }: PeriodPickerProps) {
  const now = today()
  const { from, to } = readPeriod(value, now) ?? {}
  const offered = [...presets, ...(time ? [lastHours] : [])].map(name => {
    const its = readPeriod(name, now)!
    const ends = [dayjs(its.from), name === lastHours ? dayjs(its.to) : dayjs(its.to).endOf('day')]
    const words = wordsFor(`kit.preset_${name}`)
    // The one in force is marked for eyes and ears.
    const label = name === value ? <b aria-current="true">✓ {words}</b> : words
    return { label, value: ends as [Dayjs, Dayjs], name }
  })
  const choose = (ends: readonly (Dayjs | null)[] | null) => {
    const hours = offered.find(({ name }) => name === lastHours)?.value
    const chosen = ends && hours?.every((end, at) => end.isSame(ends[at])) ? lastHours : ends ? written(ends, time, now) : ''
    onChange(chosen)
  }
  return (
    <DatePicker.RangePicker
      presets={offered}
      allowEmpty={[true, true]}
      allowClear={allowClear}
      size={size}
      style={{ width: '100%' }}
      aria-label={label}
      value={[from ? dayjs(from) : null, to ? dayjs(to.length === 10 && time ? `${to} 23:59:59` : to) : null]}
      showTime={time ? { format: 'HH:mm', defaultOpenValue: [dayjs('00:00', 'HH:mm'), dayjs('23:59', 'HH:mm')] } : false}
      format={time ? minute : day}
      placeholder={[t('kit.from'), t('kit.to')]}
      onChange={choose}
    />
  )
}

/** Whole days are written as days, so that a preset is known again. */
function written([from, to]: readonly (Dayjs | null)[], time: boolean, now: string): string {
  const whole = !time || ((from?.format('HH:mm') ?? '00:00') === '00:00' && (to?.format('HH:mm') ?? '23:59') === '23:59')
  if (!from && !to) return ''
  if (whole) return writePeriod({ ...(from && { from: from.format(day) }), ...(to && { to: to.format(day) }) }, now)
  return `${from ? from.format(`${day} HH:mm:00`) : ''}..${to ? to.format(`${day} HH:mm:59`) : ''}`
}
