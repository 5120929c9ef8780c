import { depotTransfers, takeBackTransfer, transferDepot } from '@forecourt/contract'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { bookMoves, lockDepotStocks, mostThatLeaves, reverseMoves, standingRevision } from '../stock/index.ts'
import { depotFor, refuseFuture } from './depot-for.ts'
import { seen } from './seen.ts'

/**
 * Moves fuel from one depot to another: both legs in one move, so that it is nowhere in between and never in both.
 * @throws notFound, depot.sameDepot, depot.ended, depot.endedThere, depot.otherFuel, depot.otherFuelThere, depot.inFuture,
 * depot.transferTooMuch, stock.monthSettled
 */
const transfer = handle(transferDepot, async (ctx, { body: { depotId, toDepotId, baseFuelId, weightKg, day, remark } }) => {
  if (depotId === toDepotId) refuse('depot.sameDepot')
  await seen(ctx, { depotId, toDepotId, baseFuelId })
  const [from, to] = [await depotFor(ctx, depotId, baseFuelId), await depotFor(ctx, toDepotId, baseFuelId)]
  if (from?.companyId !== to?.companyId) refuse('notFound', { field: 'toDepotId' })
  const { companyId } = from!
  if (from!.ended) refuse('depot.ended')
  if (to!.ended) refuse('depot.endedThere')
  if (!to!.holds) refuse('depot.otherFuelThere')
  refuseFuture(ctx, day)
  await lockDepotStocks(ctx.tx, companyId, [
    { depotId, baseFuelId },
    { depotId: toDepotId, baseFuelId },
  ])
  const mostKg = await mostThatLeaves(ctx.tx, companyId, { depotId, baseFuelId }, day)
  if (weightKg > mostKg) refuse('depot.transferTooMuch', { most: (mostKg / 1000).toFixed(3), mostKg })
  const { id } = await ctx.tx
    .insertInto('depotTransfer')
    .values({ companyId, depotId, toDepotId, baseFuelId, weightKg, day, remark, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [source, target] = [{ place: 'depot', id: depotId } as const, { place: 'depot', id: toDepotId } as const]
  const move = { day, baseFuelId, weightKg, from: source, to: target, label: remark }
  await bookMoves(ctx, { companyId, document: 'depotTransfer', documentId: id }, [move])
  ctx.audit('depot.transfer', `depots:${depotId}`, { toDepotId, baseFuelId, weightKg, day, remark }, companyId)
  return { id }
})

/**
 * Takes a transfer back, on its day, where the other depot has not passed the fuel on.
 * @throws notFound, depot.transferTakenBack, depot.stockShort, stock.monthSettled
 */
const takeBack = handle(takeBackTransfer, async (ctx, { id, body: { reason } }) => {
  const made = await ctx.tx.selectFrom('depotTransfer').where('id', '=', id).selectAll().executeTakeFirst()
  if (!made) refuse('notFound', { id })
  const { companyId, depotId, toDepotId, baseFuelId, weightKg, day } = made
  await seen(ctx, { depotId, toDepotId })
  await lockDepotStocks(ctx.tx, companyId, [
    { depotId, baseFuelId },
    { depotId: toDepotId, baseFuelId },
  ])
  const booked = { companyId, document: 'depotTransfer', documentId: id } as const
  const revision = await standingRevision(ctx.tx, booked)
  if (revision === undefined) refuse('depot.transferTakenBack')
  await reverseMoves(ctx, booked, revision)
  ctx.audit('depot.takeBackTransfer', `depots:${depotId}`, { toDepotId, baseFuelId, weightKg, day, reason }, companyId)
  return { id }
})

export const depotTransferHandlers: readonly Handler[] = [...crud(depotTransfers), transfer, takeBack]
