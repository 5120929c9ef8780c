import { t } from '../../i18n/index.ts'
import { withEverything } from '../../kit/everything.ts'
import { later } from '../../kit/later.tsx'

const FleetPoints = later(withEverything(() => import('./fleet-points.tsx')))

/** 积分与等级: as a part of the page of a fleet. */
export const pointsTabs = [
  {
    key: 'points',
    needs: 'member.fleet.read',
    label: () => t('memberPoints.title'),
    show: (groupId: number) => <FleetPoints groupId={groupId} />,
  },
] as const
