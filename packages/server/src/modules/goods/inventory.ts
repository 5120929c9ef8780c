import type { Ctx } from '../../platform/execution/command.ts'
import { keepDocument, placeOf } from './document.ts'
import { openShelf } from './shelf.ts'
import { bookDifferences } from './stocktake.ts'

/**
 * The number that an edit gives: -1 ends the counting, any other is what is there now, and what it differs from the book by is booked as a
 * count of this one article. @source decisions GD1
 */
export async function setInventory(ctx: Ctx, itemId: number, inventory: number): Promise<void> {
  const { tx } = ctx
  const before = await tx.selectFrom('itemStock').where('itemId', '=', itemId).selectAll().forNoKeyUpdate().executeTakeFirst()
  if (inventory === -1) {
    if (before?.counted) await tx.updateTable('itemStock').set({ counted: false }).where('itemId', '=', itemId).execute()
    return
  }
  if (!before) return openShelf(tx, [{ itemId, pieces: inventory }])
  if (!before.counted) await tx.updateTable('itemStock').set({ counted: true }).where('itemId', '=', itemId).execute()
  const pieces = inventory - before.pieces
  if (pieces === 0) return
  const { stationId } = before
  const place = await placeOf(ctx, stationId)
  const line = { stationId, itemId, pieces, bookPieces: before.pieces, countedPieces: inventory, scannedDate: ctx.now }
  const id = await keepDocument(ctx, { ...place, stationId, kind: 'stocktake' }, [line])
  await bookDifferences(ctx, { id, stationId, ...place }, [line])
}
