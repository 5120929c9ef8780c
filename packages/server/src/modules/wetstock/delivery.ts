import { deliveryCalls, oilInfos } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { allowedLoss } from './allowed-loss.ts'
import { atReference } from './at-reference.ts'
import { keepCertificate, refuseOverlap, seekRise } from './delivery-keep.ts'
import { supplierName } from './delivery-supplier.ts'
import { foresee, judged } from './foresee.ts'
import { leaveIntake } from './found-delivery.ts'
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
  const id = await createRow(ctx, oilInfos, { ...body, productId, supplier: await supplierName(ctx, body) })
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
  await updateRow(ctx, oilInfos, id, { ...body, productId, supplier: await supplierName(ctx, body, before) })
  await keepCertificate(ctx, id, body)
  const { companyId } = await companyOf(ctx, id)
  await seekRise(ctx, companyId, id, body)
  if (body.incident && body.incident !== before.incident) await afterIncident(ctx, { ...body, id, companyId }, body.incident)
  return getOf(ctx.tx, oilInfos, id, [], ctx.scope)
})

/** @throws notFound, delivery.settled, delivery.isCorrection, delivery.nozzlesBlocked */
const remove = handle(oilInfos.delete, async (ctx, { id }) => {
  const { correctsId } = await forUpdate(ctx, id)
  if (correctsId !== null) refuse('delivery.isCorrection')
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
  if (delivery.status === 'settled' || delivery.status === 'corrected') refuse('delivery.settled')
  return delivery
}

const companyOf = ({ tx }: Ctx, id: number) => tx.selectFrom('delivery').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()

export const deliveryHandlers = [...crud(oilInfos, ['list', 'totals', 'get']), preview, convert, create, update, remove, release]
