import type { ReactNode } from 'react'
import { may, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Tabs } from '../../kit/ui.ts'
import { CountDesk } from './count-desk.tsx'
import { DocumentsList } from './documents-list.tsx'
import { ItemsList } from './items-list.tsx'
import { MovesList } from './moves-list.tsx'
import { ValuesList } from './values-list.tsx'

interface Part {
  readonly key: 'goods' | 'low' | 'documents' | 'count' | 'moves' | 'values'
  readonly permission: string
  readonly draw: (stationId: number, bar: ReactNode) => ReactNode
}
const parts: readonly Part[] = [
  { key: 'goods', permission: 'goods.item.read', draw: (_, bar) => <ItemsList>{bar}</ItemsList> },
  { key: 'low', permission: 'goods.item.read', draw: (_, bar) => <ItemsList low>{bar}</ItemsList> },
  { key: 'documents', permission: 'goods.stock.read', draw: (id, bar) => <DocumentsList stationId={id}>{bar}</DocumentsList> },
  { key: 'count', permission: 'goods.stock.read', draw: (id, bar) => <CountDesk stationId={id}>{bar}</CountDesk> },
  { key: 'moves', permission: 'goods.stock.read', draw: (_, bar) => <MovesList>{bar}</MovesList> },
  { key: 'values', permission: 'goods.cost.read', draw: (_, bar) => <ValuesList>{bar}</ValuesList> },
]

/** 商品列表, and the stock of the goods in its tabs. @source decisions GD12 */
export default function ItemsPage() {
  const { search, setSearch } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const offered = parts.filter(({ permission }) => may(permission))
  const front = offered.find(({ key }) => key === search['tab']) ?? offered[0]
  if (!station || !front) return null
  const bar = (
    <Tabs
      className="k-parts"
      activeKey={front.key}
      onChange={tab => setSearch({ tab: tab === 'goods' ? undefined : tab })}
      items={offered.map(({ key }) => ({ key, label: t(`shop.tab_${key}`) }))}
    />
  )
  return <div key={front.key}>{front.draw(station, bar)}</div>
}
