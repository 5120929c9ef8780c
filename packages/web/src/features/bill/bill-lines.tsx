import { fleetBillCards, fleetBillLines, type RowOf } from '@forecourt/contract'
import { useMemo } from 'react'
import { equals } from '../../core/search.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { ruleWords, type BillLine } from './bill-words.ts'

const columns: readonly ColumnInput<BillLine>[] = [
  { path: 'soldAt', width: 170, cell: line => <SoldAt line={line} /> },
  { path: 'stationName', width: 150 },
  { path: 'plate', width: 110 },
  { path: 'driver', width: 110 },
  { path: 'odometerKm', width: 110 },
  { path: 'product', width: 120 },
  { path: 'volumeCl', width: 110 },
  { path: 'listPriceCents', width: 110 },
  { path: 'rule', width: 170, cell: ruleWords },
  { path: 'netCents', width: 120 },
  { path: 'cardNumber', width: 170, hidden: true },
  { path: 'orderId', width: 180, hidden: true },
  { path: 'kind', width: 90, hidden: true },
  { path: 'late', width: 90, hidden: true },
  { path: 'ruleName', width: 150, hidden: true },
  { path: 'pieces', width: 90, hidden: true },
  { path: 'listCents', width: 120, hidden: true },
  { path: 'realisedCents', width: 120, hidden: true },
  { path: 'promisedCents', width: 120, hidden: true },
]
const filters: readonly FilterInput<BillLine>[] = ['plate', 'driver', 'cardNumber', 'stationName', 'rule', 'kind', 'late']

/** A fill of an earlier month says so. */
const SoldAt = ({ line: { soldAt, late } }: { line: BillLine }) => (
  <>
    {time(soldAt, 'minute')}
    {late && <span className="bill-late">{t('fleetBillLines.late')}</span>}
  </>
)

/** Every fill of a bill; each leads to its order, for those who may read that. */
export function BillLines({ billId }: { billId: number }) {
  const fixed = useMemo(() => [equals('bill.id', billId)], [billId])
  const list = useList<BillLine>(fleetBillLines, { columns, filters, fixed, prefix: 'lines.', periodBar: false })
  const mayOpen = pathTo('orders', 1) !== undefined
  const toOrder = ({ orderId }: BillLine) => {
    const path = pathTo('orders', orderId)
    if (path) open(path)
  }
  return <ListView list={list} label={t('fleetBill.lines')} embedded {...(mayOpen && { onOpen: toOrder })} />
}

type CardRow = RowOf<typeof fleetBillCards>
const cardColumns: readonly ColumnInput<CardRow>[] = [
  { path: 'cardNumber', width: 190 },
  { path: 'driver', width: 130 },
  'openingCents',
  'inCents',
  'outCents',
  'closingCents',
]
const cardFilters: readonly FilterInput<CardRow>[] = ['cardNumber', 'driver']

/** What each card of the fleet held, and holds. */
export function BillCards({ billId }: { billId: number }) {
  const fixed = useMemo(() => [equals('bill.id', billId)], [billId])
  const list = useList<CardRow>(fleetBillCards, { columns: cardColumns, filters: cardFilters, fixed, prefix: 'cards.', periodBar: false })
  return <ListView list={list} label={t('fleetBill.cards')} embedded />
}
