import { daySettles, daySettlement, monthReports } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { money } from '../../core/money.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { AnyRow, ColumnInput } from '../../kit/list/columns.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { DifferenceMoney } from './count-table.tsx'
import { DayDialog } from './day-dialog.tsx'
import './settlement.css'

const difference = {
  path: 'differenceCents',
  cell: (row: AnyRow) => <DifferenceMoney cents={row['differenceCents']} />,
  text: (row: AnyRow) => money(row['differenceCents']),
} as const
const figures: readonly ColumnInput<AnyRow>[] = [
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
const columns: readonly ColumnInput<AnyRow>[] = [
  { path: 'businessDay', width: 120, phone: 'what' },
  { path: 'shifts', width: 90 },
  ...figures.slice(0, 6),
  { path: 'employeeName', width: 130, phone: 'more' },
  ...figures.slice(6),
  { path: 'note', hidden: true },
  { path: 'stationName', hidden: true },
]
const months: readonly ColumnInput<AnyRow>[] = [
  {
    path: 'month',
    width: 120,
    phone: 'what',
    cell: row => String(row['month']).slice(0, 7),
    text: row => String(row['month']).slice(0, 7),
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
      <ListPage of={monthReports} columns={months} filters={['month', 'differenceCents']} emptyHint={t('settle.emptyDays')}>
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

/** The days that are over and wait, the latest first. */
function DueDays() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation)
  const may = useMay(daySettlement.settle.permission)
  const [day, setDay] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['daySettles', 'due', station?.id],
    enabled: visible && station !== undefined,
    queryFn: async ({ signal }) => (await call(daySettlement.due, { query: { stationId: station!.id } }, { signal })).content,
  })
  if (!station) return <p className="k-quiet">{t('settle.noStation')}</p>
  return (
    <Section title={t('settle.dueDays')}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={2} />}
      {data?.length === 0 && <p className="k-quiet settle-p">{t('settle.noDueDays')}</p>}
      <ul className="settle-due">
        {data?.slice(0, 7).map(({ businessDay, running }) => (
          <li key={businessDay}>
            <span className="k-number">{businessDay}</span>
            {running > 0 ? (
              <span className="settle-over">{t('settle.stillRunning')}</span>
            ) : (
              may && (
                <Button size="small" onClick={() => setDay(businessDay)}>
                  {t('settle.settleDay', { day: businessDay })}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {day && <DayDialog stationId={station.id} businessDay={day} onClose={() => setDay(undefined)} />}
    </Section>
  )
}
