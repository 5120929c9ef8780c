import { purchaseSums, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'

type Sum = RowOf<typeof purchaseSums>

const monthOf = ({ month }: Sum): string => month.slice(0, 7)
const price = ({ pricePerLitre }: Sum): string => pricePerLitre.toFixed(4)
const columns: readonly ColumnInput<Sum>[] = [
  { path: 'month', width: 100, cell: monthOf, text: monthOf },
  { path: 'stationId', width: 170 },
  { path: 'productId', width: 120, phone: 'state' },
  { path: 'loads', width: 80 },
  'loadedCl',
  'amountCents',
  { path: 'pricePerLitre', cell: price, text: price, width: 130 },
  'netCents',
  'signedCl',
  { path: 'freightAmountCents', hidden: true },
]
const filters: readonly FilterInput<Sum>[] = ['month', 'stationId', 'productId']

/** 采购汇总: litres, money and average price by station, product and month; a row leads to its loads. */
export default function PurchaseSums({ children }: { children: ReactNode }) {
  const { setSearch } = usePage()
  const list = useList<Sum>(purchaseSums, { columns, filters, periodBar: false })
  const toLoads = ({ month, stationId, productId }: Sum) => {
    const last = Temporal.PlainDate.from(month).add({ months: 1 }).subtract({ days: 1 })
    setSearch({ stationId: String(stationId), productId: String(productId), offloadTime: `${month}..${last.toString()}` })
  }
  return (
    <ListView
      list={list}
      label={t('transport.tab_sums')}
      called={sum => `${monthOf(sum)} ${sum.station?.name ?? ''} ${sum.product?.name ?? ''}`}
      emptyHint={t('transport.noSums')}
      onOpen={toLoads}>
      {children}
    </ListView>
  )
}
