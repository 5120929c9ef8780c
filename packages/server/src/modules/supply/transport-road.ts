import { allows, transportActs, transportCalls, transports, type StatusAct } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { bookMoves, lockDepotStocks, reverseMoves, standingRevision, type Move, type Place } from '../stock/index.ts'
import { companyZone, dayIn, keptOf, reckon, termsOf, type Transport } from './transport-terms.ts'

export const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, transports, id, [], ctx.scope)

/** Held, so that of two acts on one load the second sees what the first has done. @throws notFound */
export async function held(ctx: Ctx, id: number): Promise<{ row: Transport; companyId: number }> {
  const { companyId } = await ctx.tx.selectFrom('transport').where('id', '=', id).select('companyId').forUpdate().executeTakeFirstOrThrow()
  return { row: await shown(ctx, id), companyId }
}

/** @throws transport.statusForbids, transport.settled */
export function refuseStatus(act: StatusAct, status: string): void {
  if (status === 'settled') refuse('transport.settled')
  if (!allows(act, status)) refuse('transport.statusForbids')
}

const origin = ({ depotId, supplierId }: Pick<Transport, 'depotId' | 'supplierId'>): Place =>
  depotId === null ? { place: 'supplier', id: supplierId } : { place: 'depot', id: depotId }

type Moved = Pick<
  Transport,
  'id' | 'billNo' | 'depotId' | 'supplierId' | 'baseFuelId' | 'loadedKg' | 'loadedCl' | 'amountCents' | 'netCents'
>
/** It bears the amount only where the supplier's document says it; what leaves a depot gets its value at the end of the month. */
export function loadMove(row: Moved, day: string): Move {
  const { id, billNo, depotId, baseFuelId, loadedKg, loadedCl, amountCents, netCents } = row
  const own = depotId === null && amountCents !== null && netCents !== null ? { amountCents, netCents } : {}
  return { day, baseFuelId, weightKg: loadedKg, volumeCl: loadedCl, from: origin(row), to: { place: 'truck', id }, label: billNo, ...own }
}

export async function bookLoad(ctx: Ctx, companyId: number, row: Moved, day: string): Promise<void> {
  const { id, depotId, baseFuelId } = row
  if (depotId !== null) await lockDepotStocks(ctx.tx, companyId, [{ depotId, baseFuelId }])
  await bookMoves(ctx, { companyId, document: 'load', documentId: id }, [loadMove(row, day)])
}

/** @throws depot.stockShort, stock.monthSettled */
export async function takeBackMoves(ctx: Ctx, companyId: number, document: 'load' | 'signature', documentId: number): Promise<void> {
  const booked = { companyId, document, documentId }
  const revision = await standingRevision(ctx.tx, booked)
  if (revision !== undefined) await reverseMoves(ctx, booked, revision)
}

/**
 * What leaves the depot is on the road from then on; so is what a supplier brings itself. @source decision SU8
 * @throws notFound, transport.statusForbids, transport.inFuture, transport.noQuantity, transport.weightUnknown, transport.volumeUnknown,
 *   transport.compartmentsDiffer, depot.stockShort, stock.monthSettled
 */
const load = handle(transportCalls.load, async (ctx, { id, body }) => {
  await shown(ctx, id)
  const { row, companyId } = await held(ctx, id)
  refuseStatus(transportActs.load, row.status)
  if (Date.parse(body.deliveryTime) > ctx.now.getTime()) refuse('transport.inFuture')
  if (body.deliveredKg === null && body.typedCl === null) refuse('transport.noQuantity')
  const plate = body.plate || row.plate
  const isAsOrdered = body.deliveredKg === row.deliveredKg && body.typedCl === row.typedCl && body.density === row.density
  const terms = { ...termsOf(row), ...body, plate, compartments: isAsOrdered ? row.compartments : [] }
  const day = dayIn(body.deliveryTime, await companyZone(ctx, companyId))
  const reckoned = await reckon(ctx, terms, null)
  refuseUnknown(reckoned, row)
  await ctx.tx
    .updateTable('transport')
    .set({ ...body, plate, ...keptOf(reckoned), stage: 'loaded', loadedDay: day, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  const loaded = await shown(ctx, id)
  await bookLoad(ctx, companyId, loaded, day)
  const { billNo, deliveryTime, loadedKg, loadedCl } = loaded
  ctx.audit('transport.load', `transports:${id}`, { billNo, deliveryTime, loadedKg, loadedCl }, companyId)
  return loaded
})

/** What is on the road is known in litres, and in tons where these left a depot or are paid. @throws transport.volumeUnknown, … */
export function refuseUnknown(
  { loadedKg, loadedCl, amountCents }: Pick<Awaited<ReturnType<typeof reckon>>, 'loadedKg' | 'loadedCl' | 'amountCents'>,
  { depotId }: Pick<Transport, 'depotId'>,
): void {
  if (loadedCl === null) refuse('transport.volumeUnknown')
  if (loadedKg === null && (depotId !== null || amountCents === null)) refuse('transport.weightUnknown')
}

/** @throws notFound, transport.statusForbids, depot.stockShort, stock.monthSettled */
const takeBackLoading = handle(transportCalls.takeBackLoading, async (ctx, { id, body: { reason } }) => {
  await shown(ctx, id)
  const { row, companyId } = await held(ctx, id)
  refuseStatus(transportActs.takeBackLoading, row.status)
  await takeBackMoves(ctx, companyId, 'load', id)
  await ctx.tx
    .updateTable('transport')
    .set({ stage: 'ordered', loadedDay: null, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.audit('transport.takeBackLoading', `transports:${id}`, { billNo: row.billNo, reason }, companyId)
  return shown(ctx, id)
})

/** @throws notFound, transport.statusForbids */
const cancel = handle(transportCalls.cancel, async (ctx, { id, body: { reason } }) => {
  await shown(ctx, id)
  const { row, companyId } = await held(ctx, id)
  refuseStatus(transportActs.cancel, row.status)
  await ctx.tx
    .updateTable('transport')
    .set({ stage: 'cancelled', version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.audit('transport.cancel', `transports:${id}`, { billNo: row.billNo, reason }, companyId)
  return shown(ctx, id)
})

export const roadHandlers: readonly Handler[] = [load, takeBackLoading, cancel]
