import { allows, orderActs, orderRefunds } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import type { Order } from './cells.tsx'
import { refundChanges, revokeRules, type Against } from './money-rules.ts'

/** Undoes what one took oneself, all of it, while the shift runs. */
export function RevokeButton({ order, onDone }: { order: Order; onDone: () => void }) {
  const me = useSession(({ profile }) => profile?.id)
  const paid = order.transactions ?? []
  const amountCents = order.paidCents - order.refundedCents
  if (!allows(orderActs.revoke, order.status) || amountCents <= 0 || paid.length === 0 || paid.some(payment => payment.userId !== me))
    return null
  return (
    <ActButton
      of={orderRefunds.revoke}
      id={order.id}
      words="revocations"
      changes={refundChanges}
      label={t('sales.revoke')}
      fields={['confirmAmountCents', 'remark']}
      when={confirmWhen(() => amountCents)}
      effect={() => t('sales.revokeHelp', { amount: inCurrency(amountCents) })}
      preview={() => ({
        key: ['orders', 'revokePreview', order.id],
        read: signal => call(orderRefunds.revokePreview, { id: order.id }, { signal }),
      })}
      rules={(values, preview: { refusal: Against | null } | undefined) => revokeRules(order, values, amountCents, preview)}
      pinFor={() => ({ action: 'order.refund', subject: `orders:${order.id}`, amountCents })}
      submitLabel={t('sales.revoke')}
      danger
      done={t('sales.revoked')}
      onDone={onDone}
    />
  )
}
