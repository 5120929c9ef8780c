import { orders, stations, type RecordNamed } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { equals, searchText } from '../../core/search.ts'
import { useSession, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Drill } from '../../kit/links.ts'
import { moveTo } from '../../kit/move-station.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { goodsWords, reach } from './cells.tsx'
import { lines } from './columns.tsx'
import { ScanPay } from './scan-pay.tsx'

type OrderRow = RecordNamed<'orders'>

/** The order of that number, wherever it was sold, and what can be done about it here. */
export function Scanned({ orderNo, onNext }: { orderNo: string; onNext: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'scanned', orderNo],
    retry: false,
    queryFn: ({ signal }) =>
      call(
        orders.list,
        { query: { search: searchText([equals('orderNo', orderNo)]), size: 1, expand: ['station', ...lines] } },
        { signal, everywhere: true },
      ),
  })
  const here = useSession(({ atStation }) => atStation)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  const [order] = data.content
  if (!order) return <Alert type="warning" showIcon role="alert" title={t('scan.noOrder', { orderNo })} description={t('scan.again')} />
  if (order.stationId !== here?.id) return <Elsewhere order={order} here={here?.name ?? '—'} />
  return (
    <>
      <Order order={order} />
      <ScanPay order={order} again={() => void refetch()} onNext={onNext} />
    </>
  )
}

/** @source spec 1 §8 "order for another station on scan, switch station then rescan" */
function Elsewhere({ order, here }: { order: OrderRow; here: string }) {
  const { path } = usePage()
  const { orderNo, stationId } = order
  const station = order.station?.name ?? `#${stationId}`
  const { data } = useQuery({
    queryKey: ['stations', 'scanned', stationId],
    queryFn: ({ signal }) =>
      call(stations.list, { query: { search: `id:${stationId}`, size: 1, expand: 'company' } }, { signal, everywhere: true }),
  })
  const there = data?.content[0] as unknown as AtStation | undefined
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('scan.otherStation', { orderNo, station })}
      description={
        <>
          <p className="scan-said">{t('scan.otherStationHelp', { here })}</p>
          <Button type="primary" disabled={!there} onClick={() => there && moveTo(there, `${path}?scan=${encodeURIComponent(orderNo)}`)}>
            {t('scan.switch', { station })}
          </Button>
        </>
      }
    />
  )
}

function Order({ order }: { order: OrderRow }) {
  const { id, orderNo, status, totalCents, paidCents } = order
  return (
    <dl className="scan-order">
      <div>
        <dt>
          <Drill to={reach('allDetails', {}, { orderId: id })}>{orderNo}</Drill> <StatusTag of="orders" field="status" value={status} />
        </dt>
        <dd>{goodsWords(order)}</dd>
      </div>
      <div className="scan-due">
        <dt>{t('scan.due')}</dt>
        <dd>{inCurrency(totalCents - paidCents)}</dd>
      </div>
    </dl>
  )
}
