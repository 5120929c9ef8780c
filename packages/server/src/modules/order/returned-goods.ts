import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { changeShelves } from '../goods/index.ts'
import { noteReturned, returnable, type Returnable } from './item-return.ts'
import type { Order } from './order.ts'

export interface Returning {
  readonly lineItemId: number
  readonly pieces: number
}
type Back = Returnable & { readonly backPieces: number }

/**
 * Puts pieces back on their shelves before any money moves: a shelf is locked before a card. What comes back is what was said; where
 * nothing was, all of an order that is given back whole, and nothing of one that is given back in part.
 * @returns what came back, to be noted with the refund @throws notFound, refund.tooManyPieces @source decisions GD14
 */
export async function takeGoodsBack(
  ctx: Ctx,
  order: Pick<Order, 'id' | 'companyId' | 'stationId'>,
  said: readonly Returning[] | undefined,
  whole: boolean,
): Promise<readonly Back[]> {
  if (said ? said.length === 0 : !whole) return []
  const lines = await returnable(ctx, order.id)
  const back = said
    ? said.map(({ lineItemId, pieces }) => {
        const line = lines.find(({ id }) => id === lineItemId) ?? refuse('notFound', { field: 'returned' })
        if (pieces > line.left) refuse('refund.tooManyPieces', { name: line.name, left: line.left })
        return { ...line, backPieces: pieces }
      })
    : lines.map(line => ({ ...line, backPieces: line.left }))
  const moving = back.filter(({ backPieces }) => backPieces > 0)
  await changeShelves(
    ctx.tx,
    moving.filter(({ tookStock }) => tookStock).map(({ itemId, backPieces }) => ({ itemId, pieces: backPieces })),
  )
  return moving
}

/** Notes what came back, with the refund that it came with; of an order that nobody paid there is none. */
export const noteGoodsBack = (ctx: Ctx, order: Order, back: readonly Back[], refundId: number | null): Promise<void> =>
  noteReturned(
    ctx,
    order,
    back.map(({ id, itemId, backPieces }) => ({ lineId: id, itemId, pieces: backPieces })),
    refundId,
  )

/** What of an order could come back: its goods, and how many pieces of each. */
export async function goodsToReturn(ctx: Ctx, orderId: number) {
  const lines = await returnable(ctx, orderId)
  return lines.filter(({ left }) => left > 0).map(({ id, name, left }) => ({ lineItemId: id, name, pieces: left }))
}
