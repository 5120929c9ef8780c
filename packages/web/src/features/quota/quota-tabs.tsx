import { t } from '../../i18n/index.ts'
import { later } from '../../kit/later.tsx'

const QuotasTab = later(() => import('./quotas-tab.tsx'))

/** 定额: as a part of the page of a fleet. */
export const quotaTabs = [
  { key: 'quotas', needs: 'quota.read', label: () => t('quota.tab'), show: (groupId: number) => <QuotasTab groupId={groupId} /> },
] as const
