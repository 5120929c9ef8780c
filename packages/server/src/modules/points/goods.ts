import type { GoodsPoints } from '../../platform/module.ts'
import { dayOf } from '../shift/index.ts'
import { accountForUpdate, bookEnded, change, type Change } from './give.ts'
import { add, lastDay, take } from './lots.ts'
import { accountOf, accountWith, openService, topUpPoints } from './top-up.ts'

/** Points of goods: booked as the sale is paid, to the holder of the card. @source decisions GD5 */
export const goodsPoints: GoodsPoints = {
  canHave: topUpPoints.canHave,

  async give(ctx, companyId, given) {
    const score = given.length > 0 ? await openService(ctx, companyId) : undefined
    if (!score) return new Set()
    const found = []
    for (const gift of given) {
      const account = await accountOf(ctx, gift.card)
      if (account !== undefined) found.push({ ...gift, account })
    }
    // In the order of the accounts, so that two sales to the same members wait for each other.
    for (const { account: id, orderId, points } of found.toSorted((one, other) => one.account - other.account)) {
      const { account, ended } = await accountForUpdate(ctx, id)
      await bookEnded(ctx, companyId, account, ended)
      const act: Change = { type: 'saleGift', kind: 'points.saleGift', ref: `pointsSaleGift:${orderId}`, orderId }
      await change(ctx, companyId, account, act, add(account, points, lastDay(dayOf(ctx.now, ctx.actor.zone), score.rule.months)))
    }
    return new Set(found.map(({ orderId }) => orderId))
  },

  async takeBack(ctx, companyId, { orderId, points, before }) {
    const id = await accountWith(ctx, companyId, { orderId })
    if (id === undefined) return false
    const { account, ended } = await accountForUpdate(ctx, id)
    await bookEnded(ctx, companyId, account, ended)
    const act: Change = { type: 'saleGiftBack', kind: 'points.saleGiftBack', ref: `pointsSaleGiftBack:${orderId}:${before}`, orderId }
    await change(ctx, companyId, account, act, take(account, points))
    return true
  },
}
