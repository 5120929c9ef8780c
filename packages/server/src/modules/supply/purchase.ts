import { purchaseCalls, purchaseContracts, type Parsed } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, deleteRow, lockReferences, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { currencyOf } from './currency.ts'
import { bookMoves, lockDepotStocks, refuseSettled, reverseMoves, standingRevision, type Move } from '../stock/index.ts'
import { depotFor, refuseFuture } from './depot-for.ts'
import { amountsOf } from './purchase-amounts.ts'

type Body = Parsed<typeof purchaseContracts.create>['body']

/** @throws notFound, depot.ended, depot.otherFuel, supplier.ended, supplier.sellsNoFuel, depot.inFuture */
async function refuseUnfit(ctx: Ctx, body: Body, before?: Pick<Body, 'depotId' | 'supplierId'>): Promise<void> {
  await lockReferences(ctx, purchaseContracts, body)
  const depot = await depotFor(ctx, body.depotId, body.baseFuelId)
  // What was bought before an end stays as it is, and may still be put right.
  if (depot!.ended && before?.depotId !== body.depotId) refuse('depot.ended')
  if (!depot!.holds) refuse('depot.otherFuel')
  const supplier = await ctx.tx
    .selectFrom('supplier')
    .where('id', '=', body.supplierId)
    .select(['endedDate', 'sellsFuel'])
    .forShare()
    .executeTakeFirstOrThrow()
  if (supplier.endedDate !== null && before?.supplierId !== body.supplierId) refuse('supplier.ended')
  if (!supplier.sellsFuel) refuse('supplier.sellsNoFuel')
  refuseFuture(ctx, body.day)
}

export const purchased = (body: Omit<Body, 'density' | 'description'>): Move => ({
  day: body.day,
  baseFuelId: body.baseFuelId,
  weightKg: body.weightKg,
  from: { place: 'supplier', id: body.supplierId },
  to: { place: 'depot', id: body.depotId },
  ...amountsOf(body),
  label: body.number,
})

const preview = handle(purchaseCalls.preview, async (ctx, { body }) => ({ ...amountsOf(body), currency: await currencyOf(ctx) }))

/** Saves a contract and books its fuel into the depot. @throws as refuseUnfit, and purchaseContract.numberTaken, stock.monthSettled */
const create = handle(purchaseContracts.create, async (ctx, { body }) => {
  await refuseUnfit(ctx, body)
  const id = await createRow(ctx, purchaseContracts, body)
  const companyId = companyOf(ctx)
  await lockDepotStocks(ctx.tx, companyId, [body])
  await bookMoves(ctx, { companyId, document: 'purchase', documentId: id }, [purchased(body)])
  return getOf(ctx.tx, purchaseContracts, id, [], ctx.scope)
})

const booked = ['day', 'number', 'depotId', 'baseFuelId', 'supplierId', 'priceCentsPerT', 'taxRate', 'weightKg'] as const

/**
 * What was booked is taken back on its day, and what the contract says now is booked: first what comes in, so that a depot which has
 * passed the fuel on is not short in between.
 * @throws as create, and stale, depot.stockShort
 */
const update = handle(purchaseContracts.update, async (ctx, { id, body }) => {
  const { companyId, ...before } = await forUpdate(ctx, id)
  await refuseUnfit(ctx, body, before)
  await updateRow(ctx, purchaseContracts, id, body)
  if (booked.some(field => before[field] !== body[field])) {
    await lockDepotStocks(ctx.tx, companyId, [before, body])
    const document = { companyId, document: 'purchase', documentId: id } as const
    const standing = await standingRevision(ctx.tx, document)
    await bookMoves(ctx, document, [purchased(body)])
    if (standing !== undefined) await reverseMoves(ctx, document, standing)
  }
  return getOf(ctx.tx, purchaseContracts, id, [], ctx.scope)
})

/** @throws notFound, stock.monthSettled, depot.stockShort */
const remove = handle(purchaseContracts.delete, async (ctx, { id }) => {
  const { companyId, ...before } = await forUpdate(ctx, id)
  await lockDepotStocks(ctx.tx, companyId, [before])
  const document = { companyId, document: 'purchase', documentId: id } as const
  const standing = await standingRevision(ctx.tx, document)
  if (standing !== undefined) await reverseMoves(ctx, document, standing)
  await deleteRow(ctx, purchaseContracts, id)
  return { id }
})

/** @throws notFound, stock.monthSettled a contract of a settled month is read alone */
async function forUpdate(ctx: Ctx, id: number) {
  await getOf(ctx.tx, purchaseContracts, id, [], ctx.scope)
  const row = await ctx.tx.selectFrom('purchaseContract').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (!row) refuse('notFound', { id })
  await refuseSettled(ctx, row.companyId, row.day)
  return row
}

export const purchaseHandlers: readonly Handler[] = [...crud(purchaseContracts, ['list', 'totals', 'get']), preview, create, update, remove]
