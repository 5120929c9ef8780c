import { chargeUserCard, deals, dealTaskGifts, dealTasks, manualOrders, tags, userDeals } from '@forecourt/contract'
import type { z } from 'zod'
import { activity } from '../modules/activity/index.ts'
import { askToLook } from '../modules/activity/look.ts'
import { rollUpActivities } from '../modules/activity/roll-up.ts'
import { setScopeToAll } from '../platform/execution/command.ts'
import { inDays, marketing } from './coupons.ts'
import { runDueJobs } from './jobs.ts'
import { db, noon, owned, unique } from './world.ts'

type Given = Partial<z.input<typeof dealTasks.body>> & Pick<z.input<typeof dealTasks.body>, 'kind'>

/** A company with a marketing clerk, a coupon that may be given by activities, and a member with a card. */
export async function campaigning() {
  const it = await marketing()
  const coupon = await it.deal({ maxCount: 1000, autoIssue: true })

  /** It runs from now for thirty days and gives one coupon, unless said otherwise. */
  const offer = (of: Given) => ({
    name: `A${unique()}`,
    startTime: inDays(0),
    endTime: inDays(30),
    coupons: of.kind === 'price' ? [] : [{ dealId: coupon.id }],
    ...of,
  })
  const start = (of: Given) => it.clerk.call(dealTasks.create, { body: offer(of) })
  const refusedStart = (of: Given) => it.clerk.refused(dealTasks.create, { body: offer(of) })
  const read = (id: number) => it.clerk.call(dealTasks.get, { id })
  /** What activities have to look at is looked at. */
  const give = (now = noon) => rollUpActivities(db, [it.company.id], now)
  /** Members are looked through, as far as it is time to. */
  const look = (now = noon) => runDueJobs(activity.tasks, now)
  const askAgain = (now = noon) => db.transaction().execute(async begun => askToLook(await setScopeToAll(begun), now))
  const gifts = async (id: number) =>
    (await it.clerk.call(dealTaskGifts.list, { query: { search: `dealTask.id:${id}`, sort: 'id,asc' } })).content
  const coupons = async (userId: number) =>
    (await it.clerk.call(userDeals.list, { query: { search: `user.id:${userId}`, sort: 'id,asc', size: 100 } })).content
  const topUp = (amountCents: number, id = it.card.id) =>
    it.clerk.call(chargeUserCard, { id, body: { amountCents, payType: 'wx', stationId: it.station.id } })
  return {
    ...it,
    ...around(it),
    askAgain,
    coupon,
    couponOffer: it.offer,
    offer,
    start,
    refusedStart,
    read,
    give,
    look,
    gifts,
    coupons,
    topUp,
  }
}

/** What is not the activity’s own. */
function around(it: Awaited<ReturnType<typeof marketing>>) {
  /** A tag that these members carry. */
  const tagged = async (userIds: number[]) => {
    const { id } = await it.clerk.call(tags.create, { body: { name: `T${unique()}` } })
    if (userIds.length > 0) await it.clerk.call(tags.give, { body: { tagId: id, userIds } })
    return id
  }
  const bornIn = (userId: number, month: number) =>
    owned('insert into member_profile (company_id, user_id, birth_month) values ($1, $2, $3)', [it.company.id, userId, month])
  /** The coupon is used on twelve pieces at 10.00, which are entered by hand. */
  const useCoupon = (id: number) => {
    const lineItems = [{ itemId: it.article.id, pieces: 12, discountCents: 0 }]
    const sale = { createdDate: noon.toISOString(), remark: 'Missed', userCardId: it.buyer.id, payType: 'cash' as const, lineItems }
    return it.clerk.call(manualOrders.enter, { body: { ...sale, userDealIds: [id] } })
  }
  /** More of a coupon may be issued from now on. */
  const planMore = async (dealId: number, maxCount: number) => {
    const now = await it.clerk.call(deals.get, { id: dealId })
    const body = {
      ...deals.body.parse(Object.fromEntries(Object.keys(deals.body.shape).map(name => [name, now[name as 'name']]))),
      maxCount,
    }
    return it.clerk.call(deals.update, { id: dealId, body: { ...body, version: now.version } })
  }
  return { tagged, bornIn, useCoupon, planMore }
}
