import { orderRefunds, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { count, inCurrency } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { ActDialog } from '../../kit/form/act-dialog.tsx'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { Control } from '../../kit/form/control.tsx'
import { confirmWhen, wholeOf } from '../../kit/form/confirmed.ts'
import type { Values } from '../../kit/form/values.ts'
import { giftWords } from './gift-words.ts'
import { returnedControl } from './returned-control.tsx'
import { refundChanges, refundRules, type RefundPreview, type ReturnableGoods } from './money-rules.ts'

type Payment = RecordNamed<'transactions'>

interface RefundDialogProps {
  payment: Payment
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** How much of a payment goes back, and to where. */
export default function RefundDialog({ payment, open, onClose, onDone }: RefundDialogProps) {
  const restCents = payment.amountCents - payment.refundedCents
  const { afterLoss, goods, known } = useAbout(payment)
  const controls = useMemo(() => ({ ...(!afterLoss && withoutLoss), returned: returnedControl(goods) }), [afterLoss, goods])
  // What the form begins with is known only now.
  if (!known) return null
  const returned = goods.map(({ lineItemId, pieces }) => ({ lineItemId, pieces }))
  return (
    <ActDialog
      of={orderRefunds.refund}
      id={payment.id}
      words="refunds"
      changes={refundChanges}
      title={t('sales.refundOf', { serial: payment.serial })}
      open={open}
      onClose={onClose}
      fields={[
        ...(isOfMoney(payment) ? refundFields : refundFields.filter(name => name !== 'mode')),
        ...(goods.length > 0 ? ['returned'] : []),
      ]}
      preview={values => previewOf(payment, restCents, values)}
      rules={(values, preview: RefundPreview | undefined) => refundRules(payment, values, preview)}
      defaults={{ amountCents: restCents, mode: 'original', reason: 'paidWrong', ...(returned.length > 0 && { returned }) }}
      when={refundWhen}
      controls={controls}
      effect={({ mode }, preview) => (
        <>
          <Effect parts={preview?.parts} mode={mode} isFree={payment.reason !== null} />
          {preview?.couponsBack && <CouponsBack of={preview.couponsBack} />}
          {preview?.giftBack && <div>{t('sales.refundGoodsGift', { what: giftWords(preview.giftBack) })}</div>}
        </>
      )}
      pinFor={({ amountCents }) => ({ action: 'order.refund', subject: `transactions:${payment.id}`, amountCents: amountCents as number })}
      submitLabel={t('sales.refundDo')}
      danger
      done={t('sales.refundGiven')}
      onDone={() => {
        onClose()
        onDone()
      }}
    />
  )
}
/** Points, and what went for nothing, are never paid out: there is no way to choose. */
const isOfMoney = ({ points, reason }: Payment): boolean => points === null && reason === null

/**
 * What is asked besides: a reason that is there for cards on the black list is offered for what those have paid alone, and of goods whether
 * they come back. @source decisions GD14
 */
function useAbout({ id }: Payment) {
  const { data, isPending } = useQuery({
    queryKey: ['refunds', 'about', id],
    queryFn: ({ signal }) => call(orderRefunds.preview, { id, body: {} }, { signal }),
  })
  return { afterLoss: data?.afterLoss ?? false, goods: data?.goods ?? none, known: !isPending }
}
const none: ReturnableGoods = []
const withoutLoss = {
  reason: ({ field, ...rest }: ControlProps) => (
    <Control {...rest} field={{ ...field, options: field.options.filter(reason => reason !== 'afterLoss') }} />
  ),
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

interface EffectProps {
  parts: RefundPreview['parts'] | undefined
  mode: unknown
  isFree: boolean
}
/** Where the money goes: back to the payment method, into the purses of a card, or out of the till. */
function Effect({ parts, mode, isFree }: EffectProps) {
  if (!parts) return null
  if (isFree) return <div>{t('sales.refundFree')}</div>
  const { paidOutCents, principalCents, giftCents, debtCents, points } = parts
  if (points !== undefined) return <div>{t('sales.refundPoints', { points: count(points), amount: inCurrency(paidOutCents) })}</div>
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

/** Coupons that came with the goods. */
const CouponsBack = ({ of: { unused, used, usedCents } }: { of: NonNullable<RefundPreview['couponsBack']> }) => (
  <>
    {unused > 0 && <div>{t('sales.refundCoupons', { count: count(unused) })}</div>}
    {used > 0 && <div>{t('sales.refundCouponsUsed', { count: count(used), amount: inCurrency(usedCents) })}</div>}
  </>
)
