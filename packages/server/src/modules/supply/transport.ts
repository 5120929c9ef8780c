import { purchaseSums, transportActs, transportCalls, transports } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { createRow, crud, deleteRow, lockReferences, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { answerOf } from '../measure/index.ts'
import { bookMoves, lockDepotStocks } from '../stock/index.ts'
import { currencyOf } from './currency.ts'
import { adviceHandlers } from './transport-advice.ts'
import { costHandlers } from './transport-cost.ts'
import { bookLoad, held, refuseStatus, refuseUnknown, roadHandlers, shown, takeBackMoves } from './transport-road.ts'
import { moneyOfSignature, signatureMoves, signedFor } from './transport-signature.ts'
import { signHandlers } from './transport-sign.ts'
import { companyZone, dayIn, keptOf, reckon, refuseIncomplete, refuseUnfit, type Terms, type Transport } from './transport-terms.ts'

/** @throws notFound on the field, transport.noOrigin, transport.depotByTon, transport.noQuantity, transport.compartmentsDiffer */
const preview = handle(transportCalls.preview, async (ctx, { body }) => {
  refuseIncomplete(body)
  await lockReferences(ctx, transports, body)
  const { weight, volume, freight, foreseen, settings, loadedKg, loadedCl, amountCents, netCents, compartments } = await reckon(
    ctx,
    body,
    null,
  )
  const stock = await ctx.tx
    .selectFrom('depotStock')
    .where('depotId', '=', body.depotId ?? 0)
    .where('baseFuelId', '=', body.baseFuelId)
    .select('weightKg')
    .executeTakeFirst()
  return {
    settings,
    loadedKg,
    loadedCl,
    weight: weight && answerOf(weight),
    volume: volume && answerOf(volume),
    amountCents,
    netCents,
    freightAmountCents: freight.amountCents,
    freightNetCents: freight.netCents,
    freightForeseenCents: foreseen.amountCents,
    freightNetForeseenCents: foreseen.netCents,
    depotStockKg: body.depotId === null ? null : (stock?.weightKg ?? 0),
    compartments,
    currency: await currencyOf(ctx),
  }
})

/** An order: nothing has moved yet. @throws as refuseUnfit, and transport.compartmentsDiffer */
const create = handle(transports.create, async (ctx, { body }) => {
  await refuseUnfit(ctx, body)
  const reckoned = await reckon(ctx, body, null)
  const id = await createRow(ctx, transports, await withPlate(ctx, body))
  await ctx.tx
    .updateTable('transport')
    .set({ ...keptOf(reckoned), createdDate: ctx.now })
    .where('id', '=', id)
    .execute()
  return shown(ctx, id)
})

/** A chosen truck has its plate. */
async function withPlate({ tx }: Ctx, body: Terms): Promise<Terms> {
  if (body.truckId === null || body.plate !== '') return body
  const truck = await tx.selectFrom('truck').where('id', '=', body.truckId).select('plate').executeTakeFirst()
  return { ...body, plate: truck?.plate ?? '' }
}

/** What was moved follows from these. */
const ofMoves = [
  'deliveryTime',
  'offloadTime',
  'depotId',
  'supplierId',
  'stationId',
  'baseFuelId',
  'density',
  'deliveredKg',
  'typedCl',
  'allowedLossPercent',
] as const satisfies readonly (keyof Terms)[]
const moment = (value: unknown) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : value)
const differs = (row: Transport, body: Terms, fields: readonly (keyof Terms)[]) =>
  fields.some(field => moment(row[field]) !== moment(body[field]))

/**
 * What is on the road is taken back and booked anew; what was signed for keeps its quantities until the signature is taken back, and gets
 * its amounts anew. @source decision SU10
 * @throws as create, and notFound, stale, transport.statusForbids, transport.settled, transport.signed, transport.inFuture,
 *   depot.stockShort, stock.monthSettled
 */
