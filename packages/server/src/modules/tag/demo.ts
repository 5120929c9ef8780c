import { items } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { countMembers } from '../statistics/index.ts'
import { applyRule } from './rule.ts'
import { addTag, giveTag } from './tag.ts'

/** Whom the staff know, so many of them each. */
const byHand = [
  { name: '车友会 Drivers’ club', description: '每月车友活动的报名会员', members: 4 },
  { name: '老客户 Regulars', description: '由站长推荐', members: 6 },
]
/** What the figures say; amounts are in cents and hundredths of a litre. */
const byRule = [
  { name: '近30天活跃 Active', description: '最近 30 天内加过油', rule: 'lastPurchaseDay>=today-29' },
  { name: '大额客户 Big spenders', description: '近 90 天消费满 1000 元', rule: 'spent90Cents>=100000' },
  { name: '余额不足 Low balance', description: '常来加油，卡内余额不超过 200 元', rule: 'fills90>=1,keptBalanceCents<=20000' },
]

/** The company's tags: some that were given over the counter, some that are counted. */
export const tagsOfDemo = ({ companyId, zone, from, now, within }: DemoStage): DemoAct[] => {
  const begun = new Date(from.getTime() + 8 * 3_600_000)
  const give = () =>
    within(begun, async ctx => {
      const ids = await membersOf(ctx, companyId)
      for (const { members, ...tag } of byHand) {
        const id = await addTag(ctx, companyId, { ...tag, rule: null })
        await giveTag(ctx, id, ids.slice(0, members))
      }
      await tagGoods(ctx, companyId)
    })
  const count = () =>
    within(now, async ctx => {
      const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()
      await countMembers(ctx, companyId, today)
      for (const tag of byRule) await applyRule(ctx, companyId, { id: await addTag(ctx, companyId, tag), rule: tag.rule })
    })
  return [
    { at: begun, run: give },
    { at: now, run: count },
  ]
}

/** What the shop gives away cheaply this season carries a tag. */
async function tagGoods(ctx: Ctx, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from item where company_id = ${companyId} and product_id is null
      and station_id = (select min(id) from station where company_id = ${companyId}) order by price_cents, id limit 3`.execute(ctx.tx)
  if (rows.length === 0) return
  const tagId = await addTag(ctx, companyId, { name: '当季推荐 In season', description: '收银台旁陈列的商品', rule: null })
  await handlerOf(items.batch).run(ctx, { body: { itemIds: rows.map(({ id }) => id), set: { tagId } } })
}

async function membersOf({ tx }: Ctx, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member_state where company_id = ${companyId} order by created_date, id limit 6`.execute(tx)
  return rows.map(({ id }) => id)
}
