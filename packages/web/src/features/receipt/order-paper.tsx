import { lineItems, orders, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, inCurrency, litres, money } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { Bones } from '../../kit/feedback/states.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage, PrintTable, type Paper } from '../../kit/print/print-page.tsx'
import { grouped } from '../../kit/show.ts'
import { masked } from './masked.ts'
import { tenderWords } from '../../kit/tender-words.ts'
import { couponWords } from '../../kit/top-up/coupon-words.ts'

type Order = RecordNamed<'orders'>
type Line = RecordNamed<'lineItems'>
type Payment = RecordNamed<'transactions'>

const relations = ['station.company', 'nozzleControl', 'employee', 'transactions', 'userCard', 'discounts', 'gifts', 'coupons.deal']

/** One order on paper: the sheet for the file, the slip for the customer. */
export function OrderPaper({ id, paper }: { id: number; paper: Paper }) {
  const { visible } = usePage()
  const order = useRecord(orders, id, relations)
  const lines = useQuery({
    queryKey: [lineItems.name, 'paper', id],
    enabled: visible,
    queryFn: async ({ signal }) => {
      const query = { search: equals('order.id', id), size: 100, sort: 'id,asc', expand: ['item'] }
      return (await call(lineItems.list, { query }, { signal })).content
    },
  })
  if (order.data && lines.data) return <OrderSheet of={order.data} lines={lines.data} paper={paper} />
  const failed = [order, lines].find(({ error }) => error)
  return failed ? <PageFailed error={failed.error!} onRetry={() => void failed.refetch()} /> : <Bones rows={10} />
}

function OrderSheet({ of, lines, paper }: { of: Order; lines: readonly Line[]; paper: Paper }) {
  const { station, nozzleControl: nozzle, employee, userCard } = of
  const number = of.cardNumber ?? userCard?.number
  const facts = [
    { label: t('receipt.orderNo'), value: of.orderNo },
    { label: t('receipt.soldAt'), value: time(of.createdDate) },
    ...(nozzle ? [{ label: t('receipt.nozzle'), value: t('receipt.nozzleNo', { no: nozzle.logicNo }) }] : []),
    ...(employee ? [{ label: t('receipt.seller'), value: employee.name }] : []),
    ...(number ? [{ label: choiceLabel('orders', 'payType', 'card'), value: grouped(masked(number), 'cardNumber') }] : []),
  ]
  return (
    <PrintPage
      back={{ page: 'allDetails', params: { orderId: of.id } }}
      title={t(paper === '80' ? 'receipt.slip' : 'receipt.sheet')}
      paper={paper}
      facts={facts}
      place={{ station: station?.name, company: station?.company?.name, logoId: station?.company?.bigLogoId }}
      signatures={paper === '80' ? [] : [t('receipt.cashier'), t('receipt.customer')]}>
      <Lines lines={lines} />
      <Sums of={of} />
      <Payments payments={of.transactions ?? []} />
      <Gifts gifts={of.gifts ?? []} coupons={of.coupons ?? []} />
      {paper === '80' && <p className="k-sheet-thanks">{t('receipt.thanks')}</p>}
    </PrintPage>
  )
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <PrintTable
    label={t('receipt.item')}
    rows={lines}
    columns={[
      { key: 'item', title: t('receipt.item'), value: line => line.item?.name ?? '—' },
      {
        key: 'quantity',
        title: t('receipt.quantity'),
        value: line =>
          line.categoryType === 'fuel'
            ? t('receipt.litres', { count: litres(line.volumeCl) })
            : t('receipt.pieces', { count: count(line.pieces) }),
        end: true,
      },
      { key: 'price', title: t('receipt.price'), value: line => money(line.priceCents), end: true },
      { key: 'amount', title: t('receipt.amount'), value: line => money(line.amountCents), end: true },
    ]}
  />
)

/** Each by its name; one of a terminal that named none is a discount. */
const namesOf = ({ discounts = [], discountCents }: Order): [label: string, cents: number][] =>
  discounts.length > 0
    ? discounts.map(({ name, amountCents }) => [name || t('receipt.discount'), -amountCents])
    : discountCents > 0
      ? [[t('receipt.discount'), -discountCents]]
      : []

function Sums({ of }: { of: Order }) {
  const { totalCents, paidCents, refundedCents } = of
  const sums: [label: string, cents: number][] = [
    ...namesOf(of),
    [t('receipt.total'), totalCents],
    [t('receipt.paidBy'), paidCents],
    ...(paidCents < totalCents ? [[t('receipt.rest'), totalCents - paidCents] as [string, number]] : []),
    ...(refundedCents > 0 ? [[t('receipt.refunded'), -refundedCents] as [string, number]] : []),
  ]
  return (
    <dl className="k-sheet-sums">
      {sums.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{inCurrency(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the card, and the member who holds it, got with the goods, less what was taken back; coupons come in a moment. */
function Gifts({ gifts, coupons }: { gifts: readonly RecordNamed<'saleGifts'>[]; coupons: readonly RecordNamed<'saleCoupons'>[] }) {
  const given = gifts.filter(({ outcome }) => outcome === 'given')
  const sum = (of: (gift: RecordNamed<'saleGifts'>) => number) => given.reduce((all, gift) => all + of(gift), 0)
  const [gift, frozen] = [sum(of => of.giftCents - of.backGiftCents), sum(of => of.frozenCents - of.backFrozenCents)]
  const points = sum(of => of.givenPoints - of.backPoints)
  const sums: [label: string, value: string][] = [
    ...(gift > 0 ? [[t('receipt.giftGiven'), inCurrency(gift)] as [string, string]] : []),
    ...(frozen > 0 ? [[t('receipt.frozenGiven'), inCurrency(frozen)] as [string, string]] : []),
    ...(points > 0 ? [[t('receipt.giftPoints'), count(points)] as [string, string]] : []),
    ...coupons.flatMap(({ deal, outcome, count: all, given, back }): [string, string][] => {
      if (!deal) return []
      if (outcome === 'due') return [[t('receipt.couponsDue'), couponWords({ name: deal.name, count: all })]]
      return given > back ? [[t('receipt.coupons'), couponWords({ name: deal.name, count: given - back })]] : []
    }),
  ]
  if (sums.length === 0) return null
  return (
    <dl className="k-sheet-sums">
      {sums.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How it was paid; what of it the books do with it is nobody's at the counter. */
const Payments = ({ payments }: { payments: readonly Payment[] }) =>
  payments.length > 0 && (
    <PrintTable
      label={t('receipt.payment')}
      rows={payments}
      columns={[
        { key: 'payType', title: t('receipt.payment'), value: row => tenderWords(row) },
        { key: 'time', title: t('receipt.time'), value: row => time(row.createdDate), a4: true },
        { key: 'serial', title: t('receipt.serial'), value: row => row.serial },
        { key: 'amount', title: t('receipt.amount'), value: row => money(row.amountCents), end: true },
      ]}
    />
  )
