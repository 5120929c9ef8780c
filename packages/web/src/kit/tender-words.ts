import type { PayType } from '@forecourt/contract'
import { count } from '../core/money.ts'
import { t } from '../i18n/index.ts'
import { choiceLabel } from './label.ts'

/** How something was paid; of points, with how many. */
export function tenderWords({ payType, points }: { readonly payType: PayType; readonly points: number | null }): string {
  const name = choiceLabel('transactions', 'payType', payType)
  return points === null ? name : t('kit.tenderOfPoints', { name, points: count(points) })
}

/** How an order was paid; of one that went for nothing, with the reason. */
export const paymentWords = ({ reason, ...payment }: Parameters<typeof tenderWords>[0] & { readonly reason: string | null }): string =>
  reason === null ? tenderWords(payment) : t('kit.tenderForReason', { name: tenderWords(payment), reason })
