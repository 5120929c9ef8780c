import type { UserDealSource } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'

/** What became of the coupons that were issued for one thing. */
export interface TakenBackCoupons {
  readonly sourceId: number
  /** Unused ones, which are recalled now. */
  readonly back: number
  /** Used ones, which stay. */
  readonly kept: number
}

/** Why coupons are recalled whose reason was given back: the product says so itself. */
const reason = '所赠业务已退款 Given back'

/**
 * What coupons were issued for was given back: those of them that are unused are recalled, also where an order keeps them that is not
 * paid; used ones stay. @source decisions MK10
 */
export async function takeBackUnused(
  ctx: Ctx,
  companyId: number,
  source: z.output<typeof UserDealSource>,
  sourceIds: readonly number[],
): Promise<TakenBackCoupons[]> {
  if (sourceIds.length === 0) return []
  const { rows } = await sql<TakenBackCoupons>`
    with given as (
      select id, source_id, used_date from user_deal
      where company_id = ${companyId} and source = ${source} and source_id = any(${[...sourceIds]}::bigint[]) and recalled_date is null
      order by id for update
    ), back as (
      update user_deal held set recalled_date = ${ctx.now}::timestamptz, recall_reason = ${reason}, held_order_id = null, held_until = null
      from given where held.company_id = ${companyId} and held.id = given.id and given.used_date is null
      returning held.company_id, held.deal_id, held.worst_cents
    ), counted as (
      insert into deal_delta (company_id, deal_id, day, committed_cents)
      select owner.id, deal_id, (${ctx.now}::timestamptz at time zone owner.time_zone)::date, -sum(coalesce(worst_cents, 0))
      from back join company owner on owner.id = ${companyId} group by owner.id, deal_id, owner.time_zone
    )
    select source_id, (count(*) filter (where used_date is null))::int as back, (count(*) filter (where used_date is not null))::int as kept
    from given group by source_id`.execute(ctx.tx)
  return rows
}
