import { Button, Select } from 'antd'
import { comparedDays, comparisons, type Comparison } from '../core/compare.ts'
import { monthDays, presets, previousTwelveMonths } from '../core/periods.ts'
import { time, today, type Days } from '../core/time.ts'
import { useSession } from '../core/session.ts'
import { locale, t } from '../i18n/index.ts'
import { readPeriod, writePeriod } from './list/period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { useShift } from './use-shift.ts'
import './period-bar.css'

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

/** The presets that are worth a button of their own; the others stand in the calendar. */
const quick = presets.filter(name => ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'].includes(name))

/** The period of a report: the trade's own in one press, any other by the calendar, and what it is compared with. */
export function PeriodBar(props: PeriodBarProps) {
  const { label, value, onChange, comparison, onCompare, time: hours = false, clearable = false, size = 'medium' } = props
  return (
    <div className="k-period-bar" role="group" aria-label={label}>
      <PeriodQuick value={value} onChange={onChange} time={hours} clearable={clearable} />
      <Select
        size={size}
        value={monthOf(value) ?? null}
        aria-label={t('kit.months')}
        placeholder={t('kit.months')}
        popupMatchSelectWidth={false}
        options={previousTwelveMonths()
          .toReversed()
          .map(month => ({ value: month, label: monthWords(month) }))}
        onChange={month => onChange(writePeriod(monthDays(month), today()))}
      />
      <PeriodPicker label={label} value={value} onChange={onChange} time={hours} allowClear={clearable} size={size} />
      {onCompare && (
        <Select
          value={comparison ?? 'none'}
          aria-label={t('kit.compareWith')}
          popupMatchSelectWidth={false}
          options={comparisons.map(name => ({ value: name, label: t(`kit.compare_${name}`) }))}
          onChange={onCompare}
        />
      )}
    </div>
  )
}

/** The periods that are asked for most, each in one press; the one in force is marked. */
export function PeriodQuick({
  value,
  onChange,
  time: hours = false,
  clearable = false,
}: Pick<PeriodBarProps, 'value' | 'onChange' | 'time' | 'clearable'>) {
  const inShifts = useSession(({ atStation }) => atStation?.enableShiftSettle ?? false)
  const shift = useShift()
  const buttons = [
    ...quick.map(name => ({ key: name as string, value: name as string | undefined, words: t(`kit.preset_${name}`) })),
    // It has its place before the shift is known, so that what stands after it does not move.
    ...(hours && inShifts ? [{ key: 'shift', value: shift && `${time(shift.startTime)}..`, words: t('kit.preset_thisShift') }] : []),
  ]
  return (
    <div className="k-period-quick">
      {buttons.map(each => (
        <Button
          key={each.key}
          size="small"
          disabled={each.value === undefined}
          type={each.value === value ? 'primary' : 'default'}
          aria-pressed={each.value === value}
          onClick={() => onChange(clearable && each.value === value ? '' : each.value!)}>
          {each.words}
        </Button>
      ))}
    </div>
  )
}

/** The month that a value stands for, if it is one of the previous twelve. */
const monthOf = (value: string): string | undefined =>
  previousTwelveMonths().find(month => {
    const [its, days] = [monthDays(month), daysOfPeriod(value)]
    return days?.from === its.from && days.to === its.to
  })
const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

/** The whole days that a bar's value stands for, in the station's zone; undefined where an end is open or lies within a day. */
export function daysOfPeriod(value: string, now = today()): Days | undefined {
  const { from, to } = readPeriod(value, now) ?? {}
  return from?.length === 10 && to?.length === 10 ? { from, to } : undefined
}

/** The days compared with. */
export function comparedPeriod(value: string, comparison: Comparison, now = today()): Days | undefined {
  const days = daysOfPeriod(value, now)
  return days && comparedDays(days, comparison)
}
