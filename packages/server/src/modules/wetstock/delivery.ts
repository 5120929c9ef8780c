import { deliveryCalls, oilInfos } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { useFiles } from '../file/index.ts'
import { settingsOfStation } from '../org/index.ts'
import { allowedLoss } from './allowed-loss.ts'
import { atReference } from './at-reference.ts'
import { foresee, judged } from './foresee.ts'
import { leaveIntake } from './found-delivery.ts'
import { forgetAlone, matchAlone } from './found-match.ts'
import { due } from './found-scan.ts'
import { afterIncident, refuseBlocked, release } from './incident.ts'

const preview = handle(deliveryCalls.preview, async (ctx, { body }) => {
  const { tank: _tank, ...figures } = await foresee(ctx, body)
  return figures
})

const convert = handle(deliveryCalls.atReference, async (ctx, { id }) => {
  const delivery = await getOf(ctx.tx, oilInfos, id, [], ctx.scope)
  const { measurement } = await settingsOfStation(ctx, delivery.stationId)
  const allowed = await allowedLoss(ctx, { ...delivery, productId: delivery.productId! })
  return { atReference: atReference(delivery, delivery.soldCl, measurement), ...allowed }
})

/** @throws as judged, and delivery.overlaps */
const create = handle(oilInfos.create, async (ctx, { body }) => {
  const { productId } = await judged(ctx, body)
  await refuseOverlap(ctx, body)
  const id = await createRow(ctx, oilInfos, { ...body, productId })
  // What comes late for a settled shift counts from this moment, by the clock of the product.
  await ctx.tx.updateTable('delivery').set({ createdDate: ctx.now }).where('id', '=', id).execute()
  await keepCertificate(ctx, id, body)
  const { companyId } = await companyOf(ctx, id)
  await seekRise(ctx, companyId, id, body)
  if (body.incident) await afterIncident(ctx, { ...body, id, companyId }, body.incident)
  return getOf(ctx.tx, oilInfos, id, [], ctx.scope)
})

/** @throws as create, and notFound, stale, delivery.settled, delivery.tankFixed */
const update = handle(oilInfos.update, async (ctx, { id, body }) => {
  const before = await forUpdate(ctx, id)
  if (body.tankId !== before.tankId || body.stationId !== before.stationId) refuse('delivery.tankFixed')
  const { productId } = await judged(ctx, body)
  await refuseOverlap(ctx, body, id)
  await updateRow(ctx, oilInfos, id, { ...body, productId })
  await keepCertificate(ctx, id, body)
  const { companyId } = await companyOf(ctx, id)
  await seekRise(ctx, companyId, id, body)
  if (body.incident && body.incident !== before.incident) await afterIncident(ctx, { ...body, id, companyId }, body.incident)
  return getOf(ctx.tx, oilInfos, id, [], ctx.scope)
})

/** The rise of the tank's level that it is, where the gauge has shown one; else it is looked for with the next readings. */
async function seekRise(
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

/** @throws notFound, delivery.settled, delivery.nozzlesBlocked */
const remove = handle(oilInfos.delete, async (ctx, { id }) => {
  await forUpdate(ctx, id)
  await refuseBlocked(ctx, id)
  await leaveIntake(ctx, id)
  await deleteRow(ctx, oilInfos, id)
  return { id }
})

/** Locked, so that no settlement counts it before it is changed. @throws notFound, delivery.settled */
async function forUpdate(ctx: Ctx, id: number) {
  await getOf(ctx.tx, oilInfos, id, [], ctx.scope)
  await ctx.tx.selectFrom('delivery').where('id', '=', id).select('id').forUpdate().execute()
  const delivery = await getOf(ctx.tx, oilInfos, id, [], ctx.scope)
  if (delivery.status === 'settled') refuse('delivery.settled')
  return delivery
}

const companyOf = ({ tx }: Ctx, id: number) => tx.selectFrom('delivery').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()

interface Filling {
  readonly tankId: number
  readonly beginTime: string
  readonly endTime: string | null
}
/** Says which delivery it is; the table holds the rule itself. @throws delivery.overlaps */
async function refuseOverlap({ tx }: Ctx, { tankId, beginTime, endTime }: Filling, own = 0): Promise<void> {
  const others = tx.selectFrom('delivery').where('tankId', '=', tankId).where('id', '<>', own)
  const other = await others
    .where(of => of.or([of('endTime', 'is', null), of('endTime', '>', beginTime)]))
    .$if(endTime !== null, of => of.where('beginTime', '<', endTime!))
    .select(['docNo', 'beginTime'])
    .limit(1)
    .executeTakeFirst()
  if (other) refuse('delivery.overlaps', { other: other.docNo || new Date(other.beginTime).toISOString() })
}

async function keepCertificate(ctx: Ctx, id: number, { certificateId }: { certificateId: number | null }): Promise<void> {
  if (certificateId !== null) await useFiles(ctx, `oilInfos:${id}`, [certificateId])
}

export const deliveryHandlers = [...crud(oilInfos, ['list', 'totals', 'get']), preview, convert, create, update, remove, release]
