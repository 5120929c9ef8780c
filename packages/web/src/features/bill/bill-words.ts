import type { BillFee, fleetBillLines, RowOf } from '@forecourt/contract'
import { inCurrency, percent } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { choiceLabel } from '../../kit/label.ts'

export type BillLine = RowOf<typeof fleetBillLines>

/** `2026-03` of the first day of a month. */
export const monthWords = (month: string): string => month.slice(0, 7)

/** Why a line cost what it cost. */
export function ruleWords({ kind, rule, ruleName }: Pick<BillLine, 'kind' | 'rule' | 'ruleName'>): string {
  const discount = () => (ruleName ? t('fleetBill.withName', { name: ruleName }) : t('fleetBill.terminal'))
  const by = rule === 'discount' ? discount() : choiceLabel('fleetBillLines', 'rule', rule)
  return kind === 'refund' ? `${choiceLabel('fleetBillLines', 'kind', kind)} · ${by}` : by
}

/** What a fee was reckoned from, and at what rate. */
export const basisWords = ({ kind, basis }: BillFee): string =>
  kind === 'perFill' ? t('fleetBill.fillsOf', { count: basis }) : kind === 'perMonth' ? t('fleetBill.monthOf') : inCurrency(basis)
export const rateWords = ({ kind, rateCents, percent: share }: BillFee): string =>
  kind === 'percentOfSales' ? percent(share) : inCurrency(rateCents)
