import { fleetTabs } from '../features/bill/fleet-tabs.tsx'
import { useCardActs } from '../features/card/card-acts.tsx'
import { MasterMovements, SubCards } from '../features/card/sub-cards.tsx'
import { AssignDesk } from '../features/fleet/assign-desk.tsx'
import { fillTabs } from '../features/plausibility/fleet-tab.tsx'
import { pointsTabs } from '../features/points/fleet-tab.tsx'
import { quotaTabs } from '../features/quota/quota-tabs.tsx'

const more = [...quotaTabs, ...pointsTabs, ...fleetTabs, ...fillTabs]

/** 子卡分配, 卡分配管理: one page for the staff and for the leader of a fleet; the acts on its cards are those of the card desk. */
export default function FleetDesk() {
  const desk = useCardActs()
  return <AssignDesk SubCards={SubCards} Movements={MasterMovements} desk={desk} more={more} />
}
