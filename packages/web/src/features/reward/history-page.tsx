import { may } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Tabs } from '../../kit/ui.ts'
import { MovementsList } from './movements-list.tsx'
import { RedemptionsList } from './redemptions-list.tsx'

const parts = [
  { key: 'exchange', permission: 'redemption.read', Draw: RedemptionsList },
  { key: 'accumulated', permission: 'points.read', Draw: MovementsList },
] as const

/** 积分兑换与累计记录: what was redeemed, and how points came and went, each in a tab. @source requirements PTS-003, PTS-006, PTS-016 */
export default function HistoryPage() {
  const { search, setSearch } = usePage()
  const offered = parts.filter(({ permission }) => may(permission))
  const front = offered.find(({ key }) => key === search['tab']) ?? offered[0]
  if (!front) return null
  return (
    <front.Draw key={front.key}>
      <Tabs
        className="k-parts"
        activeKey={front.key}
        onChange={tab => setSearch({ tab: tab === 'exchange' ? undefined : tab })}
        items={offered.map(({ key }) => ({ key, label: t(`store.tab_${key}`) }))}
      />
    </front.Draw>
  )
}
