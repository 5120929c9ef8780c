import { t } from '../../i18n/index.ts'
import { later } from '../../kit/later.tsx'

const FillsTab = later(() => import('./fills-tab.tsx'))

/** 可疑加油: as a part of the page of a fleet. */
export const fillTabs = [
  { key: 'fills', needs: 'plausibility.read', label: () => t('fills.tab'), show: (groupId: number) => <FillsTab groupId={groupId} /> },
] as const
