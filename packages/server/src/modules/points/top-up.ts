import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { TopUpPoints } from '../../platform/module.ts'
import { dayOf } from '../shift/index.ts'
import { accountForUpdate, bookEnded, change, type Change } from './give.ts'
import { add, lastDay, take } from './lots.ts'
import { isOpen, servicesOf } from './service.ts'

type Card = Parameters<TopUpPoints['give']>[1]

/** The open account of points of the holder of a card; of a fleet's card that of the fleet, where it earns points. */
export async function accountOf({ tx }: Ctx, { companyId, userId, groupId }: Card): Promise<number | undefined> {
  if (groupId === null ? userId === null : !(await earnsPoints(tx, companyId, groupId))) return undefined
  const all = tx.selectFrom('userCard').where('companyId', '=', companyId)
  const own = groupId === null ? all.where('userId', '=', userId) : all.where('groupId', '=', groupId)
  const open = own.where('service', '=', 'score').where('closedTime', 'is', null)
  return (await open.select('id').executeTakeFirst())?.id
}

async function earnsPoints(tx: Ctx['tx'], companyId: number, groupId: number): Promise<boolean> {
  const fleet = tx.selectFrom('fleet').where('companyId', '=', companyId).where('id', '=', groupId)
  return (await fleet.select('earnsPoints').executeTakeFirstOrThrow()).earnsPoints
}

/** What points are given by; nothing where the service is not open. */
export async function openService(ctx: Ctx, companyId: number) {
  const { score } = await servicesOf(ctx, companyId)
  return isOpen(score, ctx.now) ? score : undefined
}

/**
 * The account that the points of a top-up, or of goods that were sold, are in: the one that got them, or the one that it was united with
 * when two members were merged; none where it was closed otherwise, so that they lapsed with it.
 */
export async function accountWith(
  { tx }: Ctx,
  companyId: number,
  got: { topUpId: number } | { orderId: number },
): Promise<number | undefined> {
  const which =
    'topUpId' in got
      ? sql`given.top_up_id = ${got.topUpId} and given.type = 'topUp'`
      : sql`given.order_id = ${got.orderId} and given.type = 'saleGift'`
  const { rows } = await sql<{ id: number }>`
    select heir.id from points_detail given
    join user_card got on got.company_id = ${companyId} and got.id = given.user_card_id
    join user_card heir on heir.company_id = ${companyId} and heir.closed_time is null and (heir.id = got.id
      or heir.user_id = got.user_id and heir.service = 'score' and exists (
        select from member_merge merged join user_account gone on gone.company_id = ${companyId} and gone.id = merged.user_id
        where merged.company_id = ${companyId} and gone.merged_into_id = got.user_id and merged.created_date = got.closed_time))
    where given.company_id = ${companyId} and ${which}`.execute(tx)
  return rows[0]?.id
}

const bookedWith = async ({ tx }: Ctx, companyId: number, topUpId: number): Promise<number> => {
  const rows = await tx
    .selectFrom('pointsDetail')
    .where('companyId', '=', companyId)
    .where('topUpId', '=', topUpId)
    .select('points')
    .execute()
  return rows.reduce((sum, { points }) => sum + points, 0)
}

/** Points of a top-up package: booked as it is bought, to the holder of the card. @source decisions ME7 */
export const topUpPoints: TopUpPoints = {
  canHave: async (ctx, card) => (await openService(ctx, card.companyId)) !== undefined && (await accountOf(ctx, card)) !== undefined,

  async give(ctx, card, { topUpId, points }) {
    const score = await openService(ctx, card.companyId)
    const id = score && (await accountOf(ctx, card))
    if (id === undefined) return 0
    const { account, ended } = await accountForUpdate(ctx, id)
    await bookEnded(ctx, card.companyId, account, ended)
    const act: Change = { type: 'topUp', kind: 'points.topUp', ref: `pointsTopUp:${topUpId}`, topUpId }
    await change(ctx, card.companyId, account, act, add(account, points, lastDay(dayOf(ctx.now, ctx.actor.zone), score!.rule.months)))
    return points
  },

  given: bookedWith,

  async toTakeBack(ctx, companyId, topUpId) {
    const points = await bookedWith(ctx, companyId, topUpId)
    const isThere = points > 0 && (await accountWith(ctx, companyId, { topUpId })) !== undefined
    return isThere ? { points, lapsed: 0 } : { points: 0, lapsed: points }
  },

  async takeBack(ctx, companyId, topUpId) {
    const points = await bookedWith(ctx, companyId, topUpId)
    const id = points > 0 ? await accountWith(ctx, companyId, { topUpId }) : undefined
    if (id === undefined) return { points: 0, lapsed: points }
    const { account, ended } = await accountForUpdate(ctx, id)
    await bookEnded(ctx, companyId, account, ended)
    const act: Change = { type: 'topUpBack', kind: 'points.topUpBack', ref: `pointsTopUpBack:${topUpId}`, topUpId }
    await change(ctx, companyId, account, act, take(account, points))
    return { points, lapsed: 0 }
  },
}
