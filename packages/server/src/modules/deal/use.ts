import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Refusal } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { couponRefusal } from './against.ts'

/** An order on which coupons are used, or were. */
export interface CouponOrder {
  readonly ctx: Ctx
  readonly orderId: number
  readonly companyId: number
  readonly stationId: number
}
/** How long an order that is not paid keeps its coupons for itself. */
const holdMs = 15 * 60_000

/** An order that is not paid yet keeps them. They are locked. */
export async function holdCoupons({ ctx, orderId, companyId }: CouponOrder, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.tx
    .updateTable('userDeal')
    .set({ heldOrderId: orderId, heldUntil: new Date(ctx.now.getTime() + holdMs) })
    .where('companyId', '=', companyId)
    .where('id', 'in', ids)
    .execute()
}

interface Spent {
  readonly id: number
  readonly orderId: number
  readonly cents: number
  readonly name: string
  readonly endTime: string
  readonly heldUntil: string | null
  readonly timeZone: string
  readonly against: 'recalled' | 'used' | 'heldElsewhere' | 'over' | null
}
/** The coupons of orders that are about to be paid, locked; and why one of them cannot be used any more. */
export interface ToSpend {
  readonly of: ReadonlyMap<number, readonly Spent[]>
  readonly against: (orderId: number) => Refusal | undefined
}

/** What an order says that a coupon gave. */
export interface GivenCoupon {
  readonly id: number
  readonly orderId: number
  readonly stationId: number
  readonly cents: number
}

/** The coupons that these orders were priced with. @param givenOn what orders of a company say */
export async function couponsToSpend(
  orders: readonly CouponOrder[],
  givenOn: (ctx: Ctx, companyId: number, orderIds: readonly number[]) => Promise<readonly GivenCoupon[]>,
): Promise<ToSpend> {
  const of = new Map<number, Spent[]>()
  for (const [companyId, its] of byCompany(orders, order => order.companyId)) {
    const { ctx } = its[0]!
    const given = await givenOn(
      ctx,
      companyId,
      its.map(({ orderId }) => orderId),
    )
    if (given.length === 0) continue
    const { rows } = await sql<Spent>`
      select held.id, given."orderId" as order_id, given.cents, kept.document->>'name' as name, held.end_time, held.held_until,
        station.time_zone,
        case when held.recalled_date is not null then 'recalled' when held.used_date is not null then 'used'
          when held.held_until > ${ctx.now}::timestamptz and held.held_order_id <> given."orderId" then 'heldElsewhere'
          when held.end_time <= ${ctx.now}::timestamptz and held.held_order_id is distinct from given."orderId" then 'over' end as against
      from jsonb_to_recordset(${JSON.stringify(given)}) as given (id bigint, "orderId" bigint, "stationId" bigint, cents bigint)
      join user_deal held on held.company_id = ${companyId} and held.id = given.id
      join deal_terms kept on kept.company_id = ${companyId} and kept.deal_id = held.deal_id and kept.terms = held.terms
      join station on station.company_id = ${companyId} and station.id = given."stationId"
      order by held.id for update of held`.execute(ctx.tx)
    for (const row of rows) of.set(row.orderId, [...(of.get(row.orderId) ?? []), row])
  }
  const ctxOf = new Map(orders.map(({ orderId, ctx }) => [orderId, ctx]))
  return {
    of,
    against: orderId => {
      const bad = of.get(orderId)?.find(({ against }) => against !== null)
      return bad && couponRefusal(ctxOf.get(orderId)!, bad, { reason: bad.against! })
    },
  }
}

/** Uses coupons with the first money of their orders. They are locked, and nothing stands against them. */
export async function spendCoupons(
  orders: readonly CouponOrder[],
  used: (orderId: number) => readonly { id: number; cents: number }[],
): Promise<void> {
  for (const [companyId, its] of byCompany(orders, order => order.companyId)) {
    const [{ ctx }] = its as [CouponOrder]
    const rows = its.flatMap(({ orderId, stationId }) =>
      used(orderId).map(({ id, cents }) => ({ id, cents, order: orderId, station: stationId })),
    )
    if (rows.length === 0) continue
    await sql`
      with spent as (
        update user_deal held set used_date = ${ctx.now}::timestamptz, order_id = "order", station_id = station, discount_cents = cents,
          held_order_id = null, held_until = null
        from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id bigint, cents bigint, "order" bigint, station bigint)
        where held.company_id = ${companyId} and held.id = given.id
        returning held.company_id, held.deal_id, held.station_id, held.discount_cents, held.worst_cents
      )
      insert into deal_delta (company_id, deal_id, day, used, discount_cents, committed_cents)
      select spent.company_id, deal_id, (${ctx.now}::timestamptz at time zone place.time_zone)::date, count(*), sum(discount_cents),
        sum(discount_cents - coalesce(worst_cents, 0))
      from spent join station place on place.company_id = ${companyId} and place.id = spent.station_id
      group by spent.company_id, deal_id, place.time_zone`.execute(ctx.tx)
  }
}

/** An order that will not be paid keeps nothing. */
export async function letGoOfCoupons(ctx: Ctx, companyId: number, orderId: number): Promise<void> {
  await ctx.tx
    .updateTable('userDeal')
    .set({ heldOrderId: null, heldUntil: null })
    .where('companyId', '=', companyId)
    .where('heldOrderId', '=', orderId)
    .execute()
}

/**
 * All that was paid for an order was given back: what was used on it is unused again, and expired where its end has passed. It is taken
 * back where that with which it came was given back meanwhile.
 */
export async function giveCouponsBack({ ctx, orderId, companyId }: CouponOrder): Promise<void> {
  await sql`
    with back as (
      select held.id, deal_id, station_id, discount_cents, source_is_gone,
        case when source_is_gone then 0 else worst_cents end as worst_cents
      from ${scoped(ctx.tx, 'user_deal')} held
      where held.company_id = ${companyId} and held.order_id = ${orderId} order by held.id for update
    ), changed as (
      update user_deal held set used_date = null, order_id = null, station_id = null, discount_cents = 0,
        recalled_date = case when back.source_is_gone then ${ctx.now}::timestamptz end
      from back where held.company_id = ${companyId} and held.id = back.id
    )
    insert into deal_delta (company_id, deal_id, day, used, discount_cents, committed_cents)
    select place.company_id, deal_id, (${ctx.now}::timestamptz at time zone place.time_zone)::date, -count(*), -sum(discount_cents),
      sum(coalesce(worst_cents, 0) - discount_cents)
    from back join station place on place.company_id = ${companyId} and place.id = back.station_id
    group by place.company_id, deal_id, place.time_zone`.execute(ctx.tx)
}
