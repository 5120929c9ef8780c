import { deliveryCorrectionProof, deliveryCorrections, oilInfos } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { createRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { afterAllSales } from '../order/index.ts'
import { keepCertificate, refuseOverlap, seekRise } from './delivery-keep.ts'
import { supplierName } from './delivery-supplier.ts'
import { judged } from './foresee.ts'
import { forgetAlone } from './found-match.ts'
import { afterIncident } from './incident.ts'
import { enteredFor } from './signed-load.ts'
import { openingOf } from './tank-place.ts'

interface LateSale {
  readonly orderId: number
  readonly orderNo: string
  readonly shiftId: number
  readonly createdDate: string
  readonly receivedDate: string
  readonly volumeCl: number
}

async function lateSales({ tx }: Ctx, id: number): Promise<LateSale[]> {
  const { rows } = await sql<LateSale>`
    select late.order_id, late.order_no, late.shift_id, late.created_date, late.received_date, late.cl as volume_cl
    from ${scoped(tx, 'delivery')} delivery
    cross join lateral delivery_late(delivery.company_id, delivery.id) late
    where delivery.id = ${id} order by late.received_date, late.order_id`.execute(tx)
  return rows
}
const iso = (at: string) => new Date(at).toISOString()
const sumOf = (sales: readonly LateSale[]) => sales.reduce((sum, { volumeCl }) => sum + volumeCl, 0)

/**
 * What was settled is taken back and recorded anew, in the running shift: the settled one stays as it was counted, and both name each
 * other.
 * No sale is told meanwhile: what was told before is in what is taken back, what comes later is in the correction.
 * @throws notFound, delivery.notSettled, delivery.correctedAlready, delivery.tankFixed, delivery.afterMissing, delivery.bookBetween,
 *   pin.proof, and as recording one
 * @source decisions WS12
 */
const correct = handle(deliveryCorrections.correct, async (ctx, { id, body: { correctionReason, pinProof, ...body } }) => {
  await getOf(ctx.tx, oilInfos, id, [], ctx.scope)
  const before = await ctx.tx.selectFrom('delivery').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
  const { companyId, stationId, tankId, classSettleId, settledReceivedCl, takesBackCl, deliveryVolumeCl } = before
  if (before.supersededAt !== null) refuse('delivery.correctedAlready')
  if (classSettleId === null) refuse('delivery.notSettled')
  if (body.tankId !== tankId || body.stationId !== stationId) refuse('delivery.tankFixed')
  if (body.endTime === null) refuse('delivery.afterMissing', { field: 'endTime' })
  const { productId } = await judged(ctx, body)
  await refuseOverlap(ctx, body, id)
  await refuseBookBetween(ctx, tankId, [before.endTime!, body.endTime])
  await spendProof(ctx, pinProof, deliveryCorrectionProof(id, body.deliveryVolumeCl))

  const supersededAt = await afterAllSales(ctx, stationId)
  // A correction has counted only what it changed: what stands is that with what it took back, and with what its load was signed for.
  const standingCl = settledReceivedCl! + (takesBackCl ?? 0) + (await enteredFor(ctx, id))
  const counted = standingCl + (deliveryVolumeCl === null ? sumOf(await lateSales(ctx, id)) : 0)
  await ctx.tx.updateTable('delivery').set({ supersededAt }).where('id', '=', id).execute()
  const own = await createRow(ctx, oilInfos, { ...body, productId, supplier: await supplierName(ctx, body, before) })
  const { signedCl, signedRefCl } = before
  const correction = { correctsId: id, correctionReason, takesBackCl: counted, createdDate: supersededAt, signedCl, signedRefCl }
  const correctedByUserId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  await ctx.tx
    .updateTable('delivery')
    .set({ ...correction, correctedByUserId })
    .where('id', '=', own)
    .execute()
  await keepCertificate(ctx, own, body)
  await forgetAlone(ctx, id)
  await ctx.tx.updateTable('foundDelivery').set({ oilInfoId: own }).where('oilInfoId', '=', id).where('kind', '=', 'rise').execute()
  await seekRise(ctx, companyId, own, body)
  if (body.incident && body.incident !== before.incident) await afterIncident(ctx, { ...body, id: own, companyId }, body.incident)
  const facts = {
    correctedById: own,
    reason: correctionReason,
    takesBackCl: counted,
    beforeCl: deliveryVolumeCl,
    afterCl: body.deliveryVolumeCl,
  }
  ctx.audit('delivery.correct', `oilInfos:${id}`, facts, companyId)
  return getOf(ctx.tx, oilInfos, own, [], ctx.scope)
})

/** A book that began between the two ends would have measured only one of them. @throws delivery.bookBetween */
async function refuseBookBetween(ctx: Ctx, tankId: number, ends: readonly (string | Date)[]): Promise<void> {
  const opening = await openingOf(ctx, tankId)
  if (opening && new Set(ends.map(end => new Date(end) > opening.at)).size > 1) refuse('delivery.bookBetween')
}

/** @throws notFound */
const known = handle(deliveryCorrections.of, async (ctx, { id }) => {
  const { soldCl, totalCl, profitLossCl, deliveryVolumeCl, status } = await getOf(ctx.tx, oilInfos, id, [], ctx.scope)
  const of = ctx.tx.selectFrom('delivery').where('id', '=', id)
  const kept = await of.select(['settledReceivedCl', 'takesBackCl', 'correctionReason']).executeTakeFirstOrThrow()
  const late = (await lateSales(ctx, id)).map(sale => ({
    ...sale,
    createdDate: iso(sale.createdDate),
    receivedDate: iso(sale.receivedDate),
  }))
  const lateCl = sumOf(late)
  return {
    id,
    countedCl: kept.settledReceivedCl,
    takesBackCl: kept.takesBackCl,
    reason: kept.correctionReason,
    lateSales: late,
    lateCl,
    soldCl: soldCl + lateCl,
    totalCl: totalCl === null ? null : totalCl + lateCl,
    profitLossCl: profitLossCl === null ? null : profitLossCl + lateCl,
    addsToReceived: deliveryVolumeCl === null && (status === 'settled' || status === 'corrected'),
  }
})

export const deliveryCorrectionHandlers: readonly Handler[] = [correct, known]
