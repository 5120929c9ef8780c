import type { Ctx } from '../../platform/execution/command.ts'
import type { TopUpPoints } from '../../platform/module.ts'
import { dayOf } from '../shift/index.ts'
import { accountForUpdate, bookEnded, change, type Change } from './give.ts'
import { add, lastDay, take } from './lots.ts'
import { isOpen, servicesOf } from './service.ts'

type Card = Parameters<TopUpPoints['give']>[1]

/** The open account of points of the holder of a card. */
async function accountOf({ tx }: Ctx, { companyId, userId }: Card): Promise<number | undefined> {
  if (userId === null) return undefined
  const own = tx.selectFrom('userCard').where('companyId', '=', companyId).where('userId', '=', userId)
  const open = own.where('service', '=', 'score').where('closedTime', 'is', null)
  return (await open.select('id').executeTakeFirst())?.id
}

/** What points are given by; nothing where the service is not open. */
async function openService(ctx: Ctx, companyId: number) {
  const { score } = await servicesOf(ctx, companyId)
  return isOpen(score, ctx.now) ? score : undefined
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

  async takeBack(ctx, card, topUpId) {
    const points = await bookedWith(ctx, card.companyId, topUpId)
    const id = points > 0 ? await accountOf(ctx, card) : undefined
    // They lapsed with an account that was closed since.
    if (id === undefined) return
    const { account, ended } = await accountForUpdate(ctx, id)
    await bookEnded(ctx, card.companyId, account, ended)
    const act: Change = { type: 'topUpBack', kind: 'points.topUpBack', ref: `pointsTopUpBack:${topUpId}`, topUpId }
    await change(ctx, card.companyId, account, act, take(account, points))
  },
}
