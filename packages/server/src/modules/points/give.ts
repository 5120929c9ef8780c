import { points as calls } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { cardForUpdate, type LockedCard } from '../card/index.ts'
import { dayOf } from '../shift/index.ts'
import { bookPoints, holdingsOf, type Done, type Held } from './account.ts'
import { add, end, lastDay, take, type Holding, type Step } from './lots.ts'
import { isOpen, servicesOf } from './service.ts'

/**
 * An account of points, locked, and what it holds; what has ended by today is no part of it. A reported loss stops nothing: nobody pays
 * with it. @throws notFound, card.returned, points.notPoints
 */
export async function accountForUpdate(ctx: Ctx, id: number): Promise<{ locked: LockedCard; account: Held; ended: Done[] }> {
  const locked = await cardForUpdate(ctx, id)
  const { card, product } = locked
  if (product.type !== 'score') refuse('points.notPoints')
  const account = (await holdingsOf(ctx, card.companyId, [{ id, userId: card.userId }])).get(id)!
  const { step, ...holding } = end(account, dayOf(ctx.now, ctx.actor.zone))
  if (step.points === 0) return { locked, account, ended: [] }
  const after = { ...account, ...holding }
  return { locked, account: after, ended: [{ account, type: 'end', step, pointsAfter: after.points - after.owed }] }
}

export interface Change {
  readonly type: Done['type']
  readonly kind: string
  readonly ref: string
  readonly remark?: string
  readonly orderId?: number
  readonly topUpId?: number
  readonly revokesId?: number
}

export async function change(ctx: Ctx, companyId: number, account: Held, { kind, ref, ...said }: Change, to: Holding & { step: Step }) {
  const { step, ...holding } = to
  const after = { ...account, ...holding }
  const done = { account, step, pointsAfter: after.points - after.owed, ...said }
  const { ids, at } = await bookPoints(ctx, companyId, { kind, ref, done: [done], after: [after] })
  return { id: ids[0]!, userCardId: account.id, points: after.points, owedPoints: after.owed, createdDate: at }
}

/** Books apart what has ended, before anything else is done to an account. */
export async function bookEnded(ctx: Ctx, companyId: number, account: Held, ended: readonly Done[]): Promise<void> {
  await bookPoints(ctx, companyId, { kind: 'points.end', ref: `pointsEnd:${crypto.randomUUID()}`, done: ended, after: [account] })
}

/**
 * Gives points, for the reason given.
 * @throws notFound, card.returned, points.notPoints, points.notOpened, pin.proof @source decisions ME18
 */
const reward = handle(calls.reward, async (ctx, { id, body: { points, remark, pinProof } }) => {
  const { locked, account, ended } = await accountForUpdate(ctx, id)
  const { companyId, number } = locked.card
  const { score } = await servicesOf(ctx, companyId)
  if (!score || !isOpen(score, ctx.now)) refuse('points.notOpened')
  await spendProof(ctx, pinProof, { action: 'points.give', subject: `userCards:${id}`, amountCents: points })

  await bookEnded(ctx, companyId, account, ended)
  const to = add(account, points, lastDay(dayOf(ctx.now, ctx.actor.zone), score.rule.months))
  const act: Change = { type: 'reward', kind: 'points.give', ref: `pointsGive:${crypto.randomUUID()}`, remark }
  const given = await change(ctx, companyId, account, act, to)
  ctx.audit(
    'points.give',
    `userCards:${id}`,
    { number, points, beforePoints: account.points, afterPoints: given.points, remark },
    companyId,
  )
  return given
})

/** Takes points, those that end first before others. @throws notFound, card.returned, points.notPoints, points.insufficient, pin.proof */
const deduct = handle(calls.deduct, async (ctx, { id, body: { points, remark, pinProof } }) => {
  const { locked, account, ended } = await accountForUpdate(ctx, id)
  const { companyId, number } = locked.card
  if (points > account.points) refuse('points.insufficient', { points: account.points })
  await spendProof(ctx, pinProof, { action: 'points.deduct', subject: `userCards:${id}`, amountCents: points })

  await bookEnded(ctx, companyId, account, ended)
  const act: Change = { type: 'deduct', kind: 'points.deduct', ref: `pointsDeduct:${crypto.randomUUID()}`, remark }
  const taken = await change(ctx, companyId, account, act, take(account, points))
  ctx.audit(
    'points.deduct',
    `userCards:${id}`,
    { number, points, beforePoints: account.points, afterPoints: taken.points, remark },
    companyId,
  )
  return taken
})

export const giveHandlers = [reward, deduct]
