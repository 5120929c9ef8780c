import { clockFaults, clockSales, type Returned, type RowOf } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { lasting, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Drill } from '../../kit/links.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { reach } from './cells.tsx'
import { CorrectionButtons, marksOf, type Fault } from './clock-correction.tsx'
import './clock-faults.css'

type Sale = RowOf<typeof clockSales>
type Running = NonNullable<Returned<typeof clockFaults.status>['running']>

const columns: readonly ColumnInput<Sale>[] = [
  {
    path: 'orderNo',
    width: 150,
    cell: ({ id, orderNo }) => <Drill to={reach('allDetails', {}, { orderId: id })}>{orderNo}</Drill>,
    text: ({ orderNo }) => orderNo,
  },
  { path: 'state', width: 110 },
  { path: 'receivedDate', width: 170 },
  { path: 'receivedBefore', width: 170 },
  { path: 'createdDate', width: 170 },
  { path: 'createdBefore', width: 170 },
  { path: 'totalCents', width: 110 },
  { path: 'cause', width: 180, hidden: true },
  { path: 'beganDate', width: 170, hidden: true },
  { path: 'endedDate', width: 170, hidden: true },
  { path: 'reason', width: 200 },
  { path: 'correctedDate', width: 170 },
  { path: 'receivedAfter', width: 170, hidden: true },
  { path: 'createdAfter', width: 170, hidden: true },
]
const filters: readonly FilterInput<Sale>[] = [
  'state',
  { path: 'receivedDate', time: true },
  'orderNo',
  'cause',
  { path: 'correctedDate', time: true },
]
/** 时钟异常: sales whose dates are in doubt, and what became of them. */
export default function ClockFaultsPage() {
  return (
    <ListPage<Sale> of={clockSales} columns={columns} filters={filters} emptyHint={t('clockFaults.emptyHint')}>
      <Faults />
    </ListPage>
  )
}

/** What runs now, and each fault of which sales still wait for somebody. */
function Faults() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const { data, isPending, isError } = useQuery({
    queryKey: ['clockFaults', station],
    enabled: visible,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => ({
      running: (await call(clockFaults.status, {}, { signal })).running,
      waiting: (await call(clockFaults.waiting, {}, { signal })).content,
    }),
  })
  if (isPending && !isError) return <HoldBelow />
  if (!data) return null
  return (
    <div className="clock-faults">
      {data.running && <RunningFault of={data.running} />}
      {data.waiting.map(fault => (
        <WaitingFault key={fault.id} of={fault} />
      ))}
    </div>
  )
}

const difference = (ms: number) => t(ms < 0 ? 'clockFaults.behind' : 'clockFaults.ahead', { by: lasting(Math.abs(ms)) })

function RunningFault({ of: { id, cause, beganDate, offsetMs } }: { of: Running }) {
  const mayAccept = useMay(clockFaults.accept.permission)
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const accept = async () => {
    const sure = await confirm({
      text: t('clockFaults.acceptAsk'),
      ok: t('clockFaults.accept'),
      act: () => call(clockFaults.accept, { id }),
    })
    if (!sure) return
    toast.done(t('clockFaults.accepted'))
    await cache.invalidateQueries({ queryKey: ['clockFaults'] })
  }
  return (
    <Alert
      type="error"
      showIcon
      title={t(`clockFaults.running_${cause}`, { by: difference(offsetMs), time: time(beganDate, 'minute') })}
      description={
        <>
          {t('clockFaults.runningHelp')}
          {mayAccept && (
            <div className="clock-faults-acts">
              <Button size="small" onClick={() => void accept()}>
                {t('clockFaults.accept')}
              </Button>
            </div>
          )}
        </>
      }
    />
  )
}

function WaitingFault({ of }: { of: Fault }) {
  const { cause, beganDate, endedDate, offsetSeconds } = of
  const began = time(beganDate, 'minute')
  return (
    <Alert
      type="warning"
      showIcon
      title={t('clockFaults.waiting', { what: marksOf(of) })}
      description={
        <>
          {t(`clockFaults.was_${cause}`, { by: difference(offsetSeconds * 1000), time: began })}
          {of.payments > 0 && <Marked page="transactions">{t('clockFaults.showPayments')}</Marked>}
          {of.movements > 0 && <Marked page="userCardDetails">{t('clockFaults.showMovements')}</Marked>}
          {endedDate !== null && (
            <div className="clock-faults-acts">
              <CorrectionButtons of={of} />
            </div>
          )}
        </>
      }
    />
  )
}

/** What else is marked, in its own list; nothing for users who may not open that. */
function Marked({ page, children }: { page: 'transactions' | 'userCardDetails'; children: string }) {
  const to = reach(page, { clockSuspect: 'true' })
  return (
    to && (
      <>
        {' '}
        <Drill to={to}>{children}</Drill>
      </>
    )
  )
}
