import { daySettles, monthReports, type RecordNamed } from '@forecourt/contract'
import { useState } from 'react'
import { money } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Button } from '../../kit/ui.ts'
import { DifferenceMoney } from './figures.tsx'
import { DueDays } from './due-days.tsx'
import './settlement.css'

type Day = RecordNamed<'daySettles'>
type Month = RecordNamed<'monthReports'>
/** What a day and a month both have. */
type Common = Pick<Day, keyof Day & keyof Month>

const difference = {
  path: 'differenceCents',
  cell: (row: Common) => <DifferenceMoney cents={row.differenceCents} />,
  text: (row: Common) => money(row.differenceCents),
} as const
const figures: readonly ColumnInput<Common>[] = [
  'volumeCl',
  { path: 'salesCents', phone: 'amount' },
  'paidCents',
  'expectedCents',
  'countedCents',
  { ...difference, phone: 'state' },
  'orders',
  'topUpCents',
  'unpaidCents',
]
const columns: readonly ColumnInput<Day>[] = [
  { path: 'businessDay', width: 120, phone: 'what' },
  { path: 'shifts', width: 90 },
  ...figures.slice(0, 6),
  { path: 'employeeName', width: 130, phone: 'more' },
  ...figures.slice(6),
  { path: 'reason', hidden: true },
  { path: 'note', hidden: true },
  { path: 'stationName', hidden: true },
]
const months: readonly ColumnInput<Month>[] = [
  {
    path: 'month',
    width: 120,
    phone: 'what',
    cell: row => String(row.month).slice(0, 7),
    text: row => String(row.month).slice(0, 7),
  },
  { path: 'days', width: 100 },
  ...figures,
  { path: 'stationName', hidden: true },
]

/** 日结报表: the days that wait to be settled, every day that was, and the months they make. */
export default function DaySettlePage() {
  const [byMonth, setByMonth] = useState(false)
  const other = <Button onClick={() => setByMonth(!byMonth)}>{t(byMonth ? 'settle.byDay' : 'settle.byMonth')}</Button>
  if (byMonth)
    return (
      <ListPage
        of={monthReports}
        columns={months}
        filters={['month', 'differenceCents']}
        periodBar={false}
        emptyHint={t('settle.emptyDays')}>
        <p className="settle-p">{other}</p>
      </ListPage>
    )
  return (
    <ListPage
      of={daySettles}
      columns={columns}
      filters={['businessDay', 'employeeName', 'differenceCents', 'salesCents', 'note']}
      onOpen={row => open(pathTo('daySettles', row.id)!)}
      rowActions={row => (
        <PageLink page="printDaySettle" params={{ daySettleId: row.id }} className="k-link" orNothing>
          {t('settle.print')}
        </PageLink>
      )}
      emptyHint={t('settle.emptyDays')}>
      <DueDays />
      <p className="settle-p">{other}</p>
    </ListPage>
  )
}
