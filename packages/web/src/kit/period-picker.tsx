import { today } from '../core/time.ts'
import { t } from '../i18n/index.ts'
import { readPeriod } from './list/period.ts'
import type { PeriodPickerProps } from './period-props.ts'
import { soon, StillBox } from './soon.tsx'

const Range = soon<PeriodPickerProps>(() => import('./period-range.tsx'))

/** The period of a list or a report, with the ranges the trade asks for; its calendar comes once the page is quiet. */
export const PeriodPicker = (props: PeriodPickerProps) => <Range {...props} still={<StillPeriod {...props} />} />

export function StillPeriod({ value, size }: Pick<PeriodPickerProps, 'value' | 'size'>) {
  const { from, to } = readPeriod(value, today()) ?? {}
  return (
    <StillBox
      className="k-still-period"
      size={size}
      set={from !== undefined || to !== undefined}
      text={
        <>
          <span>{from ?? t('kit.from')}</span>
          <span>→</span>
          <span>{to ?? t('kit.to')}</span>
        </>
      }
    />
  )
}
