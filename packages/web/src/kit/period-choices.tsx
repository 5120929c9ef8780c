import { Select } from 'antd'
import { comparisons } from '../core/compare.ts'
import { monthDays, previousTwelveMonths } from '../core/periods.ts'
import { today } from '../core/time.ts'
import { t } from '../i18n/index.ts'
import { writePeriod } from './list/period.ts'
import type { PeriodBarProps } from './period-props.ts'
import { monthOf, monthWords } from './period-days.ts'
import PeriodRange from './period-range.tsx'

/** The part of a period bar that is opened to choose from: one of the last months, any days, and what they are compared with. */
export default function PeriodChoices(props: PeriodBarProps) {
  const { label, value, onChange, comparison, onCompare, time = false, clearable = false, size = 'medium' } = props
  return (
    <>
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
      <PeriodRange label={label} value={value} onChange={onChange} time={time} allowClear={clearable} size={size} />
      {onCompare && (
        <Select
          value={comparison ?? 'none'}
          aria-label={t('kit.compareWith')}
          popupMatchSelectWidth={false}
          options={comparisons.map(name => ({ value: name, label: t(`kit.compare_${name}`) }))}
          onChange={onCompare}
        />
      )}
    </>
  )
}
