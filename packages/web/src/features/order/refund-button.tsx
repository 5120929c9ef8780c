import { allows, orderRefunds, TenderType, transactionActs, type RecordNamed } from '@forecourt/contract'
import { loadSchemas } from '../../core/schemas.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { DialogButton } from '../../kit/form/dialog-button.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { laterDialog } from '../../kit/later.tsx'
import { Button, Tooltip } from '../../kit/ui.ts'
import './refund-button.css'

/** Most who see the button do not press it: the form and its rules come with the first press. */
const RefundDialog = laterDialog(() => import('./refund-dialog.tsx'))
const yearMs = 365 * 24 * 60 * 60_000

type Payment = RecordNamed<'transactions'>
/** Why nothing of a payment can be given back, as far as it shows. */
function refusalOf({ status, payType, points, reason, amountCents, refundedCents, createdDate }: Payment): string | undefined {
  if (!allows(transactionActs.refund, status)) return t('sales.refundFailed')
  if (refundedCents >= amountCents) return t('sales.refundDone')
  const isOurs = payType === 'card' || points !== null || reason !== null
  if (!isOurs && !(TenderType.options as readonly string[]).includes(payType)) return t('sales.refundNoMoney')
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
  return (
    <DialogButton label={label} button={inRow ? linkInRow : undefined} onPress={loadRules}>
      {dialog => <RefundDialog {...dialog} payment={payment} onDone={onDone} />}
    </DialogButton>
  )
}
const linkInRow = { type: 'link', size: 'small', danger: true } as const
/** What fails is said by the form, which asks again. */
const loadRules = () => void loadSchemas(orderRefunds.refund.body).catch(() => undefined)
