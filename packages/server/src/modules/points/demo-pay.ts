import { manualOrders, orderPayments } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { earnPending } from './earn.ts'

const hourMs = 3_600_000
/** So many hours before its end members of the demo pay by points: in a shift that is settled, and in the one that runs. */
const before = [6 * 24, 2]
/** So many of them each time, with so many points at most; no fewer than the least. */
const [buyers, most, least] = [2, 150, 20]

interface Buyer {
  readonly userCardId: number
  readonly points: number
}

/** Members who hold points, each with a card that may pay. */
async function buyersOf({ tx }: Ctx, companyId: number): Promise<Buyer[]> {
  const { rows } = await sql<Buyer>`
    select own.id as user_card_id, account.balance_cents as points from ledger_account account
    join user_card points on points.company_id = ${companyId} and points.id = account.owner_id and points.status = 'normal'
      and points.closed_time is null and points.group_id is null
    cross join lateral (
      select card.id from user_card card join card product on product.company_id = ${companyId} and product.id = card.card_id
      where card.company_id = ${companyId} and card.user_id = points.user_id and card.group_id is null and card.closed_time is null
        and card.status = 'normal' and product.type = 'debit' order by card.id limit 1
    ) as own
    where account.company_id = ${companyId} and account.kind = 'points' and account.balance_cents >= ${least}
    order by account.balance_cents desc, own.id limit ${buyers}`.execute(tx)
  return rows
}

/** Goods of a station, some of which a member takes home; nothing of those that give points themselves. */
async function goodsOf({ tx }: Ctx, companyId: number, stationId: number): Promise<number | undefined> {
  const goods = tx.selectFrom('item').where('companyId', '=', companyId).where('stationId', '=', stationId).where('productId', 'is', null)
  const plain = goods.where('giftPoints', 'is', null).where('giftCents', 'is', null).where('giftPercent', 'is', null)
  return (await plain.where('hidden', '=', false).select('id').orderBy('priceCents', 'desc').limit(1).executeTakeFirst())?.id
}

/** Members pay a part of what they buy in the shop by points, and the rest in cash. */
export const pointsPaidInDemo = ({ companyId, now, stations, within }: DemoStage): DemoAct[] => {
  const [station] = stations
  if (!station) return []
  const buy = async (own: Ctx, at: Date) => {
    while ((await earnPending(own, companyId)) > 0);
    const ctx = { ...own, actor: { ...own.actor, kind: 'user' as const, id: station.leaderId, stationId: station.id } }
    const itemId = await goodsOf(ctx, companyId, station.id)
    if (itemId === undefined) return
    for (const { userCardId, points } of await buyersOf(ctx, companyId)) {
      const sold = {
        lineItems: [{ itemId, pieces: 1, discountCents: 0 }],
        userCardId,
        createdDate: at.toISOString(),
        remark: '会员用积分抵扣',
      }
      const { id, totalCents } = (await handlerOf(manualOrders.enter).run(ctx, { body: sold })) as { id: number; totalCents: number }
      const used = Math.min(most, points, Math.floor(totalCents / 2))
      const query = { expand: [] }
      if (used > 0) await handlerOf(orderPayments.points).run(ctx, { id, body: { points: used }, query })
      await handlerOf(orderPayments.cash).run(ctx, { id, body: { payType: 'cash' }, query })
    }
  }
  return before.map(hours => {
    const at = new Date(now.getTime() - hours * hourMs)
    return { at, run: () => within(at, ctx => buy(ctx, at)) }
  })
}
