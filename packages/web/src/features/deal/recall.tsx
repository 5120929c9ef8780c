import { orderRefunds, orders, userDeals } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { allRules, confirmAmount, confirmWhen } from '../../kit/form/confirmed.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { nameOfDeal, type UserDeal } from './user-deal.ts'

const changes = ['userDeals', 'deals', 'scripts', 'auditLogs']
const moneyChanges = [...changes, 'orders', 'transactions', 'refunds', 'userCardDetails', 'userCards']

interface RecallProps {
  of: UserDeal
  onClose: () => void
}

/** Takes one coupon back; with one that was used, its order is revoked. @source requirement MKT-013; decision MK9 */
export function RecallDialog({ of, onClose }: RecallProps) {
  return (
    <DialogForm title={t('issuedPage.recallOf', { name: nameOfDeal(of) })} open onClose={onClose}>
      {of.status === 'used' && of.orderId !== null ? (
        <RecallUsed of={of} orderId={of.orderId} onClose={onClose} />
      ) : (
        <ActForm
          of={userDeals.recall}
          id={of.id}
          words="recallDeal"
          changes={changes}
          fields={['reason']}
          effect={() => t('issuedPage.recallHelp')}
          submitLabel={t('issuedPage.recall')}
          danger
          done={t('issuedPage.recalled')}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </DialogForm>
  )
}

/** The order is revoked with it, which asks what revoking an order asks. */
function RecallUsed({ of, orderId, onClose }: RecallProps & { orderId: number }) {
  const { data: order, error, refetch } = useRecord(orders, orderId)
  if (error) return <RecordFailed error={error} onRetry={() => void refetch()} />
  if (!order) return <Bones rows={4} />
  const amountCents = order.paidCents - order.refundedCents
  return (
    <ActForm
      of={userDeals.recall}
      id={of.id}
      words="recallDeal"
      changes={moneyChanges}
      fields={['confirmAmountCents', 'reason']}
      when={confirmWhen(() => amountCents)}
      effect={() => t('issuedPage.recallUsed', { orderNo: order.orderNo, amount: inCurrency(amountCents) })}
      preview={() => ({
        key: ['orders', 'revokePreview', orderId],
        read: signal => call(orderRefunds.revokePreview, { id: orderId }, { signal }),
      })}
      rules={(values, preview: { refusal: { message: string } | null } | undefined) =>
        allRules(confirmAmount(values, amountCents), {
          wrong: { reason: preview?.refusal?.message },
          figures: [
            {
              label: t('orders.refundedCents'),
              unit: 'money',
              before: order.refundedCents,
              after: preview?.refusal ? undefined : order.refundedCents + amountCents,
            },
          ],
        })
      }
      pinFor={() => ({ action: 'order.refund', subject: `orders:${orderId}`, amountCents })}
      submitLabel={t('issuedPage.recall')}
      danger
      done={t('issuedPage.recalled')}
      onDone={onClose}
      onCancel={onClose}
    />
  )
}

/** Takes those back of the chosen that are unused, all of them or none. */
export function RecallMany({ rows, onClose }: { rows: readonly UserDeal[]; onClose: () => void }) {
  const unused = rows.filter(({ status }) => status === 'unused')
  const leftOut = rows.length - unused.length
  return (
    <DialogForm title={t('issuedPage.recallMany', { count: count(unused.length) })} open onClose={onClose}>
      {leftOut > 0 && <p>{t('issuedPage.leftOut', { count: count(leftOut) })}</p>}
      {unused.length === 0 ? (
        <p>{t('issuedPage.nothingUnused')}</p>
      ) : (
        <ActForm
          of={userDeals.recallMany}
          words="recallDeal"
          changes={changes}
          fields={['reason']}
          defaults={{ ids: unused.map(({ id }) => id) }}
          effect={() => t('issuedPage.recallHelp')}
          submitLabel={t('issuedPage.recall')}
          danger
          done={({ recalled }) => t('issuedPage.recalledMany', { count: count(recalled) })}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </DialogForm>
  )
}
