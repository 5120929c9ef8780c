import { allows, orderActs, points as calls, revocablePoints, type PointsMovementType } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { spendProof } from '../access/index.ts'
import { dayOf } from '../shift/index.ts'
import type { Held } from './account.ts'
import { accountForUpdate, bookEnded, change, type Change } from './give.ts'
import { add, lastDay, take } from './lots.ts'
import { servicesOf } from './service.ts'

interface Movement {
  readonly id: number
  readonly type: PointsMovementType
  readonly points: number
  readonly orderId: number | null
  /** The account that has its points now: of what a sale has brought, that of its member. */
  readonly userCardId: number
}

/** @throws notFound, points.notRevocable */
async function movementOf({ tx }: Ctx, id: number, types: readonly PointsMovementType[]): Promise<Movement> {
  const { rows } = await sql<Movement>`
    select detail.id, detail.type, detail.points, detail.order_id,
      case when detail.type = 'earn' then coalesce(earning.user_card_id, detail.user_card_id) else detail.user_card_id end as user_card_id
    from ${scoped(tx, 'points_detail')} detail
    left join ${scoped(tx, 'points_earning')} earning on earning.order_id = detail.order_id
    where detail.id = ${id}`.execute(tx)
  const found = rows[0] ?? refuse('notFound', { pointsDetail: id })
  if (!types.includes(found.type)) refuse('points.notRevocable')
  return found
}

/** Read with the account locked, so that of two who revoke it at once the second is refused. @throws points.revoked */
async function refuseRevoked({ tx }: Ctx, companyId: number, id: number): Promise<void> {
  const undone = tx.selectFrom('pointsDetail').where('companyId', '=', companyId).where('revokesId', '=', id)
  if (await undone.select('id').executeTakeFirst()) refuse('points.revoked')
}

/** An order may be revoked while the shift runs in which it was sold. @throws points.orderNotRevocable */
async function refuseSettled({ tx }: Ctx, companyId: number, orderId: number): Promise<void> {
  const { rows } = await sql<{ orderNo: string; status: string; runs: boolean; isPaid: boolean }>`
    select sale.order_no, sale.status, coalesce(state.status = 'open', false) as runs, sale.refunded_cents < sale.paid_cents as is_paid
    from sale_order sale left join daily_state state on state.company_id = ${companyId} and state.id = sale.shift_id
    where sale.company_id = ${companyId} and sale.id = ${orderId}`.execute(tx)
  const [order] = rows
  if (!order || !order.runs || !order.isPaid || !allows(orderActs.revoke, order.status))
    refuse('points.orderNotRevocable', { orderNo: order?.orderNo ?? String(orderId) })
}

/** What of a sale has not been taken back yet; from now on all of it is. */
async function takeEarned({ tx }: Ctx, companyId: number, orderId: number): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    with before as (
      select order_id, full_points - back_points as points from points_earning
      where company_id = ${companyId} and order_id = ${orderId} for update
    )
    update points_earning set back_points = full_points from before
    where points_earning.company_id = ${companyId} and points_earning.order_id = before.order_id returning before.points`.execute(tx)
  return rows[0]?.points ?? 0
}

/**
 * Takes points back that were given by hand or earned by an order; what of them is spent is owed.
 * @throws notFound, points.notRevocable, points.revoked, points.orderNotRevocable, card.returned, pin.proof @source decision PT5
 */
const takeBack = handle(calls.takeBack, async (ctx, { id, body: { remark, pinProof } }) => {
  const movement = await movementOf(ctx, id, revocablePoints.takeBack)
  const { locked, account, ended } = await accountForUpdate(ctx, movement.userCardId)
  const { companyId, number } = locked.card
  await refuseRevoked(ctx, companyId, id)
  const { orderId } = movement
  if (orderId !== null) await refuseSettled(ctx, companyId, orderId)
  const count = orderId === null ? movement.points : await takeEarned(ctx, companyId, orderId)
  if (count === 0) refuse('points.revoked')
  await spendProof(ctx, pinProof, { action: 'points.deduct', subject: `pointsDetails:${id}`, amountCents: movement.points })

  await bookEnded(ctx, companyId, account, ended)
  const type = orderId === null ? 'rewardBack' : 'earnBack'
  const taken = await change(ctx, companyId, account, actOf(movement, { type, kind: 'points.takeBack', remark }), take(account, count))
  const detail = { number, points: count, beforePoints: netOf(account), afterPoints: taken.points - taken.owedPoints, remark }
  ctx.audit('points.takeBack', `userCards:${account.id}`, detail, companyId)
  return taken
})

/** Gives back what was deducted. @throws notFound, points.notRevocable, points.revoked, card.returned, pin.proof @source decision PT5 */
const restore = handle(calls.restore, async (ctx, { id, body: { remark, pinProof } }) => {
  const movement = await movementOf(ctx, id, revocablePoints.restore)
  const { locked, account, ended } = await accountForUpdate(ctx, movement.userCardId)
  const { companyId, number } = locked.card
  await refuseRevoked(ctx, companyId, id)
  const count = -movement.points
  await spendProof(ctx, pinProof, { action: 'points.give', subject: `pointsDetails:${id}`, amountCents: count })

  await bookEnded(ctx, companyId, account, ended)
  const { score } = await servicesOf(ctx, companyId)
  const to = add(account, count, lastDay(dayOf(ctx.now, ctx.actor.zone), score?.rule.months ?? null))
  const given = await change(ctx, companyId, account, actOf(movement, { type: 'deductBack', kind: 'points.restore', remark }), to)
  const detail = { number, points: count, beforePoints: netOf(account), afterPoints: given.points - given.owedPoints, remark }
  ctx.audit('points.restore', `userCards:${account.id}`, detail, companyId)
  return given
})

const netOf = ({ points, owed }: Held): number => points - owed
const actOf = ({ id, orderId }: Movement, said: Pick<Change, 'type' | 'kind' | 'remark'>): Change => ({
  ...said,
  ref: `pointsRevoke:${id}`,
  revokesId: id,
  ...(orderId !== null && { orderId }),
})

export const revokeHandlers = [takeBack, restore]
