import type { Invariant } from '../../platform/invariant.ts'

/** Sold and returned goods against their shelves. @source decisions GD1, GD14 */
export const soldGoodsInvariants: readonly Invariant[] = [
  {
    invariant: 'GD1',
    says: 'a shelf holds what stood there, what the book moved, without what was sold of it, and with what came back',
    query: `
      select 'goods ' || stock.item_id as subject,
        stock.pieces = stock.opening
          + coalesce((select sum(moved.pieces * case when moved.to_place = 'shelf' and moved.to_id = stock.station_id then 1 else -1 end)
            from {stock_move} moved where moved.company_id = stock.company_id and moved.item_id = stock.item_id), 0)
          - coalesce((select sum(line.pieces) from {order_line} line
            where line.company_id = stock.company_id and line.item_id = stock.item_id and line.took_stock), 0)
          + coalesce((select sum(back.pieces) from {item_return} back
            join {order_line} line on line.company_id = back.company_id and line.id = back.order_line_id
            where back.company_id = stock.company_id and back.item_id = stock.item_id and line.took_stock), 0) as holds
      from {item_stock} stock`,
  },
  {
    invariant: 'GD14',
    says: 'no more pieces of a line come back than were sold',
    query: `
      select 'line ' || back.order_line_id as subject, sum(back.pieces) <= min(line.pieces) as holds
      from {item_return} back join {order_line} line on line.company_id = back.company_id and line.id = back.order_line_id
      group by back.company_id, back.order_line_id`,
  },
]