const update = handle(transports.update, async (ctx, { id, body: { version, ...body } }) => {
  await shown(ctx, id)
  const { row, companyId } = await held(ctx, id)
  refuseStatus(transportActs.update, row.status)
  if (
    row.status === 'signed' &&
    differs(
      row,
      body,
      ofMoves.filter(field => field !== 'allowedLossPercent'),
    )
  )
    refuse('transport.signed')
  await refuseUnfit(ctx, body, row)
  if (row.status !== 'ordered' && Date.parse(body.deliveryTime) > ctx.now.getTime()) refuse('transport.inFuture')
  const isRefilled = differs(row, body, ['truckId', 'density', 'deliveredKg', 'typedCl'])
  const same = isRefilled && JSON.stringify(body.compartments) === JSON.stringify(row.compartments)
  const terms = await withPlate(ctx, { ...body, ...(same && { compartments: [] }) })
  const reckoned = await reckon(ctx, terms, row.signedKg)
  if (row.status !== 'ordered') refuseUnknown(reckoned, terms)
  await updateRow(ctx, transports, id, { ...terms, version })
  await ctx.tx.updateTable('transport').set(keptOf(reckoned)).where('id', '=', id).execute()
  if (row.status !== 'ordered') await bookAnew(ctx, companyId, row, await shown(ctx, id))
  return shown(ctx, id)
})

/** The moves of a load follow its terms; those of its signature follow what may be lost, and the money of both. */
async function bookAnew(ctx: Ctx, companyId: number, before: Transport, after: Transport): Promise<void> {
  const { id } = after
  const amount = (of: Transport) => (of.depotId === null ? `${of.amountCents}:${of.netCents}` : '')
  const isMoved = differs(before, after, ofMoves) || amount(before) !== amount(after)
  const day = dayIn(after.deliveryTime, await companyZone(ctx, companyId))
  if (isMoved && (before.status === 'loaded' || amount(before) !== amount(after))) {
    const stocks = [before, after].flatMap(({ depotId, baseFuelId }) => (depotId === null ? [] : [{ depotId, baseFuelId }]))
    if (stocks.length > 0) await lockDepotStocks(ctx.tx, companyId, stocks)
    await takeBackMoves(ctx, companyId, 'load', id)
    await bookLoad(ctx, companyId, after, day)
    await ctx.tx.updateTable('transport').set({ loadedDay: day }).where('id', '=', id).execute()
  }
  if (before.status === 'signed') await signAnew(ctx, companyId, before, after)
}

async function signAnew(ctx: Ctx, companyId: number, before: Transport, after: Transport): Promise<void> {
  const { id, signedKg, signedCl, productId } = after
  const split = await signedFor(ctx, after, { signedKg, signedCl })
  const { allowedKg, allowedCl, claimedKg, claimedCl } = split
  if (before.allowedLossPercent !== after.allowedLossPercent) {
    const { signedDay } = await ctx.tx.selectFrom('transport').where('id', '=', id).select('signedDay').executeTakeFirstOrThrow()
    await takeBackMoves(ctx, companyId, 'signature', id)
    await bookMoves(ctx, { companyId, document: 'signature', documentId: id }, signatureMoves(after, productId!, signedDay!, split))
  }
  await ctx.tx
    .updateTable('transport')
    .set({ allowedKg, allowedCl, claimedKg, claimedCl, ...moneyOfSignature(after, split) })
    .where('id', '=', id)
    .execute()
}

/** @throws notFound, transport.statusForbids, transport.settled, transport.moved */
const remove = handle(transports.delete, async (ctx, { id }) => {
  await shown(ctx, id)
  const { row } = await held(ctx, id)
  refuseStatus(transportActs.delete, row.status)
  const moves = ctx.tx.selectFrom('stockMove').where('document', '=', 'load').where('documentId', '=', id)
  if (await moves.select('id').limit(1).executeTakeFirst()) refuse('transport.moved')
  await deleteRow(ctx, transports, id)
  return { id }
})

export const transportHandlers: readonly Handler[] = [
  ...crud(transports, ['list', 'totals', 'get']),
  ...crud(purchaseSums),
  preview,
  create,
  update,
  remove,
  ...roadHandlers,
  ...costHandlers,
  ...adviceHandlers,
  ...signHandlers,
]
