import type { ClassSettlePreview } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Money, Time } from '../../kit/detail/figures.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Alert, Input } from '../../kit/ui.ts'
import { unpaidStatuses } from './shift-words.ts'
import './confirm.css'

/** More of them are shown by their own list. */
const shownAtMost = 100

interface UnpaidOrdersProps {
  of: Pick<ClassSettlePreview, 'dailyState' | 'unpaid' | 'unpaidOrders' | 'unpaidCents'>
  typed: string
  onType: (typed: string) => void
}

export const isForced = (typed: string): boolean => typed.trim().toLowerCase() === t('settle.forceWord').toLowerCase()

/** Who has not paid yet, each a way to the order; to close without them takes the word typed. */
export function UnpaidOrders({ of: { dailyState, unpaid, unpaidOrders, unpaidCents }, typed, onType }: UnpaidOrdersProps) {
  const title = t('settle.unpaidTitle', { count: unpaidOrders, amount: inCurrency(unpaidCents) })
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <>
          <p className="settle-p">{t('settle.unpaidHelp')}</p>
          <ul className="settle-unpaid" aria-label={t('settle.unpaid')}>
            {unpaid.slice(0, shownAtMost).map(order => (
              <li key={order.orderId}>
                <PageLink page="allDetails" params={{ orderId: order.orderId }} className="k-link">
                  {order.orderNo}
                </PageLink>
                <Time at={order.createdDate} precision="minute" />
                <Money cents={order.dueCents} unit />
              </li>
            ))}
          </ul>
          {unpaid.length > shownAtMost && (
            <p className="settle-p">
              <PageLink page="allQuery" search={{ shiftId: dailyState.id, status: unpaidStatuses }} className="k-link">
                {t('settle.more', { count: unpaid.length - shownAtMost })}
              </PageLink>
            </p>
          )}
          <label className="settle-force">
            <span>{t('settle.force', { count: unpaidOrders, word: t('settle.forceWord') })}</span>
            <Input value={typed} autoComplete="off" maxLength={20} onChange={event => onType(event.target.value)} />
          </label>
        </>
      }
    />
  )
}
