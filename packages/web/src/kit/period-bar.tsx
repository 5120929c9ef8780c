import { Button } from 'antd'
import { comparedDays, type Comparison } from '../core/compare.ts'
import { presets } from '../core/periods.ts'
import { time, today, type Days } from '../core/time.ts'
import { useSession } from '../core/session.ts'
import { t } from '../i18n/index.ts'
import { daysOfPeriod, monthOf, monthWords } from './period-days.ts'
import { StillPeriod } from './period-picker.tsx'
import type { PeriodBarProps } from './period-props.ts'
import { soon, StillBox } from './soon.tsx'
import { useShift } from './use-shift.ts'
import './period-bar.css'

/** The presets that are worth a button of their own; the others stand in the calendar. */
const quick = presets.filter(name => ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'].includes(name))

/** What is opened to choose from: a month, any days, what they are compared with. */
const Choices = soon<PeriodBarProps>(() => import('./period-choices.tsx'))

function Still({ value, comparison, onCompare, size }: PeriodBarProps) {
  const month = monthOf(value)
  return (
    <>
      <StillBox className="k-still-choice" size={size} set={month !== undefined} text={month ? monthWords(month) : t('kit.months')} />
      <StillPeriod value={value} size={size} />
      {onCompare && <StillBox className="k-still-choice" set text={t(`kit.compare_${comparison ?? 'none'}`)} />}
    </>
  )
}

/** The period of a report: the trade's own in one press, any other by the calendar, and what it is compared with. */
export function PeriodBar(props: PeriodBarProps) {
  const { label, value, onChange, time: hours = false, clearable = false } = props
  return (
    <div className="k-period-bar" role="group" aria-label={label}>
      <PeriodQuick value={value} onChange={onChange} time={hours} clearable={clearable} />
      <Choices {...props} still={<Still {...props} />} />
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

/** The days compared with. */
export function comparedPeriod(value: string, comparison: Comparison, now = today()): Days | undefined {
  const days = daysOfPeriod(value, now)
  return days && comparedDays(days, comparison)
}
