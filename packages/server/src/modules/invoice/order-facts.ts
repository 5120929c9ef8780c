import type { TaxKind } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { dayOf } from '../shift/index.ts'
import type { LineFacts, PaymentFacts } from './invoiceable.ts'

export interface LineOfOrder extends LineFacts {
  readonly name: string
  readonly productId: number | null
  readonly categoryId: number
}

/**
 * The payments of an order that came about, with what each took from the purses of a card. What is older than the choice of how cards are
 * billed was invoiced on top-up.
 */
export async function paymentsOfOrder({ tx }: Ctx, companyId: number, orderId: number): Promise<PaymentFacts[]> {
  const { rows } = await sql<PaymentFacts>`
    select txn.pay_type, txn.amount_cents, txn.refunded_cents,
      case when detail.id is not null then json_build_object('principalCents', -detail.principal_cents, 'giftCents', -detail.gift_cents,
        'giftBackCents', coalesce(back.gift_cents, 0), 'billingType', coalesce(detail.billing_type, 'charge')) end as card
    from pay_transaction txn
    left join ledger_entry entry on entry.company_id = ${companyId} and entry.ref = 'payment:' || txn.serial
    left join user_card_detail detail on detail.company_id = ${companyId} and detail.ledger_entry_id = entry.id
      and detail.order_id = txn.order_id and detail.type = 'consume'
    left join lateral (
      select sum(given.gift_cents)::bigint as gift_cents from user_card_detail given
      where given.company_id = ${companyId} and given.reverses_id = detail.id
    ) as back on true
    where txn.company_id = ${companyId} and txn.order_id = ${orderId} and txn.status = 'success'`.execute(tx)
  return rows
}

/** The lines of an order, with the pieces of each that came back to the shelf. */
export async function linesOfOrder({ tx }: Ctx, companyId: number, orderId: number): Promise<LineOfOrder[]> {
  const { rows } = await sql<LineOfOrder>`
    select line.id, line.category_type = 'fuel' as is_fuel, line.quantity, line.amount_cents, line.discount_cents, item.name,
      item.product_id, item.category_id, coalesce(back.pieces, 0) as returned
    from order_line line
    join item on item.company_id = ${companyId} and item.id = line.item_id
    left join lateral (
      select sum(given.pieces)::int as pieces from item_return given
      where given.company_id = ${companyId} and given.order_line_id = line.id
    ) as back on true
    where line.company_id = ${companyId} and line.order_id = ${orderId} order by line.id`.execute(tx)
  return rows
}

interface RateInForce {
  readonly kind: z.output<typeof TaxKind>
  readonly productId: number | null
  readonly categoryId: number | null
  readonly rate: number
}

/** By which rate a line that was sold at a station at a moment is taxed; undefined where none is in force for it. */
export async function ratesAt({ tx }: Ctx, companyId: number, stationId: number, at: Date) {
  const station = tx.selectFrom('station').where('companyId', '=', companyId).where('id', '=', stationId).select('timeZone')
  const { timeZone } = await station.executeTakeFirstOrThrow()
  const rates: RateInForce[] = (
    await sql<RateInForce>`
      select kind, product_id, category_id, rate from tax_rate
      where company_id = ${companyId} and station_id = ${stationId} and begin_date <= ${dayOf(at, timeZone)}
      order by begin_date desc`.execute(tx)
  ).rows
  return ({ isFuel, productId, categoryId }: Pick<LineOfOrder, 'isFuel' | 'productId' | 'categoryId'>): RateInForce | undefined => {
    const own = rates.find(rate => (isFuel ? rate.productId !== null && rate.productId === productId : rate.categoryId === categoryId))
    return own ?? rates.find(rate => rate.kind === (isFuel ? 'fuel' : 'goods') && rate.productId === null && rate.categoryId === null)
  }
}
