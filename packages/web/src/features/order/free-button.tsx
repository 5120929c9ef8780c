import { orderPayments, type RecordNamed } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { confirmWhen } from '../../kit/form/confirmed.ts'
import { freeRules } from './money-rules.ts'

type Order = Pick<RecordNamed<'orders'>, 'id' | 'totalCents' | 'paidCents'>

/** 免单: the company bears what is still due of an order. */
export function FreeButton({ order, changes, onDone }: { order: Order; changes: readonly string[]; onDone: () => void }) {
  const amountCents = order.totalCents - order.paidCents
  return (
    <ActButton
      of={orderPayments.free}
      id={order.id}
      words="freeSale"
      changes={changes}
      label={t('sales.free')}
      fields={['confirmAmountCents', 'reason']}
      when={confirmWhen(() => amountCents)}
      effect={() => t('sales.freeHelp', { amount: inCurrency(amountCents) })}
      rules={values => freeRules(order, values)}
      pinFor={() => ({ action: 'order.free', subject: `orders:${order.id}`, amountCents })}
      submitLabel={t('sales.free')}
      danger
      done={t('sales.freed')}
      onDone={onDone}
    />
  )
}
