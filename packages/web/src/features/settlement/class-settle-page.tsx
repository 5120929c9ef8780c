import { classSettles } from '@forecourt/contract'
import { money } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { open, pathTo } from '../../kit/links.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { addressOf } from '../../kit/page/address.ts'
import { DifferenceMoney } from './figures.tsx'
import { RunningShift } from './running-shift.tsx'
import { shiftWords } from './shift-words.ts'
import { useRunning } from './use-running.ts'
import { isRunning, useWithRunning, type Settlement } from './use-with-running.ts'

const amount = (page: 'allQuery' | 'transactions', field: 'salesCents' | 'paidCents') => (row: Settlement) => (
  <PageLink page={page} search={{ shiftId: row.dailyStateId }} className="k-link">
    {money(row[field])}
  </PageLink>
)

const columns: readonly ColumnInput<Settlement>[] = [
  {
    path: 'businessDay',
    width: 170,
    phone: 'what',
    title: t('settle.shiftFact'),
    cell: row => shiftWords(row),
    say: {
      text: t('settle.shift', { day: '{businessDay}', no: '{number}' }),
      when: { path: 'isNatureDay', text: t('settle.naturalDay', { day: '{businessDay}' }) },
    },
  },
  { path: 'state', width: 100, phone: 'more' },
  { path: 'endTime', width: 150, cell: row => time(row.endTime, 'minute'), text: row => time(row.endTime, 'minute') },
  { path: 'salesCents', phone: 'amount', cell: amount('allQuery', 'salesCents'), text: row => money(row.salesCents) },
  { path: 'paidCents', cell: amount('transactions', 'paidCents'), text: row => money(row.paidCents) },
  'expectedCents',
  'countedCents',
  {
    path: 'differenceCents',
    phone: 'state',
    cell: row => <DifferenceMoney cents={row.differenceCents} />,
    text: row => money(row.differenceCents),
  },
  { path: 'employeeName', width: 130, phone: 'more' },
  'volumeCl',
  'orders',
  'topUpCents',
  'unpaidCents',
  { path: 'startTime', hidden: true },
  { path: 'reason', hidden: true },
  { path: 'discountCents', hidden: true },
  { path: 'pieces', hidden: true },
  { path: 'note', hidden: true },
  { path: 'stationName', hidden: true },
]
const filters: readonly FilterInput<Settlement>[] = [
  'businessDay',
  'state',
  { path: 'createdDate', time: true },
  'employeeName',
  'number',
  'differenceCents',
  'salesCents',
  'unpaidCents',
  'dailyStateId',
  'note',
]

/** A shift that still runs opens its sales; a settled one its settlement. */
function openShift(row: Settlement) {
  open(isRunning(row) ? addressOf('allQuery', {}, { shiftId: row.dailyStateId }) : pathTo('classSettles', row.id)!)
}

const printShift = (row: Settlement) =>
  !isRunning(row) && (
    <PageLink page="printClassSettle" params={{ classSettleId: row.id }} className="k-link" orNothing>
      {t('settle.print')}
    </PageLink>
  )

/** 班结报表: the shift that is running, and every shift that was settled. */
export default function ClassSettlePage() {
  const shifts = useSession(({ atStation }) => atStation?.enableShiftSettle ?? true)
  const { search, title } = usePage()
  const running = useRunning().data
  const list = useWithRunning(useList<Settlement>(classSettles, { columns, filters }))
  return (
    <ListView
      list={list}
      label={title}
      onOpen={openShift}
      rowActions={printShift}
      emptyHint={t(shifts ? 'settle.emptyHint' : 'settle.emptyNatural')}
      notFoundHint={search['state'] === 'running' && t(running ? 'settle.onlyRunning' : 'settle.noneRuns')}>
      <RunningShift />
    </ListView>
  )
}
