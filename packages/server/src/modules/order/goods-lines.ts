import type { Tx } from '../../platform/postgres/database.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { takeFromShelves } from '../goods/index.ts'
import type { Found } from './intake-facts.ts'
import type { OffSale, PricedLine } from './pricing.ts'

const refusals = {
  item: 'item.offShelf',
  category: 'item.categoryOffShelf',
  time: 'item.notOnSaleNow',
} as const satisfies Record<OffSale, string>

/**
 * What a person sells is on sale and in stock. What a till reports has been sold: it is booked as it is, and marked.
 * @throws item.offShelf, item.categoryOffShelf, item.notOnSaleNow, item.stockShort @source decisions GD1, GD3, GD7
 */
export function refuseGoods(lines: readonly PricedLine[], found: readonly Found[]): void {
  const wanted = new Map<number, number>()
  for (const [turn, { itemId, pieces, offSale }] of lines.entries()) {
    const { name, shelfPieces } = found[turn]!
    if (offSale) throw new Refusal(refusals[offSale], { name })
    const all = (wanted.get(itemId) ?? 0) + pieces
    wanted.set(itemId, all)
    if (typeof shelfPieces === 'number' && all > shelfPieces) throw new Refusal('item.stockShort', { name, left: Math.max(0, shelfPieces) })
  }
}

interface SoldOrder {
  readonly lines: readonly PricedLine[]
  /** Who took the money, where somebody did. */
  readonly userId: number | null
}

export const takesStock = ({ counted, pieces }: PricedLine): boolean => counted === true && pieces > 0

/**
 * Takes what was sold from the counted shelves, by one statement for the whole batch and none where nothing counted is sold. Of two persons
 * who sell the last piece at once, the second is refused here.
 * @returns what is left of the goods whose stock was taken from @throws item.stockShort
 */
export async function takeGoods(tx: Tx, orders: readonly SoldOrder[]): Promise<ReadonlyMap<number, number>> {
  const sold = orders.flatMap(({ lines, userId }) => lines.filter(takesStock).map(({ itemId, pieces }) => ({ itemId, pieces, userId })))
  if (sold.length === 0) return new Map()
  const left = await takeFromShelves(tx, sold)
  for (const { itemId, pieces, userId } of sold) {
    const after = left.get(itemId)
    if (userId === null || after === undefined || after >= 0) continue
    const { name } = await tx.selectFrom('item').where('id', '=', itemId).select('name').executeTakeFirstOrThrow()
    throw new Refusal('item.stockShort', { name, left: Math.max(0, after + pieces) })
  }
  return left
}
