import { createHash } from 'node:crypto'
import { manualOrders } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { issueCoupons, type Issue } from '../deal/index.ts'

const dayMs = 86_400_000

/** A promoter has handed out coupons to two members and three strangers; one of these has used theirs in the shop. */
export const receivedInDemo = ({ companyId, from, stations, within }: DemoStage): DemoAct[] => {
  const handedOut = new Date(from.getTime() + dayMs + 11 * 3_600_000)
  const used = new Date(handedOut.getTime() + 7 * 3_600_000)
  const [station] = stations
  if (!station) return []
  return [
    { at: handedOut, run: () => within(handedOut, ctx => handOut(ctx, companyId)) },
    { at: used, run: () => within(used, ctx => sell(ctx, companyId, station)) },
  ]
}

async function handOut(ctx: Ctx, companyId: number): Promise<void> {
  const { rows } = await sql<{ dealId: number; promoterId: number }>`
    select deal.id as deal_id, promoter.id as promoter_id from ${scoped(ctx.tx, 'deal')} deal
    join user_account promoter on promoter.company_id = ${companyId} and promoter.promoter and not promoter.disabled
    where promotion_allowed order by deal.id, promoter.id`.execute(ctx.tx)
  for (const { dealId, promoterId } of rows.filter((row, turn) => rows.findIndex(each => each.dealId === row.dealId) === turn)) {
    const members = await membersOf(ctx, companyId)
    const own = (userId: number | null, visitor: Buffer | null): Issue => ({
      ctx,
      companyId,
      dealId,
      userIds: userId === null ? [] : [userId],
      codes: userId === null ? 1 : 0,
      each: 1,
      source: 'receive',
      sourceId: null,
      promoterId,
      visitor,
    })
    const strangers = [1, 2, 3].map(nth => createHash('sha256').update(`visitor ${companyId} ${nth}`).digest())
    const issued = await issueCoupons([...members.map(id => own(id, null)), ...strangers.map(visitor => own(null, visitor))])
    for (const outcome of issued.values()) if (outcome instanceof Refusal) throw outcome
  }
}

async function sell(ctx: Ctx, companyId: number, { id: stationId, leaderId }: DemoStage['stations'][number]): Promise<void> {
  const { rows } = await sql<{ id: number; code: string; itemId: number }>`
    select held.id, held.code, item.id as item_id from ${scoped(ctx.tx, 'user_deal')} held
    join deal on deal.company_id = ${companyId} and deal.id = held.deal_id and deal.kind = 'percent'
    cross join lateral (select id from item where company_id = ${companyId} and station_id = ${stationId}
      and product_id is null and not hidden order by price_cents desc, id limit 1) as item
    where held.code is not null and held.promoter_id is not null and held.used_date is null order by held.id limit 1`.execute(ctx.tx)
  const [found] = rows
  if (!found) return
  const body = {
    createdDate: ctx.now.toISOString(),
    payType: 'cash' as const,
    remark: '顾客出示券码，收银机离线 · A code was shown while the till was offline',
    lineItems: [{ itemId: found.itemId, pieces: 1, discountCents: 0 }],
    couponCodes: [found.code],
    userDealIds: [found.id],
  }
  await handlerOf(manualOrders.enter).run({ ...ctx, actor: { ...ctx.actor, kind: 'user', id: leaderId, stationId } }, { body })
}

async function membersOf({ tx }: Ctx, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member_state where company_id = ${companyId} order by created_date desc, id limit 2`.execute(tx)
  return rows.map(({ id }) => id)
}
