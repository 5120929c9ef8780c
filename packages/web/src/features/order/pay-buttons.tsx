import { orderPayments, userCards } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import { choiceLabel } from '../../kit/label.ts'
import type { AnyRow } from '../../kit/list/columns.ts'
import { Button } from '../../kit/ui.ts'

export const paymentChanges = ['orders', 'transactions', 'lineItems', 'userCardDetails', 'userCards']
const restOf = (order: AnyRow): number => order['totalCents'] - order['paidCents']

/** What can be done about an order that is not paid yet. */
export function PayButtons({ order, onDone }: { order: AnyRow; onDone: () => void }) {
  const { id, status } = order
  const payable = status === 'open' || status === 'partiallyPaid'
  const shared = { id, words: 'orders', changes: paymentChanges, onDone, submitLabel: t('kit.ok') }
  return (
    <>
      {(status === 'lock' || status === 'fail') && <Release order={order} onDone={onDone} />}
      {payable && (
        <>
          <ActButton
            of={orderPayments.cash}
            {...shared}
            label={t('sales.cashPay')}
            done={t('sales.paid')}
            button={{ type: 'primary' }}
            fields={['payType', 'externalSerialNo', 'amountCents']}
            when={{ externalSerialNo: values => values['payType'] !== 'cash' }}
            effect={values => afterPayment(order, values)}
          />
          <ActButton
            of={orderPayments.card}
            {...shared}
            label={t('sales.cardPay')}
            done={t('sales.paid')}
            fields={['cardNumber', 'amountCents', 'payPassword']}
            defaults={{ cardNumber: order['cardNumber'] ?? undefined }}
            effect={values => afterCard(order, values)}
          />
        </>
      )}
      {status === 'open' && (
        <ActButton
          of={orderPayments.close}
          {...shared}
          label={t('sales.close')}
          done={t('sales.closed')}
          submitLabel={t('sales.close')}
          danger
        />
      )}
    </>
  )
}

const afterPayment = (order: AnyRow, values: Values) => <After order={order} cents={values['amountCents']} />
const afterCard = (order: AnyRow, values: Values) => (
  <CardAfter number={values['cardNumber']} cents={values['amountCents'] ?? restOf(order)}>
    {afterPayment(order, values)}
  </CardAfter>
)

/** What the order owes, and what it will owe once this is paid. */
function After({ order, cents }: { order: AnyRow; cents: number | undefined }) {
  const rest = restOf(order)
  const left = rest - (cents ?? rest)
  const symbol = (amount: number) => t('kit.withSymbol', { amount: money(amount) })
  if (left < 0) return <div role="alert">{t('sales.tooMuch', { rest: symbol(rest) })}</div>
  return (
    <>
      <div>{t('sales.stillDue', { rest: symbol(rest) })}</div>
      <div>
        {t('sales.after')}
        {left === 0 ? t('sales.afterPaid') : t('sales.afterPart', { rest: symbol(left) })}
      </div>
    </>
  )
}

/** What the card will hold once this is paid, or why it cannot pay. */
function CardAfter({ number = '', cents, children }: { number: string | undefined; cents: number; children: ReactNode }) {
  const wanted = number.replaceAll(' ', '')
  const { data } = useQuery({
    queryKey: ['userCards', 'list', 'number', wanted],
    enabled: /^[0-9A-Za-z-]{4,32}$/.test(wanted),
    queryFn: ({ signal }) =>
      call(userCards.list, { query: { search: searchText([equals('number', wanted)]), size: 1 } }, { signal }) as Promise<{
        content: AnyRow[]
      }>,
  })
  if (!data) return children
  const [card] = data.content
  if (!card) return <div role="alert">{t('sales.noCard')}</div>
  const symbol = (amount: number) => t('kit.withSymbol', { amount: money(amount) })
  if (card['status'] !== 'normal')
    return <div role="alert">{t('sales.cardStatus', { status: choiceLabel('userCards', 'status', card['status']) })}</div>
  if (card['value'] < cents) return <div role="alert">{t('sales.notEnough', { missing: symbol(cents - card['value']) })}</div>
  return (
    <>
      {children}
      <div>{t('sales.balance', { balance: symbol(card['value']), after: symbol(card['value'] - cents) })}</div>
    </>
  )
}

/** Opens an order again that waits for a terminal, or whose payment there failed. */
function Release({ order: { id, orderNo, status }, onDone }: { order: AnyRow; onDone: () => void }) {
  const confirm = useConfirm()
  const toast = useToast()
  const failed = status === 'fail'
  const label = t(failed ? 'sales.reopen' : 'sales.release')
  if (!useMay(orderPayments.release.permission)) return null
  const release = async () => {
    if (!(await confirm({ text: t(failed ? 'sales.reopenAsk' : 'sales.releaseAsk', { orderNo }), ok: label }))) return
    try {
      await call(orderPayments.release, { id })
      toast.done(t(failed ? 'sales.reopened' : 'sales.released'))
      onDone()
    } catch (error) {
      toast.failed(error)
    }
  }
  return <Button onClick={() => void release()}>{label}</Button>
}
