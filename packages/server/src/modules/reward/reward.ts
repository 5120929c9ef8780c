import { deals, rewardCategories, rewardCouponsMost, rewards, type Parsed } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { rewardForUpdate, setStock } from './stock.ts'

type RewardBody = Omit<Parsed<typeof rewards.create>['body'], 'stock'>

/** @throws notFound, reward.couponsTooMany, reward.couponTwice */
async function refuseUnfitCoupons(ctx: Ctx, { coupons }: Pick<RewardBody, 'coupons'>): Promise<void> {
  const count = coupons.reduce((sum, each) => sum + each.count, 0)
  if (count > rewardCouponsMost) refuse('reward.couponsTooMany', { most: rewardCouponsMost, count })
  if (new Set(coupons.map(({ dealId }) => dealId)).size < coupons.length) refuse('reward.couponTwice')
  for (const { dealId } of coupons)
    await getOf(ctx.tx, deals, dealId, [], ctx.scope, { named: true }).catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field: 'coupons' }) : Promise.reject(thrown),
    )
}

/** Adds a reward. @throws notFound, reward.couponsTooMany, reward.couponTwice, reward.codeTaken, reward.barcodeTaken */
export async function addReward(ctx: Ctx, { stock = -1, ...body }: Parsed<typeof rewards.create>['body']): Promise<number> {
  await refuseUnfitCoupons(ctx, body)
  const id = await createRow(ctx, rewards, body)
  if (stock >= 0) await setStock(ctx, companyOf(ctx), id, stock)
  return id
}

/** @throws as addReward */
const create = handle(rewards.create, async (ctx, { body }) => getOf(ctx.tx, rewards, await addReward(ctx, body), [], ctx.scope))

/**
 * Changes a reward; what was redeemed keeps the points and the name of then. A stock that is entered is what was counted.
 * @throws as addReward, and stale
 */
const update = handle(rewards.update, async (ctx, { id, body: { stock, ...body } }) => {
  await getOf(ctx.tx, rewards, id, [], ctx.scope)
  await refuseUnfitCoupons(ctx, body)
  await updateRow(ctx, rewards, id, body)
  if (stock !== undefined) {
    const { companyId } = await ctx.tx.selectFrom('reward').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
    const { name, stock: before } = await rewardForUpdate(ctx, companyId, id)
    await setStock(ctx, companyId, id, stock)
    if (stock !== before) ctx.audit('rewards.count', `rewards:${id}`, { name, stock: { from: before, to: stock } }, companyId)
  }
  return getOf(ctx.tx, rewards, id, [], ctx.scope)
})

export const rewardHandlers: readonly Handler[] = [
  ...crud(rewardCategories),
  ...crud(rewards, ['list', 'get', 'delete', 'totals']),
  create,
  update,
]
