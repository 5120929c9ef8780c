import { t } from '../i18n/index.ts'
import FleetPage from '../features/card/fleet-page.tsx'
import { later } from '../kit/later.tsx'

const BillsTab = later(() => import('../features/bill/bills-tab.tsx'))
const AgreementsTab = later(() => import('../features/bill/agreements-tab.tsx'))

/** 卡分配管理, with what other parts of the product show of a fleet. */
export default function WholeFleetPage() {
  return (
    <FleetPage
      tabs={[
        { key: 'bills', needs: 'bill.read', label: t('fleetBill.tab'), show: groupId => <BillsTab groupId={groupId} /> },
        {
          key: 'agreements',
          needs: 'bill.agreement.read',
          label: t('fleetBill.agreementsTab'),
          show: groupId => <AgreementsTab groupId={groupId} />,
        },
      ]}
    />
  )
}
