import { deliveryCalls, oilInfos } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { blockNozzles, unblockNozzles } from '../forecourt/index.ts'

interface Delivery {
  readonly id: number
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
}

/** 停枪: an incident stops the nozzles of its tank; those that another incident has stopped stay with that one. */
export async function afterIncident(ctx: Ctx, { id, companyId, stationId, tankId }: Delivery, incident: string): Promise<void> {
  const nozzles = await blockNozzles(ctx, tankId, id)
  if (nozzles.length > 0) ctx.audit('delivery.nozzlesBlocked', `oilInfos:${id}`, { incident, nozzles }, companyId)
  ctx.emit('delivery.incident', { oilInfoId: id, incident, nozzles }, { companyId, stationId })
}

/** @throws notFound, delivery.noneBlocked, pin.proof */
export const release = handle(deliveryCalls.releaseNozzles, async (ctx, { id, body: { reason, pinProof } }) => {
  const { stationId } = await getOf(ctx.tx, oilInfos, id, [], ctx.scope)
  const of = ctx.tx.selectFrom('delivery').where('id', '=', id).select('companyId').forUpdate()
  const { companyId } = await of.executeTakeFirstOrThrow()
  const nozzles = await unblockNozzles(ctx, id)
  if (nozzles.length === 0) refuse('delivery.noneBlocked')
  await spendProof(ctx, pinProof, { action: 'nozzle.release', subject: `oilInfos:${id}`, amountCents: null })
  ctx.audit('delivery.nozzlesReleased', `oilInfos:${id}`, { nozzles, reason }, companyId)
  ctx.emit('delivery.nozzlesReleased', { oilInfoId: id, nozzles }, { companyId, stationId })
  return { nozzles }
})

/** @throws delivery.nozzlesBlocked */
export async function refuseBlocked({ tx }: Ctx, id: number): Promise<void> {
  const blocked = await tx.selectFrom('nozzleControl').where('blockedDeliveryId', '=', id).select('id').executeTakeFirst()
  if (blocked) refuse('delivery.nozzlesBlocked')
}
