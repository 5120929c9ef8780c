import { orderPayments, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import { pointsPaymentRules, type PointsAnswer } from './points-rules.ts'

type Order = Pick<RecordNamed<'orders'>, 'id' | 'cardNumber' | 'totalCents' | 'paidCents'>
interface PointsPayProps {
  order: Order
  changes: readonly string[]
  onDone: () => void
}

/** Pays by points of a member; absent where the company has not said what a point is worth. */
export default function PointsPay({ order, changes, onDone }: PointsPayProps) {
  const may = useMay(orderPayments.pointsPreview.permission)
  const { data } = useQuery({ queryKey: keyOf(order.id, {}), enabled: may, queryFn: ({ signal }) => ask(order.id, {}, signal) })
  if (!data || data.pointCents === null) return null
  return (
    <ActButton
      of={orderPayments.points}
      id={order.id}
      words="orders"
      changes={changes}
      onDone={onDone}
      submitLabel={t('kit.ok')}
      label={t('sales.pointsPay')}
      done={t('sales.paid')}
      fields={['cardNumber', 'points']}
      defaults={{ cardNumber: order.cardNumber ?? undefined }}
      preview={values => pointsOf(order, values)}
      rules={(values, answer: PointsAnswer | undefined) => pointsPaymentRules(order, values, answer)}
    />
  )
}

const keyOf = (id: number, body: object) => ['orders', 'pointsToPay', id, body]
const ask = (id: number, body: { cardNumber?: string }, signal: AbortSignal): Promise<PointsAnswer> =>
  call(orderPayments.pointsPreview, { id, body }, { signal })

/** What the holder of the card that stands there has; of the card of the order where none does. */
function pointsOf({ id, cardNumber: own }: Order, { cardNumber = '' }: Values) {
  const wanted = String(cardNumber).replaceAll(' ', '')
  if (wanted === '' ? own === null : !/^[0-9A-Za-z-]{4,32}$/.test(wanted)) return undefined
  const body = wanted === '' ? {} : { cardNumber: wanted }
  return { key: keyOf(id, body), read: (signal: AbortSignal) => ask(id, body, signal) }
}
