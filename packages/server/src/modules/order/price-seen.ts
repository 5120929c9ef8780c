import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { noteSeen, openNozzles, whereNozzlesAreOpen } from '../forecourt/index.ts'

interface Shown {
  readonly id: number
  readonly orderId: number
  readonly cents: number
}

/**
 * The next sale of a nozzle shows what it charges: the price of its change, less a discount, or another one. A sale that began before the
 * change has the old price by right and shows nothing; one that was entered by hand shows what somebody typed. @source decisions O15, WS3
 */
export async function seeBySales(ctx: Ctx, companyId: number): Promise<void> {
  const open = await openNozzles(ctx, companyId)
  if (open.length === 0) return
  const asked = open.map(({ id, nozzleControlId, priceCents, fromAt }) => ({ id, nozzle: nozzleControlId, price: priceCents, at: fromAt }))
  const { rows } = await sql<Shown>`
    select asked.id, sale.id as order_id, case when sale.price_difference then sale.price_cents else asked.price end as cents
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (id bigint, nozzle bigint, price bigint, at timestamptz)
    cross join lateral (
      select own.id, own.price_difference, line.price_cents from sale_order own
      join order_line line on line.company_id = ${companyId} and line.order_id = own.id and line.category_type = 'fuel'
      where own.company_id = ${companyId} and own.nozzle_control_id = asked.nozzle and own.created_date >= asked.at
        and own.device_id is not null and line.list_price_cents = asked.price and line.price_cents is not null
      order by own.created_date, own.id limit 1
    ) as sale`.execute(ctx.tx)
  const byId = new Map(open.map(nozzle => [nozzle.id, nozzle]))
  const seen = rows.map(({ id, orderId, cents }) => ({ ...byId.get(id)!, orderId, seenCents: cents }))
  await noteSeen(ctx, companyId, seen)
}

/** In companies whose nozzles are to confirm a price. */
export const seePrices = asRollUp(
  workOnCompanies({
    name: 'priceChanges',
    path: '/priceChanges',
    where: () => whereNozzlesAreOpen,
    portions: [
      async (ctx, companyId) => {
        await seeBySales(ctx, companyId)
        return false
      },
    ],
  }),
)
