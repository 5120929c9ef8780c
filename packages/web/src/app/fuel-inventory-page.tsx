import type { ReactNode } from 'react'
import { useMay, useSession } from '../core/session.ts'
import { Stock, stockTab } from '../features/forecourt/stock.tsx'
import { leakTestTab, lossesTab, reconciliationPermission, reconciliationTab } from '../features/wetstock/reconciliation-tab.ts'
import { Bones } from '../kit/feedback/states.tsx'
import { later, WhileLoading } from '../kit/later.tsx'
import { PageHeader } from '../kit/page/page-header.tsx'
import { usePage } from '../kit/page/use-page.ts'
import { Tabs } from '../kit/ui.ts'

const Reconciliation = later(async () => ({ default: (await import('../features/wetstock/reconciliation.tsx')).Reconciliation }))
const LeakTest = later(async () => ({ default: (await import('../features/wetstock/leak-test.tsx')).LeakTest }))
const Losses = later(async () => ({ default: (await import('../features/wetstock/losses.tsx')).Losses }))
/** Tabs that bring code of their own. */
const tabs = { reconciliation: Reconciliation, losses: Losses, leakTest: LeakTest } as const
type Own = keyof typeof tabs

/** 油品库存: what lies in the tanks, and what should: each tab out of the feature that it belongs to. */
export default function FuelInventoryPage() {
  const page = usePage()
  const station = useSession(({ atStation }) => atStation)
  const reconciles = useMay(reconciliationPermission)
  if (!station) return null
  const asked = String(page.search['tab'])
  const tab = reconciles && Object.hasOwn(tabs, asked) ? (asked as Own) : 'stock'
  const bar = reconciles && (
    <Tabs
      className="k-parts"
      activeKey={tab}
      onChange={next => page.setSearch({ tab: next === 'stock' ? undefined : next })}
      items={[stockTab(), reconciliationTab(), lossesTab(), leakTestTab()]}
    />
  )
  if (tab !== 'stock') {
    const Shown = tabs[tab]
    return (
      <WhileLoading key={tab} show={<Waiting>{bar}</Waiting>}>
        <Shown stationId={station.id}>{bar}</Shown>
      </WhileLoading>
    )
  }
  return (
    <>
      <PageHeader />
      {bar}
      <Stock stationId={station.id} />
    </>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeader />
    {children}
    <Bones rows={10} />
  </>
)
