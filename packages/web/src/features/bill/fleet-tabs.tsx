import { t } from '../../i18n/index.ts'
import { later } from '../../kit/later.tsx'

const BillsTab = later(() => import('./bills-tab.tsx'))
const AgreementsTab = later(() => import('./agreements-tab.tsx'))

/** 单位账单, 单位协议: as parts of the page of a fleet. */
export const fleetTabs = [
  { key: 'bills', needs: 'bill.read', label: () => t('fleetBill.tab'), show: (groupId: number) => <BillsTab groupId={groupId} /> },
  {
    key: 'agreements',
    needs: 'bill.agreement.read',
    label: () => t('fleetBill.agreementsTab'),
    show: (groupId: number) => <AgreementsTab groupId={groupId} />,
  },
] as const
