import { incomingTransports, oilInfos, type RowOf } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Time } from '../../kit/detail/figures.tsx'
import { later } from '../../kit/later.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Tabs } from '../../kit/ui.ts'
import { DeliveryActs } from './delivery-acts.tsx'
import { FoundQueue } from './found-queue.tsx'
import './delivery.css'

type Row = RowOf<typeof oilInfos>

const columns: readonly ColumnInput<Row>[] = [
  { path: 'docNo', width: 140 },
  { path: 'tankId', width: 90 },
  // On a phone the number of a tank alone says nothing.
  { path: 'productId', width: 110, phone: 'more' },
  { path: 'status', width: 110 },
  { path: 'beginTime', width: 150, cell: ({ beginTime }) => <Time at={beginTime} precision="minute" /> },
  { path: 'deliveryVolumeCl', width: 120 },
  { path: 'totalCl', width: 120 },
  { path: 'profitLossCl', width: 120 },
  { path: 'endTime', width: 150, cell: ({ endTime }) => <Time at={endTime} precision="minute" /> },
  'offloadedCl',
  'soldCl',
  'density',
  { path: 'temperature', width: 100 },
  'weightKg',
  { path: 'supplier', hidden: true },
  { path: 'plate', hidden: true },
  { path: 'incident', hidden: true },
  { path: 'classSettleId', hidden: true },
  { path: 'remark', hidden: true },
]
const filters: readonly FilterInput<Row>[] = ['beginTime', 'tankId', 'productId', 'status', 'docNo', 'supplier', 'plate', 'incident']

/** Few stations have brought in a history. */
const PastDeliveries = later(() => import('./past-deliveries.tsx'))
/** Opened when a load is on its way. */
const IncomingLoads = later(() => import('./incoming-loads.tsx'))
const tabs = ['recorded', 'incoming', 'past'] as const

/** 进油管理: what was recorded here, and what an import has brought. */
export default function DeliveriesPage() {
  const { search, setSearch } = usePage()
  const station = useSession(({ atStation }) => atStation)
  const mayIncoming = useMay(incomingTransports.list.permission)
  const shown = tabs.filter(key => key !== 'incoming' || mayIncoming)
  const tab = shown.find(key => key === search['tab']) ?? 'recorded'
  const bar = (
    <Tabs
      activeKey={tab}
      onChange={next => setSearch({ tab: next === 'recorded' ? undefined : next })}
      items={shown.map(key => ({ key, label: key === 'incoming' ? t('incoming.tab') : t(`past.tab_${key}`) }))}
    />
  )
  if (tab === 'incoming') return <IncomingLoads key={tab}>{bar}</IncomingLoads>
  return tab === 'past' && station ? (
    <PastDeliveries key={tab} stationId={station.id}>
      {bar}
    </PastDeliveries>
  ) : (
    <Recorded key={tab}>{bar}</Recorded>
  )
}

function Recorded({ children }: { children: ReactNode }) {
  const { title } = usePage()
  const go = useGo()
  const mayWrite = useMay('oilInfo.write')
  const station = useSession(({ atStation }) => atStation)
  const list = useList(oilInfos, { columns, filters })
  return (
    <ListView
      list={list}
      label={title}
      onOpen={show}
      called={({ docNo }) => docNo}
      emptyHint={t('delivery.emptyHint')}
      {...(mayWrite && { onNew: () => go('addOilInfo'), newLabel: t('delivery.add') })}
      rowActions={row => <DeliveryActs delivery={row} />}>
      {children}
      {station && <FoundQueue stationId={station.id} />}
    </ListView>
  )
}

function show({ id }: Pick<Row, 'id'>): void {
  const path = pathTo('oilInfos', id)
  if (path) open(path)
}
