import { orderRefunds, TenderType } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { AnyRow } from '../../kit/list/columns.ts'
import { Button, Tooltip } from '../../kit/ui.ts'
import './refund-button.css'
import { useSettled } from '../../kit/use-settled.ts'

export const refundChanges = ['orders', 'transactions', 'refunds', 'userCardDetails', 'userCards']
const symbol = (amount: number) => t('kit.withSymbol', { amount: money(amount) })
const yearMs = 365 * 24 * 60 * 60_000

/** Why nothing of a payment can be given back, as far as it shows. */
function refusalOf({ status, payType, amountCents, refundedCents, createdDate }: AnyRow): string | undefined {
  if (status !== 'success') return t('sales.refundFailed')
  if (refundedCents >= amountCents) return t('sales.refundDone')
  if (payType !== 'card' && !(TenderType.options as readonly string[]).includes(payType)) return t('sales.refundNoMoney')
  if (Date.now() - Date.parse(createdDate) > yearMs) return t('sales.refundOld')
  return undefined
}

interface RefundButtonProps {
  payment: AnyRow
  onDone: () => void
  /** Says which of several payments it is. */
  named?: boolean
  /** In a row of a list: absent where nothing can be given back. */
  inRow?: boolean
}

/** Gives a payment back, or says why it cannot be. */
export function RefundButton({ payment, onDone, named = false, inRow = false }: RefundButtonProps) {
  const may = useMay('order.refund')
  if (!may) return null
  const refusal = refusalOf(payment)
  if (refusal && inRow) return null
  const label = named ? t('sales.refundBy', { payType: choiceLabel('transactions', 'payType', payment['payType']) }) : t('sales.refundDo')
  if (refusal)
    return (
      <Tooltip title={refusal}>
        {/* Not disabled: who reaches it by key is told why, too. */}
        <Button aria-disabled className="sales-cannot">
          {label}
        </Button>
      </Tooltip>
    )
  const restCents = payment['amountCents'] - payment['refundedCents']
  return (
    <ActButton
      of={orderRefunds.refund}
      id={payment.id}
      words="refunds"
      changes={refundChanges}
      label={label}
      {...(inRow && { button: { type: 'link', size: 'small', danger: true } })}
      title={t('sales.refundOf', { serial: payment['serial'] })}
      fields={refundFields}
      defaults={{ amountCents: restCents, mode: 'original', reason: 'paidWrong' }}
      when={refundWhen}
      effect={values => <Effect payment={payment} restCents={restCents} values={values} />}
      pinFor={({ amountCents }) => ({ action: 'order.refund', subject: `transactions:${payment.id}`, amountCents })}
      submitLabel={t('sales.refundDo')}
      danger
      done={t('sales.refundGiven')}
      onDone={onDone}
    />
  )
}
const refundFields = ['amountCents', 'mode', 'reason', 'remark']
const refundWhen = { remark: ({ reason }: Values) => reason === 'other' }

/** What this refund would do: how much leaves, to where, purse by purse; or why it would not. */
function Effect({ payment, restCents, values }: { payment: AnyRow; restCents: number; values: Values }) {
  const body = useSettled({ mode: values['mode'] as 'original' | 'cash', amountCents: values['amountCents'] as number | undefined })
  const whole = typeof body.amountCents === 'number' && body.amountCents > 0 && body.amountCents <= restCents
  const { data } = useQuery({
    queryKey: ['refunds', 'preview', payment.id, body],
    enabled: whole,
    queryFn: ({ signal }) => call(orderRefunds.preview, { id: payment.id, body }, { signal }),
  })
  const most = <div>{t('sales.refundMost', { most: symbol(restCents) })}</div>
  if (!whole) return most
  if (!data) return <div>{t('sales.reckoning')}</div>
  if (data.refusal) return <div role="alert">{data.refusal.message}</div>
  const { paidOutCents, principalCents, giftCents, debtCents } = data.parts!
  const cash = body.mode === 'cash'
  return (
    <>
      {most}
      <div>{cash ? t('sales.refundCash', { amount: symbol(paidOutCents) }) : t('sales.refundBack', { amount: symbol(paidOutCents) })}</div>
      {!cash && principalCents > 0 && <div>{t('sales.refundPrincipal', { amount: symbol(principalCents) })}</div>}
      {giftCents > 0 && <div>{t(cash ? 'sales.refundGiftTaken' : 'sales.refundGift', { amount: symbol(giftCents) })}</div>}
      {debtCents > 0 && <div>{t('sales.refundDebt', { amount: symbol(debtCents) })}</div>}
    </>
  )
}

/** Undoes what one took oneself, all of it, while the shift runs. */
export function RevokeButton({ order, onDone }: { order: AnyRow; onDone: () => void }) {
  const me = useSession(({ profile }) => profile?.id)
  const paid = (order['transactions'] ?? []) as AnyRow[]
  const amountCents = order['paidCents'] - order['refundedCents']
  if (amountCents <= 0 || paid.length === 0 || paid.some(payment => payment['userId'] !== me)) return null
  return (
    <ActButton
      of={orderRefunds.revoke}
      id={order.id}
      words="revocations"
      changes={refundChanges}
      label={t('sales.revoke')}
      fields={['remark']}
      effect={() => t('sales.revokeHelp', { amount: symbol(amountCents) })}
      pinFor={() => ({ action: 'order.refund', subject: `orders:${order.id}`, amountCents })}
      submitLabel={t('sales.revoke')}
      danger
      done={t('sales.revoked')}
      onDone={onDone}
    />
  )
}
