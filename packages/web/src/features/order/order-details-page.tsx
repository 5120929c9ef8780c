import { lineItems, orderDiscounts, orders, refunds, transactions, userCardDetails, type RowOf } from '@forecourt/contract'
import { useEffect } from 'react'
import { inCurrency } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Figures, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { Litres, Money, StatusTag } from '../../kit/detail/figures.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { Timeline } from '../../kit/detail/timeline.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { Drill } from '../../kit/links.ts'
import { later } from '../../kit/later.tsx'
import { paymentWords, tenderWords } from '../../kit/tender-words.ts'
import { Alert } from '../../kit/ui.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { History } from '../../kit/history/history.tsx'
import { CardNumber, Device, Flags, Nozzle, reach, Shift, type Order, type Line } from './cells.tsx'
import { PayButtons } from './pay-buttons.tsx'
import { PrintButtons } from './print-buttons.tsx'
import { RefundButton } from './refund-button.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { WithheldList } from './withheld.tsx'
import './order-details.css'

const relations = ['nozzleControl', 'device', 'station', 'shift', 'belongsShift', 'employee', 'userCard', 'transactions', 'refunds']

const lineColumns: readonly ColumnInput<Line>[] = [
  { path: 'itemId', width: 140 },
  { path: 'item.categoryId', title: t('sales.category'), width: 110 },
  {
    path: 'quantity',
    width: 100,
    align: 'right',
    cell: line => (line.categoryType === 'fuel' ? <Litres centilitres={line.volumeCl} unit /> : line.pieces),
  },
  {
    path: 'priceCents',
    width: 130,
    cell: line => (
      <>
        <Money cents={line.priceCents} />
        {line.priceDerived && <span className="k-tag k-off">{t('sales.derived')}</span>}
      </>
    ),
  },
  'listPriceCents',
  'amountCents',
  'discountCents',
  'totaliserEndCl',
]
const paymentColumns: readonly ColumnInput<RowOf<typeof transactions>>[] = [
  { path: 'serial', width: 150 },
  'createdDate',
  { path: 'payType', width: 190, cell: row => paymentWords(row) },
  'amountCents',
  'refundedCents',
  'status',
  'externalSerialNo',
  'userCardId',
  'userId',
  { path: 'shiftId', cell: row => <Shift shift={row.shift} /> },
]
const refundColumns: readonly ColumnInput<RowOf<typeof refunds>>[] = [
  { path: 'serial', width: 170 },
  'createdDate',
  'mode',
  { path: 'payType', width: 160, cell: row => tenderWords(row) },
  'amountCents',
  'paidOutCents',
  'reason',
  'remark',
  'userId',
  { path: 'shiftId', cell: row => <Shift shift={row.shift} /> },
]
const discountColumns: readonly ColumnInput<RowOf<typeof orderDiscounts>>[] = ['itemId', 'kind', 'name', 'sourceVersion', 'amountCents']
const movementColumns: readonly ColumnInput<RowOf<typeof userCardDetails>>[] = [
  'createdDate',
  'userCardId',
  'type',
  'principalCents',
  'giftCents',
  'debtCents',
  'amountCents',
  'balanceAfterCents',
]

const facts: readonly Fact<Order>[] = [
  { path: 'type', value: row => <StatusTag of="orders" field="type" value={row.type} /> },
  'createdDate',
  'receivedDate',
  'deviceDate',
  { path: 'nozzleControlId', value: row => <Nozzle row={row} /> },
  'fuelMethod',
  { path: 'deviceId', value: row => <Device row={row} /> },
  'sequence',
  { path: 'shiftId', value: row => <Shift shift={row.shift} /> },
  { path: 'belongsShiftId', value: row => <Shift shift={row.belongsShift} /> },
  'employeeId',
  'payType',
  { path: 'cardNumber', value: row => <CardNumber row={row} /> },
  'externalSerialNo',
  'invoiceStatus',
  'rating',
  'remark',
  'stationId',
]

