import { goodsDocuments } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { documentForUpdate, linesOf } from './document.ts'

export interface Cost {
  readonly line: number
  readonly itemId: number
  readonly stationId: number
  readonly pieces: number
  readonly priceCents: number | null
  readonly amountCents: number
}

export async function keepCosts(
  { tx, now, actor }: Ctx,
  { id, companyId, day }: { id: number; companyId: number; day: string },
  costs: readonly Cost[],
): Promise<void> {
  if (costs.length === 0) return
  const enteredById = actor.kind === 'user' ? actor.id : null
  await tx
    .insertInto('goodsCost')
    .values(costs.map(cost => ({ ...cost, companyId, goodsDocumentId: id, day, enteredById, createdDate: now })))
    .execute()
}

/** 录入进价: the averages follow from what stands here. @throws notFound, goods.notPriced */
const price = handle(goodsDocuments.price, async (ctx, { id, body: { items } }) => {
  const { kind, status, companyId, day } = await documentForUpdate(ctx, id)
  if (kind !== 'receipt' || status !== 'booked') refuse('goods.notPriced', { status })
  const lines = new Map((await linesOf(ctx, id)).map(line => [line.itemId, line]))
  const costs = items.map(({ itemId, priceCents }): Cost => {
    const { line, stationId, pieces } = lines.get(itemId) ?? refuse('notFound', { field: 'items' })
    return { line, itemId, stationId, pieces, priceCents, amountCents: pieces * priceCents }
  })
  await ctx.tx
    .deleteFrom('goodsCost')
    .where('goodsDocumentId', '=', id)
    .where(
      'itemId',
      'in',
      costs.map(({ itemId }) => itemId),
    )
    .execute()
  await keepCosts(ctx, { id, companyId, day }, costs)
  const amountCents = costs.reduce((sum, cost) => sum + cost.amountCents, 0)
  // What it cost is not told by the log either: more users read that than may see a price.
  ctx.audit('goods.price', `goodsDocuments:${id}`, { lines: costs.length }, companyId)
  return { id, amountCents }
})

export const costHandlers = [price]
