import { orderRefunds, userDealActs, userDeals, type Parsed } from '@forecourt/contract'
import { allows } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, crud } from '../../platform/execution/crud.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { handlerOf } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { couponRefusal } from './against.ts'
import { couponsAtHand } from './at-hand.ts'
import { issueCoupons, type Issue } from './issue.ts'

type IssueBody = Parsed<typeof userDeals.issue>['body']

/** The members of the coupon's company that are named, each once. @throws notFound, coupon.mobileUnknown, coupon.cardUnknown */
async function holdersOf({ tx }: Ctx, companyId: number, { userIds, mobiles, cardNumbers }: IssueBody): Promise<number[]> {
  const { rows } = await sql<{ userId: number | null; mobile: string | null; number: string | null; asked: number | null }>`
    select member.id as user_id, given.mobile, given.number, given.asked
    from (
      select null::bigint as asked, mobile, null::text as number from unnest(${mobiles}::text[]) as mobile
      union all select null, null, number from unnest(${cardNumbers}::text[]) as number
      union all select asked, null, null from unnest(${userIds}::bigint[]) as asked
    ) as given
    left join user_card card on card.company_id = ${companyId} and card.number = given.number
    left join ${scoped(tx, 'member_state')} member
      on member.company_id = ${companyId}
      and (member.id = coalesce(given.asked, card.user_id) or (given.mobile is not null and member.mobile = given.mobile))`.execute(tx)
  for (const { userId, mobile, number } of rows) {
    if (userId !== null) continue
    if (mobile !== null) refuse('coupon.mobileUnknown', { mobile })
    if (number !== null) refuse('coupon.cardUnknown', { number })
    refuse('notFound', { resource: 'members', field: 'userIds' })
  }
  return [...new Set(rows.map(({ userId }) => userId!))].toSorted((one, other) => one - other)
}

/**
 * Issues coupons by hand, all of them or none.
 * @throws as holdersOf, and coupon.nobody, soldOut, limitReached, tooManyHeld, budgetSpent, notStarted, over, disabled, membersOnly,
 *   nonMembersOnly
 */
const issue = handle(userDeals.issue, async (ctx, { body }) => {
  const companyId = companyOf(ctx)
  const holders = await holdersOf(ctx, companyId, body)
  const { dealId, codes, each, reason } = body
  const asked: Issue = { ctx, companyId, dealId, userIds: holders, codes, each, source: 'hand', sourceId: null }
  const issued = (await issueCoupons([asked])).get(asked)!
  if (issued instanceof Refusal) throw issued
  ctx.audit('userDeals.issue', `deals:${dealId}`, { reason, userIds: holders, codes, each, userDealIds: issued.ids }, companyId)
  return { issued: issued.ids.length, codes: [...issued.codes], userDealIds: [...issued.ids] }
})

export interface Held {
  readonly id: number
  readonly companyId: number
  readonly dealId: number
  readonly orderId: number | null
  readonly status: 'unused' | 'used' | 'expired' | 'recovered' | 'heldElsewhere'
  readonly name: string
  readonly endTime: string
  readonly heldUntil: string | null
  readonly timeZone: string
}

/** Locked in the order of their ids. @throws notFound */
export async function heldForUpdate({ tx, now }: Ctx, ids: readonly number[]): Promise<Held[]> {
  const asked = [...new Set(ids)]
  const { rows } = await sql<Held>`
    select held.id, held.company_id, held.deal_id, held.order_id, kept.document->>'name' as name, held.end_time, held.held_until,
      owner.time_zone,
      case when held.recalled_date is not null then 'recovered' when held.used_date is not null then 'used'
        when held.held_until > ${now}::timestamptz then 'heldElsewhere' when held.end_time <= ${now}::timestamptz then 'expired'
        else 'unused' end as status
    from ${scoped(tx, 'user_deal')} seen
    join user_deal held on held.company_id = seen.company_id and held.id = seen.id
    join deal_terms kept on kept.company_id = held.company_id and kept.deal_id = held.deal_id and kept.terms = held.terms
    join company owner on owner.id = held.company_id
    where seen.id = any(${asked}::bigint[]) order by held.id for update of held`.execute(tx)
  if (rows.length < asked.length) refuse('notFound', { resource: 'userDeals', field: 'ids' })
  return rows
}

