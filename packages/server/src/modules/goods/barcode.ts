import type { Ctx } from '../../platform/execution/command.ts'

interface Marked {
  readonly id: number
  readonly stationId: number
  readonly barcode: string
  readonly barcodeDoubled: boolean
}

/**
 * Goods that give up a barcode which others have as well are no double any more; and where one of those is left, neither is that one.
 * From then on the barcode is unique. @source decisions GD8
 */
export async function freeBarcode({ tx }: Ctx, { id, stationId, barcode, barcodeDoubled }: Marked, next: string): Promise<void> {
  if (!barcodeDoubled || next === barcode) return
  const doubled = await tx
    .selectFrom('item')
    .where('stationId', '=', stationId)
    .where('barcode', '=', barcode)
    .where('barcodeDoubled', '=', true)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  const others = doubled.filter(other => other.id !== id)
  const single = others.length === 1 ? [id, others[0]!.id] : [id]
  // The barcode goes first: two rows that have it cannot both be unmarked.
  await tx.updateTable('item').set({ barcode: '' }).where('id', '=', id).execute()
  await tx.updateTable('item').set({ barcodeDoubled: false }).where('id', 'in', single).execute()
}
