import { fuelInventories, type Path, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { count, litres } from '../../core/money.ts'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { later, WhileLoading } from '../../kit/later.tsx'
import { ChartShape } from '../../kit/chart/frame.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Segmented } from '../../kit/ui.ts'
import { BooksWait } from './books-wait.tsx'
import { kinds, whose } from './stock-name.ts'
import './reconciliation.css'

type Row = RowOf<typeof fuelInventories>
const Control = later(async () => ({ default: (await import('./control.tsx')).Control }))

const periods = ['shift', 'day', 'month'] as const
type Period = (typeof periods)[number]

/** A loss that is unusual stands out by its sign and its words, not by its colour alone. */
const variance = (value: number | null) => <span className={value !== null && value < 0 ? 'k-bad' : undefined}>{litres(value)}</span>

/** The variance of a row leads to its causes. */
const Why = ({ row: { id, ownVarianceCl }, period }: { row: Row; period: Period }) =>
  ownVarianceCl === null ? (
    variance(null)
  ) : (
    <PageLink page="fuelInventory" search={{ tab: 'losses', period, row: id }} className="k-link">
      {variance(ownVarianceCl)}
    </PageLink>
  )

/** What is needed in most rows stands first, so that it is seen without scrolling sideways. */
const volume = <P extends Path<Row>>(path: P) => ({ path, width: 96 }) as const
const columnsOf = (period: Period): readonly ColumnInput<Row>[] => [
  { path: 'businessDay', width: 108, phone: 'when' },
  { path: 'shiftNumber', width: 64, hidden: period !== 'shift', phone: 'more' },
  { path: 'number', width: 90, sort: false, align: 'left', cell: whose, text: whose, phone: 'what' },
  { path: 'productId', width: 96, phone: 'more' },
  volume('openingCl'),
  volume('receivedCl'),
  volume('meteredCl'),
  volume('bookCl'),
  volume('measuredCl'),
  { ...volume('ownVarianceCl'), cell: row => <Why row={row} period={period} />, phone: 'amount' },
  { path: 'variancePercent', width: 84 },
  { ...volume('varianceCl'), cell: row => variance(row.varianceCl) },
  volume('transferredCl'),
  volume('adjustedCl'),
  { path: 'waterMm', width: 80, cell: row => count(row.waterMm), text: row => count(row.waterMm) },
  { path: 'temperature', width: 80 },
  { ...volume('receivedRefCl'), hidden: true },
  { ...volume('meteredRefCl'), hidden: true },
  { ...volume('measuredRefCl'), hidden: true },
  { ...volume('ownVarianceRefCl'), cell: row => variance(row.ownVarianceRefCl) },
  { path: 'endTime', hidden: true },
]
const columns = { shift: columnsOf('shift'), day: columnsOf('day'), month: columnsOf('month') }
const filters: readonly FilterInput<Row>[] = ['businessDay', 'tankId', 'productId']

/** 盘点: what each tank should hold and does hold, by shift, day or month; and what the differences say. */
export function Reconciliation({ stationId, children }: { stationId: number; children: ReactNode }) {
  const page = usePage()
  const period = periods.find(name => name === page.search['period']) ?? 'day'
  const by = kinds.find(name => name === page.search['by']) ?? 'tank'
  const list = useList(fuelInventories, { columns: columns[period], filters, fixed: [equals('period', period), equals('by', by)] })
  return (
    <ListView list={list} label={page.title} emptyHint={t('reconciliation.none')}>
      {children}
      <BooksWait stationId={stationId} />
      <WhileLoading show={<ChartShape withHead />}>
        <Control stationId={stationId} by={by} />
      </WhileLoading>
      <div className="rc-tools">
        <Segmented
          value={period}
          aria-label={t('reconciliation.period')}
          options={periods.map(value => ({ value, label: t(`reconciliation.period_${value}`) }))}
          onChange={value => page.setSearch(now => ({ ...now, period: value, page: undefined }))}
        />
        <Segmented
          value={by}
          aria-label={t('reconciliation.by')}
          options={kinds.map(value => ({ value, label: t(`reconciliation.by_${value}`) }))}
          onChange={value => page.setSearch(now => ({ ...now, by: value, of: undefined, page: undefined }))}
        />
      </div>
    </ListView>
  )
}
