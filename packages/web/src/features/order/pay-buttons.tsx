import { allows, orderActs, orderPayments, userCards } from '@forecourt/contract'
import { ApiError, call } from '../../core/api.ts'
import { equals, searchText } from '../../core/search.ts'
import { may, useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import { later } from '../../kit/later.tsx'
import { Button } from '../../kit/ui.ts'
import type { Order } from './cells.tsx'
import { FreeButton } from './free-button.tsx'
import { cardPaymentRules, paymentRules, type CardAnswer, type PayingCard } from './money-rules.ts'
import { needsSerial, tenderControl } from './tenders-here.tsx'

/** Few companies let points pay. */
const PointsPay = later(() => import('./points-pay.tsx'))
export const paymentChanges = ['orders', 'transactions', 'lineItems', 'userCardDetails', 'userCards', 'cardJudgements']
/** And after points paid, or went back. */
export const pointsChanges = ['points', 'pointsDetails', 'pointsCards', 'users']

/** What can be done about an order that is not paid yet. */
export function PayButtons({ order, onDone }: { order: Order; onDone: () => void }) {
  const { id, status } = order
  const fits = (act: keyof typeof orderActs) => allows(orderActs[act], status)
  const shared = { id, words: 'orders', changes: paymentChanges, onDone, submitLabel: t('kit.ok') }
  return (
    <>
      {fits('release') && <Release order={order} onDone={onDone} />}
      {fits('cash') && (
        <>
          <ActButton
            of={orderPayments.cash}
            {...shared}
            label={t('sales.cashPay')}
            done={t('sales.paid')}
            button={{ type: 'primary' }}
            fields={['payType', 'externalSerialNo', 'amountCents']}
            when={{ externalSerialNo: values => needsSerial(values['payType']) }}
            controls={{ payType: tenderControl([]) }}
            rules={values => paymentRules(order, values)}
          />
          <ActButton
            of={orderPayments.card}
            {...shared}
            label={t('sales.cardPay')}
            done={t('sales.paid')}
            fields={['cardNumber', 'amountCents', 'plate', 'payPassword']}
            defaults={{ cardNumber: order.cardNumber ?? undefined }}
            preview={values => cardOf(id, values)}
            rules={(values, answer: CardAnswer | undefined) => cardPaymentRules(order, values, answer)}
          />
        </>
      )}
      {fits('points') && <PointsPay order={order} changes={[...paymentChanges, ...pointsChanges]} onDone={onDone} />}
      {fits('free') && <FreeButton order={order} changes={paymentChanges} onDone={onDone} />}
      {fits('close') && (
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

/** The card of the number that stands there, and what it may still pay on this order without its payment password. */
function cardOf(orderId: number, { cardNumber = '' }: Values) {
  const wanted = String(cardNumber).replaceAll(' ', '')
  if (!/^[0-9A-Za-z-]{4,32}$/.test(wanted)) return undefined
  return {
    key: ['userCards', 'toPay', orderId, wanted],
    read: async (signal: AbortSignal): Promise<CardAnswer> => {
      const [card, withoutPasswordCents] = await Promise.all([rowOf(wanted, signal), withoutPassword(orderId, wanted, signal)])
      return { card: withoutPasswordCents === undefined ? null : card, withoutPasswordCents: withoutPasswordCents ?? null }
    },
  }
}

/** The card as anyone who may read cards sees it; undefined for others. */
async function rowOf(number: string, signal: AbortSignal): Promise<PayingCard | undefined> {
  if (!may(userCards.list.permission)) return undefined
  const query = { search: searchText([equals('number', number)]), size: 1, expand: ['parent', 'group'] }
  const [card] = (await call(userCards.list, { query }, { signal })).content
  // A sub card of a fleet that shares pays with what its master has.
  return card?.kind === 'sub' && card.group?.valueMode === 'share' && card.parent
    ? { ...card, value: card.parent.value ?? card.value }
    : card
}

/** Null where the card never asks for the password, undefined where there is no such card. */
async function withoutPassword(orderId: number, cardNumber: string, signal: AbortSignal): Promise<number | null | undefined> {
  try {
    const answer = await call(orderPayments.cardPreview, { id: orderId, body: { cardNumber } }, { signal })
    return answer.withoutPasswordCents
  } catch (error) {
    if (error instanceof ApiError && error.code === 'notFound') return undefined
    throw error
  }
}

/** Opens an order again that waits for a terminal, or whose payment there failed. */
function Release({ order: { id, orderNo, status }, onDone }: { order: Order; onDone: () => void }) {
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
