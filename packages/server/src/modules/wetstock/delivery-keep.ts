import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { useFiles } from '../file/index.ts'
import { settingsOfStation } from '../org/index.ts'
import { forgetAlone, matchAlone } from './found-match.ts'
import { due } from './found-scan.ts'

export interface Filling {
  readonly tankId: number
  readonly beginTime: string
  readonly endTime: string | null
}
/** Says which delivery it is; the table holds the rule itself. @throws delivery.overlaps */
export async function refuseOverlap({ tx }: Ctx, { tankId, beginTime, endTime }: Filling, own = 0): Promise<void> {
  const others = tx.selectFrom('delivery').where('tankId', '=', tankId).where('id', '<>', own).where('supersededAt', 'is', null)
  const other = await others
    .where(of => of.or([of('endTime', 'is', null), of('endTime', '>', beginTime)]))
    .$if(endTime !== null, of => of.where('beginTime', '<', endTime!))
    .select(['docNo', 'beginTime'])
    .limit(1)
    .executeTakeFirst()
  if (other) refuse('delivery.overlaps', { other: other.docNo || new Date(other.beginTime).toISOString() })
}

export async function keepCertificate(ctx: Ctx, id: number, { certificateId }: { certificateId: number | null }): Promise<void> {
  if (certificateId !== null) await useFiles(ctx, `oilInfos:${id}`, [certificateId])
}

/** The rise of the tank's level that it is, where the gauge has shown one; else it is looked for with the next readings. */
export async function seekRise(
  ctx: Ctx,
  companyId: number,
  id: number,
  { stationId, tankId, beginTime, endTime }: Filling & { stationId: number },
) {
  await forgetAlone(ctx, id)
  if (endTime === null) return
  const { foundDeliveries: bounds } = await settingsOfStation(ctx, stationId)
  await matchAlone(ctx, { companyId, stationId, tankId }, bounds)
  await due(ctx, { companyId, tankId }, new Date(beginTime))
}
