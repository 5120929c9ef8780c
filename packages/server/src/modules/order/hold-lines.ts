import { sql } from 'kysely'
import type { OrderStatus } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { offByHold, refuseOtherFill } from './hold-price.ts'
import type { Hold } from './intake-facts.ts'
import { orderForUpdate, paymentRefusal, type Order } from './order.ts'

type Line = Parameters<typeof offByHold>[0] & { readonly id: number; readonly itemId: number; readonly createdDate: string }
interface Fill {
  readonly hold: Omit<Hold, 'cardId' | 'number'> | null
  readonly lines: readonly Line[]
  /** Its shift is settled, and says what it sold. */
  readonly settled: boolean
}

/**
 * Before an order that came without naming its hold is paid out of that: the discount of the hold is put on its fuel line, as if the sale
 * had named it, so that the customer pays the price that the pump was approved for. Once; a line that was charged otherwise or has a
 * discount, and a sale of a settled shift, stay as they are.
 * @throws notFound, order.authorisationUnknown, hold.otherStation, hold.ended, hold.fuelOnly, hold.otherNozzle, hold.otherProduct
 * @source decisions CD18, CD25, O15
 */
export async function lowerToHold(ctx: Ctx, orderId: number, authorisationId: number): Promise<void> {
  const order = await orderForUpdate(ctx, orderId)
  if (paymentRefusal(order.status as OrderStatus, 'card')) return
  const { hold, lines, settled } = await fillFor(ctx, order, authorisationId)
  if (!hold) refuse('order.authorisationUnknown')
  refuseOtherFill(hold, order.stationId, { ...order, lines })
  const lowered = lines.map(line => ({ ...line, offCents: offByHold(line, hold) })).filter(({ offCents }) => offCents > 0)
  const offCents = lowered.reduce((sum, line) => sum + line.offCents, 0)
  if (settled || offCents === 0 || order.paidCents >= order.totalCents - offCents) return
  await write(ctx, order, hold.discount!, lowered)
  const { orderNo, companyId, totalCents } = order
  const { name } = hold.discount!
  ctx.audit(
    'order.lower',
    `orders:${orderId}`,
    { orderNo, authorisationId, name, discountCents: offCents, totalCents: { before: totalCents, after: totalCents - offCents } },
    companyId,
  )
}

/** The shift of the order is kept open until the transaction ends. */
async function fillFor({ tx }: Ctx, { id, companyId, shiftId }: Order, authorisationId: number): Promise<Fill> {
  await sql`select from daily_state where company_id = ${companyId} and id = ${shiftId} for share`.execute(tx)
  const {
    rows: [fill],
  } = await sql<Fill>`
    select (
      select json_build_object('status', status, 'stationId', station_id, 'nozzleId', nozzle_control_id, 'productId', product_id,
        'priceCents', price_cents, 'fillPriceCents', fill_price_cents, 'discount', case when discount_name is not null then
          json_build_object('kind', discount_kind, 'name', discount_name, 'sourceId', discount_id) end)
      from card_authorisation where company_id = ${companyId} and id = ${authorisationId}
    ) as hold, (
      select coalesce(json_agg(json_build_object('id', line.id, 'itemId', item_id, 'productId', item.product_id, 'volumeCl', volume_cl,
        'priceCents', line.price_cents, 'listPriceCents', list_price_cents, 'amountCents', amount_cents,
        'discountCents', discount_cents) order by line.id), '[]')
      from order_line line left join item on item.company_id = line.company_id and item.id = line.item_id
      where line.company_id = ${companyId} and line.order_id = ${id}
    ) as lines, exists (
      select from daily_state state where state.company_id = ${companyId} and state.id = ${shiftId}
        and (status = 'closed' and not is_nature_day or settled)
    ) as settled`.execute(tx)
  return fill!
}

async function write(
  { tx }: Ctx,
  order: Order,
  discount: NonNullable<Hold['discount']>,
  lowered: readonly (Line & { offCents: number })[],
): Promise<void> {
  const given = JSON.stringify(lowered.map(({ id, offCents }) => ({ id, off: offCents })))
  const { id, companyId } = order
  await sql`
    update order_line line set discount_cents = off from jsonb_to_recordset(${given}) as given (id bigint, off bigint)
    where line.company_id = ${companyId} and line.id = given.id`.execute(tx)
  await sql`
    insert into order_discount (company_id, station_id, order_id, item_id, kind, name, source_id, amount_cents, created_date)
    select line.company_id, station_id, order_id, item_id, ${discount.kind}, ${discount.name}, ${discount.sourceId}::bigint, off,
      created_date
    from order_line line join jsonb_to_recordset(${given}) as given (id bigint, off bigint) on line.id = given.id
    where line.company_id = ${companyId} and ${inScope(tx, 'line.company_id')}`.execute(tx)
  const offCents = lowered.reduce((sum, line) => sum + line.offCents, 0)
  await sql`
    update sale_order set total_cents = total_cents - ${offCents}::bigint, discount_cents = discount_cents + ${offCents}::bigint
    where company_id = ${companyId} and id = ${id}`.execute(tx)
}