/** One order: what was bought, how it was paid, what it did to a card. The same page for all three lists of sales. */
export default function OrderDetailsPage() {
  const page = usePage()
  const id = Number(page.params['orderId'])
  const { data: order, error, refetch } = useRecord(orders, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const { setTitle } = page
  const orderNo = order?.orderNo
  useEffect(() => {
    if (orderNo) setTitle(orderNo)
  }, [orderNo, setTitle])
  if (!order)
    return (
      <>
        <PageHeader />
        {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
      </>
    )
  return <Details order={order} again={() => void refetch()} />
}

function Details({ order, again }: { order: Order; again: () => void }) {
  const mayAudit = useMay('audit.read')
  const payments = order.transactions ?? []
  const { id, totalCents, discountCents, paidCents, refundedCents } = order
  const flow =
    'moneyFlow' in order
      ? [{ label: t('orders.moneyFlow'), value: <StatusTag of="orders" field="moneyFlow" value={order.moneyFlow} /> }]
      : []
  return (
    <>
      <PageHeader
        title={order.orderNo}
        meta={
          <>
            <StatusTag of="orders" field="status" value={order.status} />{' '}
            {refundedCents > 0 && <StatusTag of="orders" field="refundStatus" value={order.refundStatus} />} <Flags row={order} />
          </>
        }
        actions={
          <>
            <PayButtons order={order} onDone={again} />
            {payments.map(payment => (
              <RefundButton key={payment.id} payment={payment} onDone={again} {...(payments.length > 1 && { named: true })} />
            ))}
            <RevokeButton order={order} onDone={again} />
            <PrintButtons id={id} />
          </>
        }
      />
      {order.status === 'fail' && order.failReason && (
        <Alert className="sales-failed" type="warning" showIcon title={t('sales.failedBecause', { reason: order.failReason })} />
      )}
      {order.priceChange && <ChangeOfSale of={order.priceChange} />}
      <Figures
        of={[
          { label: t('orders.totalCents'), value: <Money cents={totalCents} unit /> },
          { label: t('orders.discountCents'), value: <Money cents={discountCents} unit /> },
          { label: t('orders.paidCents'), value: <Money cents={paidCents} unit /> },
          { label: t('sales.rest'), value: <Money cents={totalCents - paidCents} unit /> },
          { label: t('orders.refundedCents'), value: <Money cents={refundedCents} unit /> },
        ]}
      />
      <Section title={t('sales.facts')}>
        <Descriptions of={orders} row={order} facts={[...facts, ...flow]} />
      </Section>
      <Lists order={order} />
      <Section title={t('sales.course')}>
        <Timeline label={t('sales.course')} of={courseOf(order)} />
      </Section>
      {mayAudit && (
        <Section title={t('sales.activity')}>
          <History of={orders} id={id} />
        </Section>
      )}
    </>
  )
}

/** A sale at another price was booked as charged; the price change that it went past is one press away. */
function ChangeOfSale({ of: { id, priceCents, fromAt } }: { of: NonNullable<Order['priceChange']> }) {
  const words = t('sales.pastChange', { price: inCurrency(priceCents), time: time(fromAt, 'minute') })
  const to = reach('changePrice', { record: id })
  return <Alert type="warning" showIcon title={words} action={to && <Drill to={to}>{t('sales.openChange')}</Drill>} />
}

/** What few orders have comes after the rest. */
const Judgements = later(() => import('../../kit/judgement/judgements.tsx'))
const GivenGifts = later(() => import('./given-gifts.tsx'))
const BroughtCoupons = later(() => import('./brought-coupons.tsx'))
const ActivityCoupons = later(() => import('./activity-coupons.tsx'))
const PointsMoved = later(() => import('./points-moved.tsx'))
const Reckoned = later(() => import('./reckoned.tsx'))
const UsedCoupons = later(() => import('./used-coupons.tsx'))
const Invoiceable = later(() => import('./invoiceable.tsx'))

/** What belongs to an order: its lines and discounts, its payments, what of them was given back, and what it did to a card. */
function Lists({ order }: { order: Order }) {
  const mayMove = useMay('card.detail.read')
  const mayCards = useMay('card.userCard.read')
  const mayInvoice = useMay('invoice.issue')
  const { id, discountCents, refundedCents, withheld = [], reckoned = [] } = order
  return (
    <>
      <Section title={t('sales.lines')}>
        <Related
          of={lineItems}
          title={t('sales.lines')}
          where={[equals('order.id', id)]}
          columns={lineColumns}
          expand={['item.category']}
        />
      </Section>
      {(discountCents > 0 || withheld.length > 0) && (
        <Section title={t('sales.discounts')}>
          {discountCents > 0 && (
            <Related of={orderDiscounts} title={t('sales.discounts')} where={[equals('order.id', id)]} columns={discountColumns} />
          )}
          {withheld.length > 0 && <WithheldList of={withheld} />}
        </Section>
      )}
      {reckoned.length > 0 && <Reckoned of={reckoned} />}
      {(discountCents > 0 || withheld.length > 0) && <UsedCoupons orderId={id} />}
      {order.hasGifts && <GivenGifts orderId={id} />}
      {order.hasGifts && <BroughtCoupons orderId={id} />}
      {order.userCardId && order.paidCents > 0 && <ActivityCoupons orderId={id} />}
      <Section title={t('sales.payments')}>
        <Related
          of={transactions}
          title={t('sales.payments')}
          where={[equals('order.id', id)]}
          columns={paymentColumns}
          sort="createdDate"
        />
      </Section>
      {refundedCents > 0 && (
        <Section title={t('sales.refunds')}>
          <Related of={refunds} title={t('sales.refunds')} where={[equals('order.id', id)]} columns={refundColumns} sort="createdDate" />
        </Section>
      )}
      {mayInvoice && order.status === 'success' && <Invoiceable orderId={id} />}
      {mayMove && order.userCardId && (
        <Section title={t('sales.movements')}>
          <Related of={userCardDetails} title={t('sales.movements')} where={[equals('order.id', id)]} columns={movementColumns} />
        </Section>
      )}
      {order.transactions?.some(({ points }) => points !== null) && <PointsMoved orderId={id} />}
      {mayCards && <Judgements where={[equals('order.id', id)]} of="order" />}
    </>
  )
}

/** From the sale to the last money that moved for it. */
const courseOf = ({ createdDate, receivedDate, transactions: paid = [], refunds: given = [] }: Order) =>
  [
    { key: 'sold', at: createdDate, title: t('sales.sold') },
    { key: 'taken', at: receivedDate, title: t('sales.taken') },
    ...paid.map(payment => ({
      key: payment.id,
      at: payment.createdDate,
      tone: 'good' as const,
      text: payment.serial,
      title: t('sales.paidBy', {
        payType: paymentWords(payment),
        amount: inCurrency(payment.amountCents),
      }),
    })),
    ...given.map(refund => ({
      key: refund.id,
      at: refund.createdDate,
      tone: 'wait' as const,
      text: refund.serial,
      title: t(refund.revoked ? 'sales.revokedBy' : 'sales.refundedBy', {
        payType: choiceLabel('refunds', 'payType', refund.payType),
        amount: inCurrency(refund.amountCents),
      }),
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
