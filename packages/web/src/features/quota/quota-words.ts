import type { allocationPlans, RowOf } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'

export type Plan = RowOf<typeof allocationPlans>

export const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** When it runs: every Monday at 06:00. */
export const rhythmWords = ({ period, weekday, monthDay, hour }: Plan): string =>
  t(`quota.rhythm_${period}`, { weekday: choiceLabel('allocationPlans', 'weekday', weekday), day: monthDay, hour: hourWords(hour) })

/** How much: fill up to 200.00, 3 cards listed. */
export const amountWords = ({ mode, amountCents, lines }: Plan): string =>
  [
    ...(amountCents === null ? [] : [t(mode === 'add' ? 'quota.add_' : 'quota.fillUpTo', { amount: inCurrency(amountCents) })]),
    ...(lines.length === 0 ? [] : [t('quota.listed', { count: lines.length })]),
  ].join(t('quota.then'))
