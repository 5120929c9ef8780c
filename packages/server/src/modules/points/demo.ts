import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { addProduct } from '../card/index.ts'
import { beginToEarn } from '../member/index.ts'
import { earnPending } from './earn.ts'
import { joinService, keepRule } from './services.ts'
import { servicesOf } from './service.ts'

/** So many members take part in points and levels. */
const members = 6
const levels = [
  { name: '银卡 Silver', fromGrowth: 0, keepGrowth: 0, times: 1, discountId: null },
  { name: '金卡 Gold', fromGrowth: 2_000, keepGrowth: 1_000, times: 1.2, discountId: null },
  { name: '白金 Platinum', fromGrowth: 8_000, keepGrowth: 5_000, times: 1.5, discountId: null },
]
/** A point pays a cent, up to half of an order. */
const perYuan = { per: 'yuan' as const, points: 1, months: 12, products: [], payCents: 1, payPercent: 50 }

/**
 * Points and levels are opened, some members join and the fleet that somebody leads begins to earn, and at the end they have earned from
 * the sales of the month.
 */
export const pointsOfDemo = ({ companyId, from, now, cards, within }: DemoStage): DemoAct[] => {
  const opened = new Date(from.getTime() + 4.5 * 3_600_000)
  const open = () =>
    within(opened, async ctx => {
      const { score } = await servicesOf(ctx, companyId)
      if (score) await keepRule(ctx, companyId, score.id, { points: perYuan })
      const product = { name: '会员等级 Member levels', type: 'level' as const, description: '', endTime: null }
      const levelId = await addProduct(ctx, product)
      const discount = await ctx.tx.selectFrom('discount').where('companyId', '=', companyId).select('id').orderBy('id').executeTakeFirst()
      const priced = levels.map((level, turn) => (turn === levels.length - 1 ? { ...level, discountId: discount?.id ?? null } : level))
      await keepRule(ctx, companyId, levelId, { level: { growthPerYuan: 1, span: 'year', levels: priced } })
      const led = await ctx.tx.selectFrom('fleet').where('userId', 'is not', null).select('id').orderBy('id').executeTakeFirst()
      if (led && score) await beginToEarn(ctx, led.id)
      const numbers = cards.filter(({ kind }) => kind === 'personal').slice(0, members)
      const held = ctx.tx.selectFrom('userCard').where(
        'id',
        'in',
        numbers.map(({ id }) => id),
      )
      for (const { userId } of await held.select('userId').orderBy('id').execute()) {
        if (userId === null) continue
        if (score) await joinService(ctx, { companyId, cardId: score.id, type: 'score', userId })
        await joinService(ctx, { companyId, cardId: levelId, type: 'level', userId })
      }
    })
  const earn = async () => {
    for (let count = 1; count > 0; ) await within(now, async ctx => void (count = await earnPending(ctx, companyId)))
  }
  return [
    { at: opened, run: open },
    { at: now, run: earn },
  ]
}
