import { sql } from 'kysely'
import { planHints } from '../../platform/postgres/client.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { joinOwner } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { noteCoupons } from './coupon-gifts.ts'
import type { Sold } from './gift-orders.ts'
import { couponsOf, giftOf } from './gift-terms.ts'
import type { PricedLine } from './pricing.ts'

/** Whether an order sells goods that give something. */
export const hasGifts = ({ lines }: Pick<Sold, 'lines'>): boolean =>
  lines.some(line => line.gift !== undefined && (giftOf(line) !== undefined || couponsOf(line).length > 0))

/** The numbers of the lines of orders that have gifts: a gift is noted by its line. All other lines are numbered as they are written. */
export async function linesNumbered(tx: Tx, orders: readonly Sold[]): Promise<ReadonlyMap<PricedLine, number>> {
  const lines = orders.filter(hasGifts).flatMap(order => order.lines)
  if (lines.length === 0) return new Map()
  const drawn = await nextIds(tx, lines.length)
  return new Map(lines.map((line, turn) => [line, drawn[turn]!]))
}

/**
 * Notes what lines give, by one statement for the whole batch and none where nothing gives anything. What was promised counts, whatever
 * becomes of the article until the order is paid.
 */
export async function noteGifts<Order extends Sold>(
  tx: Tx,
  orders: readonly Order[],
  ids: ReadonlyMap<Order, number>,
  lineIds: ReadonlyMap<PricedLine, number>,
): Promise<void> {
  const givers = orders.filter(hasGifts)
  await noteCoupons(tx, givers, ids, lineIds)
  const rows = givers.flatMap(order =>
    order.lines.flatMap(line => {
      const gift = giftOf(line)
      if (!gift) return []
      const { companyId, stationId } = order.counter
      return {
        id: lineIds.get(line)!,
        company_id: companyId,
        station_id: stationId,
        order_id: ids.get(order)!,
        item_id: line.itemId,
        gift_card_id: line.gift!.cardId,
        pieces: line.pieces,
        points: gift.points,
        gift_cents: gift.giftCents,
        frozen_cents: gift.frozenCents,
        created_date: order.createdDate,
      }
    }),
  )
  if (rows.length === 0) return
  await sql`${planHints({ genericPlan: true, deferred: true })}
    insert into sale_gift (id, company_id, station_id, order_id, item_id, gift_card_id, pieces, points, gift_cents, frozen_cents,
      created_date)
    select gift.id, owner.id, station_id, order_id, item_id, gift_card_id, pieces, points, gift_cents, frozen_cents, gift.created_date
    from jsonb_to_recordset(${JSON.stringify(rows)}) as gift (id bigint, company_id bigint, station_id bigint, order_id bigint,
      item_id bigint, gift_card_id bigint, pieces bigint, points bigint, gift_cents bigint, frozen_cents bigint, created_date timestamptz)
      ${joinOwner(
        'gift.company_id',
        rows.map(row => row.company_id),
      )}`.execute(tx)
}
