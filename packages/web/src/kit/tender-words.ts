import type { PayType } from '@forecourt/contract'
import { count } from '../core/money.ts'
import { t } from '../i18n/index.ts'
import { choiceLabel } from './label.ts'

/** How something was paid; of points, with how many. */
export function tenderWords({ payType, points }: { readonly payType: PayType; readonly points: number | null }): string {
  const name = choiceLabel('transactions', 'payType', payType)
  return points === null ? name : t('kit.tenderOfPoints', { name, points: count(points) })
}