/** @throws coupon.* where one of them is not unused */
function refuseUsed(ctx: Ctx, held: readonly Held[]): void {
  for (const one of held) {
    const { status } = one
    if (status === 'unused') continue
    throw couponRefusal(ctx, one, { reason: status === 'recovered' ? 'recalled' : status === 'expired' ? 'over' : status })
  }
}

/** Takes back coupons that are not used, and are locked. */
export async function takeBack(
  ctx: Ctx,
  held: readonly { readonly id: number; readonly companyId: number; readonly dealId: number }[],
  reason: string,
): Promise<void> {
  const by = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const ids = held.map(({ id }) => id)
  for (const companyId of new Set(held.map(one => one.companyId))) {
    await sql`
      with back as (
        update user_deal set recalled_date = ${ctx.now}::timestamptz, recalled_by_id = ${by}::bigint, recall_reason = ${reason},
          held_order_id = null, held_until = null
        where company_id = ${companyId} and id = any(${ids}::bigint[]) returning company_id, deal_id, worst_cents
      )
      insert into deal_delta (company_id, deal_id, day, committed_cents)
      select back.company_id, deal_id, (${ctx.now}::timestamptz at time zone owner.time_zone)::date, -sum(coalesce(worst_cents, 0))
      from back join company owner on owner.id = ${companyId} group by back.company_id, deal_id, owner.time_zone`.execute(ctx.tx)
    const own = held.filter(one => one.companyId === companyId)
    for (const [dealId, its] of Map.groupBy(own, one => one.dealId))
      ctx.audit('userDeals.recall', `deals:${dealId}`, { reason, userDealIds: its.map(({ id }) => id) }, companyId)
  }
}

/**
 * Takes one back. The order on which it was used is revoked with it, by those who may revoke that.
 * @throws notFound, coupon.recalled, coupon.expired, coupon.heldElsewhere, and as revoking an order @source decisions MK9
 */
const recall = handle(userDeals.recall, async (ctx, { id, body: { reason, ...proven } }) => {
  const { status, orderId } = await getOf(ctx.tx, userDeals, id, [], ctx.scope)
  if (allows(userDealActs.recall, status) && orderId !== null)
    await handlerOf(orderRefunds.revoke).run(ctx, { id: orderId, body: { remark: reason, ...proven } })
  const held = await heldForUpdate(ctx, [id])
  // With its order it was taken back already where that with which it came is gone.
  if (orderId === null || held[0]!.status !== 'recovered') {
    refuseUsed(ctx, held)
    await takeBack(ctx, held, reason)
  }
  return getOf(ctx.tx, userDeals, id, [], ctx.scope)
})

/** @throws notFound, and coupon.* where one of them is not unused: then none is taken back */
const recallMany = handle(userDeals.recallMany, async (ctx, { body: { ids, reason } }) => {
  const held = await heldForUpdate(ctx, ids)
  refuseUsed(ctx, held)
  await takeBack(ctx, held, reason)
  return { recalled: held.length }
})

/** @throws coupon.codeUnknown */
const atHand = handle(userDeals.atHand, async (ctx, { query: { userCardId, cardNumber, code } }) => {
  const stationId = ctx.actor.stationId ?? ctx.scope.stationIds?.[0] ?? (await anyStation(ctx))
  const bearer = { companyId: companyOf(ctx), stationId, at: ctx.now, userCardId, cardNumber, codes: code ? [code] : [] }
  const { lying } = await couponsAtHand(ctx, bearer, false)
  if (code !== undefined && !lying.some(each => each.code === code.toUpperCase())) refuse('coupon.codeUnknown')
  const usable = lying.filter(({ against }) => against === undefined || against === 'heldElsewhere')
  return {
    coupons: usable.map(({ id, dealId, name, gives, code: own, endTime }) => {
      return { id, dealId, name, kind: gives.kind, code: own, endTime: new Date(endTime).toISOString() }
    }),
  }
})

async function anyStation({ tx, scope }: Ctx): Promise<number> {
  const station = tx.selectFrom('station').where('companyId', 'in', [...scope.companyIds])
  return (await station.select('id').orderBy('id').limit(1).executeTakeFirst())?.id ?? refuse('order.stationMissing')
}

export const userDealHandlers: readonly Handler[] = [
  ...crud(userDeals, ['totals']),
  atHand,
  ...crud(userDeals, ['list', 'get']),
  issue,
  recall,
  recallMany,
]
