import { useCardActs } from '../features/card/card-acts.tsx'
import { MasterMovements, SubCards } from '../features/card/sub-cards.tsx'
import { AssignDesk, type FleetTab } from '../features/fleet/assign-desk.tsx'
import { t } from '../i18n/index.ts'
import { later } from '../kit/later.tsx'

const BillsTab = later(() => import('../features/bill/bills-tab.tsx'))
const AgreementsTab = later(() => import('../features/bill/agreements-tab.tsx'))

const billing: readonly FleetTab[] = [
  { key: 'bills', needs: 'bill.read', label: () => t('fleetBill.tab'), show: groupId => <BillsTab groupId={groupId} /> },
  {
    key: 'agreements',
    needs: 'bill.agreement.read',
    label: () => t('fleetBill.agreementsTab'),
    show: groupId => <AgreementsTab groupId={groupId} />,
  },
]

/** 子卡分配, 卡分配管理: one page for the staff and for the leader of a fleet; the acts on its cards are those of the card desk. */
export default function FleetDesk() {
  const desk = useCardActs()
  return <AssignDesk SubCards={SubCards} Movements={MasterMovements} desk={desk} more={billing} />
}
