import { useSession } from '../core/session.ts'
import { Stock } from '../features/forecourt/stock.tsx'
import { PageHeader } from '../kit/page/page-header.tsx'

/** 油品库存: what lies in the tanks. */
export default function FuelInventoryPage() {
  const station = useSession(({ atStation }) => atStation)
  if (!station) return null
  return (
    <>
      <PageHeader />
      <Stock stationId={station.id} />
    </>
  )
}
