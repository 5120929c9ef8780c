import { incomingActs, incomingTransports, oilInfos, products, transportCalls, type Parsed, type RowOf } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { bookMoves } from '../stock/index.ts'
import { countAsSigned, signedShares } from '../wetstock/index.ts'
import { againstMeasured, measuredBy, provenApart } from './transport-measured.ts'
import { namedIntakes, proposal } from './transport-proposal.ts'
import { held, refuseStatus, takeBackMoves } from './transport-road.ts'
import { moneyOfSignature, refuseUnknownSignature, signatureMoves, signedFor } from './transport-signature.ts'
import { freightAmount } from './transport-sums.ts'
import { dayIn, soldAt, type Transport } from './transport-terms.ts'

type Body = Parsed<typeof transportCalls.sign>['body']
type Incoming = RowOf<typeof incomingTransports>
const incoming = (ctx: Ctx, id: number) => getOf(ctx.tx, incomingTransports, id, [], ctx.scope)

/** @throws notFound, transport.nothingSigned */
const foresee = handle(transportCalls.foresee, async (ctx, { id, body }) => {
  const load = await incoming(ctx, id)
  const { allowedLossPercent } = await ctx.tx
    .selectFrom('transport')
    .where('id', '=', id)
    .select('allowedLossPercent')
    .executeTakeFirstOrThrow()
  const split = await signedFor(ctx, { ...load, allowedLossPercent }, body)
  const measured = await measuredFor(ctx, load, body)
  return { ...split, measured: await againstMeasured(ctx, load.stationId, split.signedCl, measured) }
})

/**
 * The station says what it unloaded. @source decisions SU6 to SU8
 * @throws notFound, transport.statusForbids, transport.inFuture, transport.beforeLoading, transport.nothingSigned,
 *   transport.signedVolumeUnknown, transport.signedWeightUnknown, transport.reasonMissing, transport.productUnclear,
 *   transport.otherProduct, transport.intakeElsewhere, transport.intakeSigned, transport.signedApart, pin.proof, stock.monthSettled
 */
const sign = handle(transportCalls.sign, async (ctx, { id, body }) => {
  const load = await incoming(ctx, id)
  const { row, companyId } = await held(ctx, id)
  refuseStatus(incomingActs.sign, row.status)
  const unloaded = Date.parse(body.offloadTime)
  if (unloaded > ctx.now.getTime()) refuse('transport.inFuture', { field: 'offloadTime' })
  if (unloaded < Date.parse(row.deliveryTime)) refuse('transport.beforeLoading')
  const split = await signedFor(ctx, row, body)
  refuseUnknownSignature(split, row)
  if (split.over && body.reason === '') refuse('transport.reasonMissing')
  const productId = await productOf(ctx, row, body)
  await keepIntakes(ctx, companyId, row, body.oilInfoIds)
  const measured = await measuredFor(ctx, load, body)
  const against = await againstMeasured(ctx, row.stationId, split.signedCl, measured)
  await provenApart(ctx, id, split.signedCl!, against, body.pinProof)

  const { timeZone } = await ctx.tx.selectFrom('station').where('id', '=', row.stationId).select('timeZone').executeTakeFirstOrThrow()
  const signedDay = dayIn(body.offloadTime, timeZone)
  const { signedKg, signedCl, allowedKg, allowedCl, claimedKg, claimedCl } = split
  const kept = { signedKg, signedCl, allowedKg, allowedCl, claimedKg, claimedCl, productId, signedDay, offloadTime: body.offloadTime }
  const signedById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const by = { signReason: body.reason, signedDate: ctx.now, signedById, version: row.version + 1 }
  await ctx.tx
    .updateTable('transport')
    .set({ stage: 'signed', ...kept, ...by, ...moneyOfSignature(row, split) })
    .where('id', '=', id)
    .execute()
  if (against && body.oilInfoIds.length > 0)
    await countAsSigned(ctx, signedShares(signedCl!, measured, against.limitBasisPoints), labelOf(row))
  await bookMoves(ctx, { companyId, document: 'signature', documentId: id }, signatureMoves(row, productId, signedDay, split))
  const apart = against?.asksPin ? { measuredCl: against.measuredCl } : {}
  const facts = { billNo: row.billNo, signedKg, signedCl, allowedKg, claimedKg, ...apart, ...(split.over && { reason: body.reason }) }
  ctx.audit('transport.sign', `incomingTransports:${id}`, facts, companyId)
  ctx.emit('transport.signed', { transportId: id }, { companyId, stationId: row.stationId })
  return incoming(ctx, id)
})

