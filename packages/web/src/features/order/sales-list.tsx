import { lineItems, orders, type PageName } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, money } from '../../core/money.ts'
import { equals, searchText, type Term } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Figures } from '../../kit/detail/descriptions.tsx'
import { Litres, MoneyTotal } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList, type List } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { Order } from './cells.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { lines } from './columns.tsx'
import { ScanButton } from './scan-button.tsx'

/** A list of the orders that hold something of a kind, with what of it was sold in all of them. */
export function SalesList({
  kind,
  columns,
  filters,
  details,
}: {
  kind: 'fuel' | 'normal'
  columns: readonly ColumnInput<Order>[]
  filters: readonly FilterInput<Order>[]
  details: PageName
}) {
  const page = usePage()
  const go = useGo()
  const list = useList(orders, { columns, filters, fixed: ofKind[kind], expand: lines })
  return (
    <ListView
      list={list}
      counted={{ of: lineItems, query: linesBehind(kind, list) }}
      label={page.title}
      tools={<ScanButton />}
      onOpen={row => go(details, { orderId: row.id })}
      emptyHint={t('sales.emptyHint')}>
      <ClockNotice list={list} />
      <Sold kind={kind} list={list} />
    </ListView>
  )
}
const ofKind = { fuel: [equals('lineItems.categoryType', 'fuel')], normal: [equals('lineItems.categoryType', 'normal')] } as const

/** The same filter, asked of the lines: what it says of an order is said of the line's order; the time of sale stands in both. */
const ofLines = (terms: readonly Term[]): Term[] =>
  terms.map(term =>
    term.startsWith('lineItems.') ? term.slice('lineItems.'.length) : term.startsWith('createdDate') ? term : `order.${term}`,
  )

const linesBehind = (kind: 'fuel' | 'normal', { set, query }: Pick<List, 'set' | 'query'>) => ({
  search: searchText([equals('categoryType', kind), ...ofLines(set.flatMap(({ terms }) => terms))]),
  ...(query.from && { from: query.from }),
})

function Sold({ kind, list }: { kind: 'fuel' | 'normal'; list: Pick<List, 'set' | 'query' | 'company' | 'count'> }) {
  const { company, count: orderCount } = list
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const narrowed = linesBehind(kind, list)
  const { data } = useQuery({
    queryKey: ['lineItems', 'totals', company || station, narrowed],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(lineItems.totals, { query: narrowed }, { signal, company }),
  })
  const [amountCents, volumeCl] = [data?.amountCents ?? null, data?.volumeCl ?? 0]
  const average = kind === 'fuel' && amountCents !== null && volumeCl > 0 ? money(Math.round((amountCents * 100) / volumeCl)) : '—'
  return (
    <Figures
      of={[
        { label: t('sales.orders'), value: count(orderCount) },
        kind === 'fuel'
          ? { label: t('sales.totalLitres'), value: <Litres centilitres={data?.volumeCl} unit /> }
          : { label: t('sales.totalPieces'), value: count(data?.pieces) },
        { label: t('sales.totalAmount'), value: <MoneyTotal of={data} field="amountCents" /> },
        { label: t('sales.totalDiscount'), value: <MoneyTotal of={data} field="discountCents" /> },
        ...(kind === 'fuel' ? [{ label: t('sales.averagePrice'), value: average }] : []),
      ]}
    />
  )
}
