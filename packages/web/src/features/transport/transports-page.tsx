import { transports } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { later } from '../../kit/later.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Tabs } from '../../kit/ui.ts'
import { TransportActs, billOf } from './transport-acts.tsx'
import { fromDepot, signedLoss } from './transport-cells.tsx'
import type { Transport } from './transport-form.tsx'
import './transport.css'

const Advice = later(() => import('./order-advice.tsx'))
const Invoice = later(() => import('./invoice-check.tsx'))
const Sums = later(() => import('./purchase-sums.tsx'))

const columns: readonly ColumnInput<Transport>[] = [
  { path: 'billNo', width: 130 },
  { path: 'status', width: 100 },
  'deliveryTime',
  { path: 'stationId', width: 140 },
  { path: 'baseFuelId', width: 100 },
  'loadedKg',
  'signedKg',
  { path: 'lossKg', cell: ({ lossKg }) => signedLoss(lossKg) },
  { path: 'depotId', width: 130, cell: fromDepot },
  { path: 'carrierId', width: 130 },
  { path: 'plate', width: 110 },
  'amountCents',
  'freightAmountCents',
  { path: 'supplierId', hidden: true },
  { path: 'offloadTime', hidden: true },
  { path: 'density', hidden: true },
  { path: 'loadedCl', hidden: true },
  { path: 'signedCl', hidden: true },
  { path: 'claimedKg', hidden: true },
  { path: 'claimCents', hidden: true },
  { path: 'priceCents', hidden: true },
  { path: 'netCents', hidden: true },
  { path: 'freightPriceCents', hidden: true },
  { path: 'freightNetCents', hidden: true },
  { path: 'taxRate', hidden: true },
  { path: 'volumeTyped', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Transport>[] = [
  'deliveryTime',
  'depotId',
  'stationId',
  'carrierId',
  'status',
  'billNo',
  'baseFuelId',
  'productId',
  'supplierId',
  'plate',
  'offloadTime',
]
const tabs = ['contracts', 'sums', 'advice', 'invoice'] as const

/** 运输合同: loads with what they cost, and what was bought month by month; what to order; a supplier's invoice against them. */
export default function TransportsPage() {
  const { search, setSearch } = usePage()
  const tab = tabs.find(key => key === search['tab']) ?? 'contracts'
  const bar = (
    <Tabs
      className="k-parts"
      activeKey={tab}
      onChange={next => setSearch({ tab: next === 'contracts' ? undefined : next })}
      items={tabs.map(key => ({ key, label: t(`transport.tab_${key}`) }))}
    />
  )
  if (tab === 'contracts') return <Contracts key={tab}>{bar}</Contracts>
  if (tab === 'sums') return <Sums key={tab}>{bar}</Sums>
  return (
    <div className="k-parts" key={tab}>
      <PageHeader />
      {bar}
      {tab === 'advice' ? <Advice /> : <Invoice />}
    </div>
  )
}

function Contracts({ children }: { children: ReactNode }) {
  const { title } = usePage()
  const go = useGo()
  const mayWrite = useMay(transports.create.permission)
  const list = useList<Transport>(transports, { columns, filters })
  return (
    <ListView
      list={list}
      label={title}
      onOpen={({ id }) => open(pathTo('transports', id)!)}
      called={billOf}
      emptyHint={t('transport.empty')}
      {...(mayWrite && { onNew: () => go('addTransportInfo'), newLabel: t('transport.add') })}
      rowActions={row => <TransportActs transport={row} />}>
      {children}
    </ListView>
  )
}
