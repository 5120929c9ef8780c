import { sql, type RawBuilder } from 'kysely'
import { among } from '../../platform/postgres/name-companies.ts'
import type { RowsAt } from '../../platform/search/rows-at.ts'

/** What a dispenser or nozzle was last heard to do is in force for two minutes; then it is offline. */
const inForce = (moment: RawBuilder<unknown>) => sql`state_in_force(state, state_at, ${moment}) as state`

export const dispensersAt: RowsAt[string] = (moment, companyIds) => sql`
  select id, version, company_id, station_id, number, name, picture_id, protocol, ${inForce(moment)}, state_at, created_date
  from dispenser where ${among('companyId', companyIds)}`

export const nozzlesAt: RowsAt[string] = (moment, companyIds) => sql`
  select id, version, company_id, station_id, logic_no, physical_no, dispenser_id, tank_id, item_id, ${inForce(moment)}, state_at,
    blocked_at, blocked_delivery_id, created_date
  from nozzle_control where ${among('companyId', companyIds)}`

/** The last price of an item's fuel that has begun: of those that were written down, or of changes that are to be. */
const priceOf = (table: 'product_price' | 'price_change_line', moment: RawBuilder<unknown>, companyIds: readonly number[]) => sql`(
  select price.price_cents, price.from_at, price.id from ${sql.table(table)} price
  where price.company_id = item.company_id and ${among('price.companyId', companyIds)} and price.station_id = item.station_id
    and price.product_id = item.product_id and price.from_at <= ${moment}
    ${table === 'price_change_line' ? sql`and price.coming` : sql``}
  order by price.from_at desc, price.id desc limit 1)`

/** Items with the price that is in force at a moment, which of goods is their own, and with what stands on the shelf. */
export const itemsAt: RowsAt[string] = (moment, companyIds) => sql`
  select item.id, item.version, item.company_id, item.station_id, product_id, category_id, name, description, code, barcode,
    case when product_id is null then price_cents else (
      select known.price_cents from (
        ${priceOf('product_price', moment, companyIds)} union all ${priceOf('price_change_line', moment, companyIds)}
      ) as known order by known.from_at desc, known.id desc limit 1
    ) end as price_cents,
    price_type, case when stock.counted then greatest(stock.pieces, 0) else -1 end as inventory,
    case when stock.counted then greatest(-stock.pieces, 0) else 0 end as oversold, stock.counted and stock.pieces <= low_stock as low,
    tax_rate, weight, hidden, start_time, end_time, low_stock, tag_id, gift_points, gift_cents, gift_percent, frozen_cents, frozen_percent,
    gift_coupons, gift_card_id, barcode_doubled, item.created_date
  from item left join item_stock stock on stock.company_id = item.company_id and stock.item_id = item.id
    and ${among('stock.companyId', companyIds)}
  where ${among('item.companyId', companyIds)}`
