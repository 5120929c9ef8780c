import { allows, orderActs, orderRefunds, TenderType, transactionActs, type RecordNamed } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { confirmWhen, wholeOf } from '../../kit/form/confirmed.ts'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import { Button, Tooltip } from '../../kit/ui.ts'
import type { Order } from './cells.tsx'
import { refundRules, revokeRules, type Against, type RefundPreview } from './money-rules.ts'
import './refund-button.css'

export const refundChanges = ['orders', 'transactions', 'refunds', 'userCardDetails', 'userCards']
const yearMs = 365 * 24 * 60 * 60_000

type Payment = RecordNamed<'transactions'>
/** Why nothing of a payment can be given back, as far as it shows. */
function refusalOf({ status, payType, amountCents, refundedCents, createdDate }: Payment): string | undefined {
  if (!allows(transactionActs.refund, status)) return t('sales.refundFailed')
  if (refundedCents >= amountCents) return t('sales.refundDone')
  if (payType !== 'card' && !(TenderType.options as readonly string[]).includes(payType)) return t('sales.refundNoMoney')
  if (Date.now() - Date.parse(createdDate) > yearMs) return t('sales.refundOld')
  return undefined
}

interface RefundButtonProps {
  payment: Payment
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
  const label = named ? t('sales.refundBy', { payType: choiceLabel('transactions', 'payType', payment.payType) }) : t('sales.refundDo')
  if (refusal)
    return (
      <Tooltip title={refusal} trigger={['hover', 'focus']}>
        {/* Not disabled: who reaches it by key is told why, too. */}
        <Button aria-disabled className="sales-cannot">
          {label}
        </Button>
      </Tooltip>
    )
  const restCents = payment.amountCents - payment.refundedCents
  return (
    <ActButton
      of={orderRefunds.refund}
      id={payment.id}
      words="refunds"
      changes={refundChanges}
      label={label}
      {...(inRow && { button: { type: 'link', size: 'small', danger: true } })}
      title={t('sales.refundOf', { serial: payment.serial })}
      fields={refundFields}
      preview={values => previewOf(payment, restCents, values)}
      rules={(values, preview: RefundPreview | undefined) => refundRules(payment, values, preview)}
      defaults={{ amountCents: restCents, mode: 'original', reason: 'paidWrong' }}
      when={refundWhen}
      effect={({ mode }, preview) => <Effect parts={preview?.parts} mode={mode} />}
      pinFor={({ amountCents }) => ({ action: 'order.refund', subject: `transactions:${payment.id}`, amountCents: amountCents as number })}
      submitLabel={t('sales.refundDo')}
      danger
      done={t('sales.refundGiven')}
      onDone={onDone}
    />
  )
}
const refundFields = ['amountCents', 'confirmAmountCents', 'mode', 'reason', 'remark']
const refundWhen = { remark: ({ reason }: Values) => reason === 'other', ...confirmWhen() }

/** What the server says this refund would do; nothing is asked while the amount cannot be given back at all. */
function previewOf({ id }: Payment, restCents: number, { mode, amountCents }: Values) {
  const whole = wholeOf(amountCents)
  if (whole === undefined || whole <= 0 || whole > restCents) return undefined
  const body = { mode: mode as 'original' | 'cash', amountCents: whole }
  return {
    key: ['refunds', 'preview', id, body],
    read: (signal: AbortSignal) => call(orderRefunds.preview, { id, body }, { signal }),
  }
}

/** Where the money goes: back to the payment method, into the purses of a card, or out of the till. */
function Effect({ parts, mode }: { parts: RefundPreview['parts'] | undefined; mode: unknown }) {
  if (!parts) return null
  const { paidOutCents, principalCents, giftCents, debtCents } = parts
  const cash = mode === 'cash'
  return (
    <>
      <div>{t(cash ? 'sales.refundCash' : 'sales.refundBack', { amount: inCurrency(paidOutCents) })}</div>
      {!cash && principalCents > 0 && <div>{t('sales.refundPrincipal', { amount: inCurrency(principalCents) })}</div>}
      {giftCents > 0 && <div>{t(cash ? 'sales.refundGiftTaken' : 'sales.refundGift', { amount: inCurrency(giftCents) })}</div>}
      {debtCents > 0 && <div>{t('sales.refundDebt', { amount: inCurrency(debtCents) })}</div>}
    </>
  )
}

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
