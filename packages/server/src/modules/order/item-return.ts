import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

/** A line of an order that sold goods, and how many of its pieces have not come back. */
export interface Returnable {
  readonly id: number
  readonly itemId: number
  readonly name: string
  readonly tookStock: boolean
  readonly left: number
}

export async function returnable({ tx }: Ctx, orderId: number): Promise<Returnable[]> {
  const { rows } = await sql<Returnable>`
    select line.id, line.item_id, item.name, line.took_stock,
      (line.pieces - coalesce((select sum(back.pieces) from ${scoped(tx, 'item_return')} back
        where back.order_line_id = line.id), 0))::bigint as left
    from ${scoped(tx, 'order_line')} line join ${scoped(tx, 'item')} item on item.id = line.item_id
    where line.order_id = ${orderId} and line.category_type = 'normal'
    order by line.id`.execute(tx)
  return rows
}

/** Notes what came back, and with which refund. */
export async function noteReturned(
  { tx, now }: Ctx,
  { id: orderId, companyId, stationId }: { id: number; companyId: number; stationId: number },
  lines: readonly { readonly lineId: number; readonly itemId: number; readonly pieces: number }[],
  refundId: number | null,
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ lineId, ...line }) => ({
    ...line,
    companyId,
    stationId,
    orderId,
    orderLineId: lineId,
    refundId,
    createdDate: now,
  }))
  await tx.insertInto('itemReturn').values(rows).execute()
}