/** By the deliveries it names; where it names none, by those that carry its document or its plate. */
const measuredFor = async (ctx: Ctx, load: Incoming, { oilInfoIds: ids }: Pick<Body, 'oilInfoIds'>) =>
  measuredBy(ctx, load.stationId, ids.length > 0 ? ids : await namedIntakes(ctx, load))

/** What the books of the tanks say why they take in other litres than the note says. */
const labelOf = ({ id, billNo }: Transport) => billNo || `#${id}`

/** What the station sells it as. @throws transport.otherProduct, transport.productUnclear */
async function productOf(ctx: Ctx, { stationId, baseFuelId }: Transport, { productId, oilInfoIds }: Body): Promise<number> {
  const sold = await soldAt(ctx, stationId, baseFuelId)
  if (productId !== null) {
    await getOf(ctx.tx, products, productId, [], ctx.scope, { named: true }).catch(() => refuse('notFound', { field: 'productId' }))
    if (!sold.some(({ id }) => id === productId)) refuse('transport.otherProduct')
    return productId
  }
  const unloaded = await ctx.tx
    .selectFrom('delivery')
    .where('id', 'in', [...oilInfoIds, 0])
    .select('productId')
    .distinct()
    .execute()
  const candidates = unloaded.length > 0 ? sold.filter(({ id }) => unloaded.some(each => each.productId === id)) : sold
  if (candidates.length !== 1) refuse('transport.productUnclear')
  return candidates[0]!.id
}

/** @throws notFound, transport.intakeElsewhere, transport.intakeSigned */
async function keepIntakes(ctx: Ctx, companyId: number, row: Transport, ids: readonly number[]): Promise<void> {
  for (const oilInfoId of new Set(ids)) {
    const intake = await getOf(ctx.tx, oilInfos, oilInfoId, ['product'], ctx.scope).catch(() => refuse('notFound', { field: 'oilInfoIds' }))
    const { baseFuelId } = await ctx.tx
      .selectFrom('product')
      .where('id', '=', intake.productId!)
      .select('baseFuelId')
      .executeTakeFirstOrThrow()
    if (intake.stationId !== row.stationId || baseFuelId !== row.baseFuelId) refuse('transport.intakeElsewhere')
  }
  const rows = [...new Set(ids)].map(oilInfoId => ({ companyId, oilInfoId, transportId: row.id }))
  if (rows.length > 0) await ctx.tx.insertInto('transportIntake').values(rows).execute()
}

const unsigned = {
  stage: 'loaded',
  productId: null,
  signedDay: null,
  signedKg: null,
  signedCl: null,
  allowedKg: null,
  allowedCl: null,
  claimedKg: null,
  claimedCl: null,
  claimCents: null,
  claimNetCents: null,
  signReason: '',
  signedDate: null,
  signedById: null,
} as const

/** It is on the road again. @throws notFound, transport.statusForbids, transport.settled, stock.monthSettled */
const takeBack = handle(transportCalls.takeBack, async (ctx, { id, body: { reason } }) => {
  await incoming(ctx, id)
  const { row, companyId } = await held(ctx, id)
  refuseStatus(incomingActs.takeBack, row.status)
  await takeBackMoves(ctx, companyId, 'signature', id)
  const intakes = await ctx.tx.selectFrom('transportIntake').where('transportId', '=', id).select('oilInfoId').execute()
  await countAsSigned(
    ctx,
    intakes.map(({ oilInfoId }) => ({ oilInfoId, signedCl: null, signedRefCl: null })),
    labelOf(row),
  )
  await ctx.tx.deleteFrom('transportIntake').where('transportId', '=', id).execute()
  const { amountCents, netCents } = freightAmount(row, row.loadedKg, null)
  await ctx.tx
    .updateTable('transport')
    .set({ ...unsigned, freightAmountCents: amountCents, freightNetCents: netCents, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  const { billNo, signedKg, signedCl } = row
  ctx.audit('transport.takeBack', `incomingTransports:${id}`, { billNo, signedKg, signedCl, reason }, companyId)
  return incoming(ctx, id)
})

export const signHandlers: readonly Handler[] = [...crud(incomingTransports), foresee, proposal, sign, takeBack]
