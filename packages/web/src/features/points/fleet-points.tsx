import { fleets, points } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Lacking } from './join-offer.tsx'
import { Held } from './member-points.tsx'

/** 积分与等级 of a fleet: what its cards have earned for it, under any driver and any leader. @source decisions FL6 */
export default function FleetPoints({ groupId }: { groupId: number }) {
  const { data: fleet } = useRecord(fleets, groupId)
  const { data, error, refetch } = useQuery({
    queryKey: ['points', 'ofFleet', groupId],
    queryFn: ({ signal }) => call(points.ofFleet, { id: groupId }, { signal }),
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data || !fleet) return <Bones rows={4} />
  const { score, level } = data
  return (
    <Held had={data}>
      {score && !fleet.earnsPoints && <Says words={t('fleetPoints.noPoints')} />}
      {level && !fleet.levelUpgrade && <Says words={t('fleetPoints.noGrowth')} />}
      {score?.state === 'expired' && <Lacking words={t('memberPoints.notOpened')} />}
      {level?.state === 'expired' && <Lacking words={t('memberPoints.levelNotOpened')} />}
    </Held>
  )
}

const Says = ({ words }: { words: string }) => <p className="p-offer">{words}</p>
