import { points, pointsCards, redemptions, rewardCategories, rewards, type Parsed } from '@forecourt/contract'
import type { z } from 'zod'
import { marketing } from './coupons.ts'
import { unique } from './world.ts'

/** A company with a points store, whose member holds 1,000 points, and those who run it and hand out. */
export async function pointsStore() {
  const it = await marketing()
  const over = { stationId: it.station.id }
  const keeper = await it.staff({ role: 'station_master', over })
  const hand = await it.staff({ role: 'station_employee', over })
  await it.give(1_000)
  const shelf = await keeper.call(rewardCategories.create, { body: { name: `S${unique()}` } })
  /** A hundred points, ten pieces, unless said otherwise. */
  const offered = (of: Partial<z.input<typeof rewards.body>> & { stock?: number } = {}) => ({
    categoryId: shelf.id,
    name: `R${unique()}`,
    points: 100,
    taxRate: 13,
    stock: 10,
    ...of,
  })
  const reward = (of: Parameters<typeof offered>[0] = {}) => keeper.call(rewards.create, { body: offered(of) })
  type Wanted = Partial<Parsed<typeof redemptions.redeem>['body']>
  const wanted = (rewardId: number, of: Wanted = {}) => ({ userCardId: it.account.points, rewardId, ...of })
  const redeem = (rewardId: number, of: Wanted = {}) => hand.call(redemptions.redeem, { body: wanted(rewardId, of) })
  const refusedRedeem = (rewardId: number, of: Wanted = {}) => hand.refused(redemptions.redeem, { body: wanted(rewardId, of) })
  const cancel = (id: number) => keeper.call(redemptions.cancel, { id, body: { reason: '改变主意 Changed' } })
  const stockOf = async (id: number) => (await keeper.call(rewards.get, { id })).stock
  const cardOf = (id = it.account.points) => keeper.call(pointsCards.get, { id })
  const holds = async (userId = it.card.userId!) => (await it.boss.call(points.ofMember, { id: userId })).score!
  return { ...it, holds, keeper, hand, shelf, offered, reward, redeem, refusedRedeem, cancel, stockOf, cardOf }
}
