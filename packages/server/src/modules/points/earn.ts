import type { Ctx } from '../../platform/execution/command.ts'
import { lockCards } from '../card/index.ts'
import { dayOf } from '../shift/index.ts'
import { bookPoints, holdingsOf, type Done, type Held } from './account.ts'
import { grow, judgeLevels, type Grown } from './growth.ts'
import { add, lastDay, take } from './lots.ts'
import { accountsOfSales, keepEarned, salesOf, takePending, type Earned, type Sale } from './pending.ts'
import { earnedGrowth, earnedPoints, takenBack } from './rule.ts'
import { isOpen, servicesOf, type Services } from './service.ts'

/** Sales are reckoned so many at a time. */
const most = 500

/**
 * Books the points and the growth of sales of a company that wait: those that were paid, and those of which something was given back. It
 * is done once for each change: what waited is gone with the transaction that books it. @returns how many sales there were
 */
export async function earnPending(ctx: Ctx, companyId: number): Promise<number> {
  const orders = await takePending(ctx, companyId, most)
  if (orders.length === 0) return 0
  const services = await servicesOf(ctx, companyId)
  const locked = await lockCards(ctx, await accountsOfSales(ctx, orders))
  const sales = await salesOf(ctx, orders)
  const levelOf = new Map([...locked].map(([id, { card }]) => [id, services.level?.levels.find(level => level.id === card.levelId)]))
  const plans = sales.flatMap(sale => {
    const earned = sale.earned ?? begun(sale, services, levelOf.get(sale.levelCard ?? 0)?.times ?? 1, ctx.actor.zone)
    return earned ? [{ sale, earned }] : []
  })
  const cards = [...new Set(plans.flatMap(({ earned }) => earned.userCardId ?? []))]
  const accounts = await holdingsOf(
    ctx,
    companyId,
    cards.map(id => ({ id, userId: locked.get(id)?.card.userId ?? null })),
  )
  const { done, kept, grown } = reckon(plans, accounts)
  await bookPoints(ctx, companyId, { kind: 'points.earn', ref: `earn:${crypto.randomUUID()}`, done, after: [...accounts.values()] })
  await keepEarned(ctx, companyId, kept)
  await grow(ctx, companyId, grown)
  if (services.level) await judgeLevels(ctx, companyId, services.level, [...new Set(grown.map(({ userCardId }) => userCardId))])
  return orders.length
}

/** What a sale brings that has brought nothing yet, by the rules of today; nothing where its member has no account, or it is not paid. */
function begun(sale: Sale, { score, level }: Services, times: number, zone: string): Earned | undefined {
  const points = sale.scoreCard !== null && score && isOpen(score, sale.createdDate) ? earnedPoints(score.rule, sale, times) : 0
  const growth = sale.levelCard !== null && level && isOpen(level, sale.createdDate) ? earnedGrowth(level.growthPerYuan, sale) : 0
  if (!sale.isPaid || (points === 0 && growth === 0)) return undefined
  return {
    userCardId: points > 0 ? sale.scoreCard : null,
    levelCardId: growth > 0 ? sale.levelCard : null,
    fullPoints: points,
    fullGrowth: growth,
    backPoints: 0,
    backGrowth: 0,
    endsOn: points > 0 ? lastDay(dayOf(new Date(sale.createdDate), zone), score!.rule.months) : null,
  }
}

/** Gives and takes back, sale by sale; the accounts are then as these leave them. */
function reckon(plans: readonly { sale: Sale; earned: Earned }[], accounts: Map<number, Held>) {
  const done: Done[] = []
  const grown: Grown[] = []
  const kept = new Map<number, Earned>()
  const change = (id: number, type: 'earn' | 'earnBack', count: number, orderId: number, endsOn: string | null) => {
    const account = accounts.get(id)!
    const { step, ...holding } = type === 'earn' ? add(account, count, endsOn) : take(account, count, endsOn)
    const after = { ...account, ...holding }
    accounts.set(id, after)
    done.push({ account, type, step, pointsAfter: after.points - after.owed, orderId })
  }
  for (const { sale, earned } of plans) {
    const { userCardId, levelCardId, fullPoints, fullGrowth, endsOn } = earned
    const [backPoints, backGrowth] = [takenBack(fullPoints, sale), takenBack(fullGrowth, sale)]
    if (userCardId !== null && !sale.earned) change(userCardId, 'earn', fullPoints, sale.id, endsOn)
    if (userCardId !== null && backPoints > earned.backPoints)
      change(userCardId, 'earnBack', backPoints - earned.backPoints, sale.id, endsOn)
    if (levelCardId !== null) {
      const entry = { userCardId: levelCardId, orderId: sale.id, at: sale.createdDate }
      if (!sale.earned) grown.push({ ...entry, growth: fullGrowth })
      if (backGrowth > earned.backGrowth) grown.push({ ...entry, growth: earned.backGrowth - backGrowth })
    }
    kept.set(sale.id, { ...earned, backPoints, backGrowth })
  }
  return { done, kept, grown }
}
