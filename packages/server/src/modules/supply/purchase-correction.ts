import { purchaseContracts, purchaseCorrectionCalls, purchaseCorrectionProof, purchaseCorrections } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { bookMoves, lockDepotStocks, mostThatLeaves, refuseSettled, settledUntil, type Place } from '../stock/index.ts'
import { refuseFuture } from './depot-for.ts'
import { netOf } from './purchase-amounts.ts'

interface Change {
  readonly weightKg: number
  readonly amountCents: number
}

/** A contract with what it has come to by its corrections. @throws notFound */
async function standing(ctx: Ctx, id: number, held = false) {
  await getOf(ctx.tx, purchaseContracts, id, [], ctx.scope)
  const row = ctx.tx.selectFrom('purchaseContract').where('id', '=', id).selectAll()
  const contract = await (held ? row.forUpdate() : row).executeTakeFirst()
  if (!contract) refuse('notFound', { id })
  const sums = await ctx.tx
    .selectFrom('purchaseCorrection')
    .where('contractId', '=', id)
    .select(of => [of.fn.sum<number>('weightKg').as('kg'), of.fn.sum<number>('amountCents').as('cents')])
    .executeTakeFirstOrThrow()
  const now = { weightKg: contract.weightKg + Number(sums.kg ?? 0), amountCents: contract.amountCents + Number(sums.cents ?? 0) }
  return { contract, now }
}

const preview = handle(purchaseCorrectionCalls.preview, async (ctx, { id, body: { day, amountCents } }) => {
  const { contract, now } = await standing(ctx, id)
  const mostKg = await mostThatLeaves(ctx.tx, contract.companyId, contract, day)
  return { ...now, netCents: netOf(amountCents, contract.taxRate), mostKg }
})

/** @throws purchaseCorrection.nothing, purchaseCorrection.bothWays, purchaseCorrection.moreThanBought */
function refuseImpossible({ weightKg, amountCents }: Change, now: Change): void {
  if (weightKg === 0 && amountCents === 0) refuse('purchaseCorrection.nothing')
  if (weightKg * amountCents < 0) refuse('purchaseCorrection.bothWays')
  if (now.weightKg + weightKg < 0)
    refuse('purchaseCorrection.moreThanBought', { tons: (now.weightKg / 1000).toFixed(3), amount: (now.amountCents / 100).toFixed(2) })
  if (now.amountCents + amountCents < 0)
    refuse('purchaseCorrection.moreThanBought', {
      tons: (now.weightKg / 1000).toFixed(3),
      amount: (now.amountCents / 100).toFixed(2),
      field: 'amountCents',
    })
}

/**
 * The difference goes the way that the fuel went, or back: into the depot what was bought more, out of it to the supplier what was bought
 * less; the month of the contract stays as it was settled.
 * @throws notFound, purchaseCorrection.notSettled, purchaseCorrection.nothing, purchaseCorrection.bothWays,
 *   purchaseCorrection.moreThanBought, depot.inFuture, depot.stockShort, stock.monthSettled, pin.proof
 */
const correct = handle(purchaseCorrectionCalls.correct, async (ctx, { id, body: { pinProof, ...body } }) => {
  // Held, so that two corrections do not each take back the last ton.
  const { contract, now } = await standing(ctx, id, true)
  const { companyId, depotId, baseFuelId, supplierId, number } = contract
  const settled = await settledUntil(ctx.tx, companyId)
  if (settled === undefined || contract.day > settled) refuse('purchaseCorrection.notSettled')
  refuseImpossible(body, now)
  await refuseSettled(ctx, companyId, body.day)
  refuseFuture(ctx, body.day)
  await spendProof(ctx, pinProof, purchaseCorrectionProof(id, body.amountCents))

  const netCents = netOf(body.amountCents, contract.taxRate)
  const by = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const row = await ctx.tx
    .insertInto('purchaseCorrection')
    .values({ companyId, contractId: id, ...body, netCents, enteredById: by, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await lockDepotStocks(ctx.tx, companyId, [contract])
  const [supplier, depot]: Place[] = [
    { place: 'supplier', id: supplierId },
    { place: 'depot', id: depotId },
  ]
  const isMore = body.weightKg > 0 || body.amountCents > 0
  const move = {
    day: body.day,
    baseFuelId,
    weightKg: Math.abs(body.weightKg),
    amountCents: Math.abs(body.amountCents),
    netCents: Math.abs(netCents),
    label: number,
    from: isMore ? supplier! : depot!,
    to: isMore ? depot! : supplier!,
  }
  await bookMoves(ctx, { companyId, document: 'purchaseCorrection', documentId: row.id }, [move])
  ctx.audit('purchase.correct', `purchaseContracts:${id}`, { number, ...body, netCents }, companyId)
  return getOf(ctx.tx, purchaseCorrections, row.id, [], ctx.scope)
})

export const purchaseCorrectionHandlers: readonly Handler[] = [...crud(purchaseCorrections), preview, correct]
