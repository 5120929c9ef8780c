import { allows, transactionActs } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import type { Order } from './cells.tsx'
import { RefundButton } from './refund-button.tsx'

/** Gives back what was paid of an order, from its row: its one payment, or the way to where one of several is chosen. */
export function OrderRefund({ order }: { order: Order }) {
  const may = useMay('order.refund')
  const left = (order.transactions ?? []).filter(
    ({ status, refundedCents, amountCents }) => allows(transactionActs.refund, status) && refundedCents < amountCents,
  )
  if (!may || left.length === 0) return null
  if (left.length === 1) return <RefundButton payment={left[0]!} inRow onDone={nothing} />
  return (
    <PageLink page="allDetails" params={{ orderId: order.id }} className="k-link k-takes-away" orNothing>
      {t('sales.refundDo')}
    </PageLink>
  )
}
/** The list is read anew by itself. */
const nothing = () => undefined
