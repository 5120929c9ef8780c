import { TenderType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { Earning } from './rule.ts'

/** A sale whose points are to be reckoned, its member, and what it has brought already. */
export interface Sale extends Earning {
  readonly id: number
  readonly createdDate: string
  readonly isPaid: boolean
  readonly scoreCard: number | null
  readonly levelCard: number | null
  readonly earned: Earned | null
}
export interface Earned {
  readonly userCardId: number | null
  readonly levelCardId: number | null
  readonly fullPoints: number
  readonly fullGrowth: number
  readonly backPoints: number
  readonly backGrowth: number
  readonly endsOn: string | null
}

/** Takes sales off the list of those that wait. They are on it again should the transaction not be committed. */
export async function takePending({ tx }: Ctx, companyId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ orderId: number }>`
    with waiting as materialized (
      select id from points_pending where company_id = ${companyId} order by id limit ${most}::int for update skip locked
    )
    delete from points_pending using waiting where company_id = ${companyId} and points_pending.id = waiting.id
    returning order_id`.execute(tx)
  return [...new Set(rows.map(({ orderId }) => orderId))]
}

/**
 * The accounts that are concerned: of the holder of the card that a sale names, or of its fleet; or those that it went to.
 */
export async function accountsOfSales({ tx }: Ctx, orders: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select own.id from ${scoped(tx, 'sale_order')} sale
    join ${scoped(tx, 'user_card')} payer on payer.id = sale.user_card_id
    join ${scoped(tx, 'user_card')} own on own.user_id = payer.user_id and own.closed_time is null
    join ${scoped(tx, 'card')} product on product.id = own.card_id and product.type in ('score', 'level')
    where sale.id = any(${orders}::bigint[]) and payer.group_id is null
    union select own.id from ${scoped(tx, 'sale_order')} sale
      join ${scoped(tx, 'user_card')} payer on payer.id = sale.user_card_id
      join ${scoped(tx, 'user_card')} own on own.group_id = payer.group_id and own.service is not null and own.closed_time is null
    where sale.id = any(${orders}::bigint[])
    union select account from ${scoped(tx, 'points_earning')} earning
      cross join lateral (values (user_card_id), (level_card_id)) as own (account)
    where order_id = any(${orders}::bigint[]) and account is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Reads sales whose accounts are locked. */
export async function salesOf({ tx }: Ctx, orders: readonly number[]): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select sale.id, sale.created_date, sale.status in ('success', 'close') and sale.paid_cents > 0 as is_paid, sale.paid_cents,
      sale.refunded_cents,
      (coalesce((select sum(amount_cents) from ${scoped(tx, 'pay_transaction')} paid where paid.order_id = sale.id
        and paid.status = 'success' and paid.pay_type = any(${TenderType.options}::text[])), 0)
      - coalesce((select sum(principal_cents + debt_cents) from ${scoped(tx, 'user_card_detail')} paid where paid.order_id = sale.id
        and paid.type = 'consume'), 0))::bigint as money_cents,
      coalesce((select json_agg(json_build_object('productId', item.product_id, 'volumeCl', line.volume_cl,
          'netCents', line.amount_cents - line.discount_cents))
        from ${scoped(tx, 'order_line')} line left join ${scoped(tx, 'item')} item on item.id = line.item_id
        where line.order_id = sale.id), '[]') as lines,
      own.score_card, own.level_card,
      case when earning.order_id is not null then json_build_object('userCardId', earning.user_card_id, 'levelCardId',
        earning.level_card_id, 'fullPoints', full_points, 'fullGrowth', full_growth, 'backPoints', back_points,
        'backGrowth', back_growth, 'endsOn', ends_on) end as earned
    from ${scoped(tx, 'sale_order')} sale
    left join ${scoped(tx, 'points_earning')} earning on earning.order_id = sale.id
    left join ${scoped(tx, 'user_card')} payer on payer.id = sale.user_card_id
    left join lateral (
      select min(id) filter (where type = 'score') as score_card, min(id) filter (where type = 'level') as level_card
      from (
        select held.id, product.type from ${scoped(tx, 'user_card')} held
        join ${scoped(tx, 'card')} product on product.id = held.card_id
        where held.user_id = payer.user_id and payer.group_id is null and held.closed_time is null
          and held.issue_time <= sale.created_date
        union all
        select held.id, held.service from ${scoped(tx, 'user_card')} held
        join ${scoped(tx, 'fleet')} fleet on fleet.id = held.group_id
        where held.group_id = payer.group_id and held.service is not null and held.closed_time is null
          and case held.service when 'score' then earns_points and points_since <= sale.created_date
            else level_upgrade and level_since <= sale.created_date end
      ) as account
    ) as own on true
    where sale.id = any(${orders}::bigint[]) order by sale.created_date, sale.id`.execute(tx)
  return rows
}

export async function keepEarned({ tx }: Ctx, companyId: number, earned: ReadonlyMap<number, Earned>): Promise<void> {
  if (earned.size === 0) return
  const rows = [...earned].map(([order, each]) => ({ order, ...each }))
  await sql`
    insert into points_earning as kept (company_id, order_id, user_card_id, level_card_id, full_points, full_growth, back_points,
      back_growth, ends_on)
    select owner.id, "order", "userCardId", "levelCardId", "fullPoints", "fullGrowth", "backPoints", "backGrowth", "endsOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given ("order" bigint, "userCardId" bigint, "levelCardId" bigint,
      "fullPoints" bigint, "fullGrowth" bigint, "backPoints" bigint, "backGrowth" bigint, "endsOn" date)
    join company owner on owner.id = ${companyId}
    on conflict (company_id, order_id) do update set back_points = excluded.back_points, back_growth = excluded.back_growth`.execute(tx)
}
