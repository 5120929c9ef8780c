import { inCurrency, litres, money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'

const plus = (value: number) => (value > 0 ? '+' : '')

export const signedMoney = (cents: number): string => plus(cents) + money(cents)
export const signedLitres = (centilitres: number): string => plus(centilitres) + litres(centilitres)

/** An amount with its unit. */
export const withUnit = (unit: 'cents' | 'centilitres', value: number): string =>
  unit === 'cents' ? inCurrency(value) : `${litres(value)} ${t('kit.unitLitre')}`
/** A difference with its unit, and its sign also where it is above zero. */
export const differenceWithUnit = (unit: 'cents' | 'centilitres', value: number): string => plus(value) + withUnit(unit, value)
