import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'

/** The change that set the price which a sale was to have. */
export interface ChangeOfSale {
  readonly id: number
  readonly priceCents: number
  readonly fromAt: string
}

/**
 * The price change that a sale at another price went past: the latest one of its nozzle before it, if the price list said then what that
 * change says. The change itself names only the first sale that showed it; this one is named by every later sale as well.
 * @source decisions O15
 */
export async function changeOfSale(tx: Tx, companyId: number, orderId: number): Promise<ChangeOfSale | null> {
  const { rows } = await sql<ChangeOfSale>`
    select nozzle.change_id as id, nozzle.price_cents, nozzle.from_at
    from sale_order sale
    cross join lateral (
      select change_id, price_cents, from_at from price_change_nozzle
      where company_id = ${companyId} and nozzle_control_id = sale.nozzle_control_id and from_at <= sale.created_date
      order by from_at desc, id desc limit 1
    ) as nozzle
    where sale.company_id = ${companyId} and sale.id = ${orderId} and sale.price_difference and exists (
      select from order_line line where line.company_id = ${companyId} and line.order_id = sale.id
        and line.list_price_cents = nozzle.price_cents and line.price_cents is distinct from nozzle.price_cents)`.execute(tx)
  const [found] = rows
  return found ? { ...found, fromAt: new Date(found.fromAt).toISOString() } : null
}
