import { t } from '../../i18n/index.ts'

interface Named {
  readonly businessDay: string
  readonly number: number
  readonly isNatureDay?: boolean | null
}

/** What a shift is called: its day and its number. */
export const shiftWords = ({ businessDay: day, number: no, isNatureDay }: Named): string =>
  isNatureDay ? t('settle.naturalDay', { day }) : t('settle.shift', { day, no })

/** Orders that nobody has paid yet, as a list is narrowed to them. */
export const unpaidStatuses = 'open,lock,fail,partiallyPaid'
