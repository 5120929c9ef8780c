import { redemptions, rewardCategories, type Parsed, type rewards } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { createRow } from '../../platform/execution/crud.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { redeemReward } from './redemption.ts'
import { addReward } from './reward.ts'

type Offer = Pick<Parsed<typeof rewards.create>['body'], 'name' | 'points' | 'code'> & {
  readonly stock: number
  /** So many of a coupon of the company come with it. */
  readonly coupons?: number
  readonly hidden?: true
}
const shelves: readonly { readonly name: string; readonly weight: number; readonly offers: readonly Offer[] }[] = [
  {
    name: '车用好物 For the car',
    weight: 30,
    offers: [
      { name: '玻璃水 2 升 Screenwash 2 l', code: 'BLS', points: 180, stock: 60 },
      { name: '普洗券 Car wash', code: 'XC', points: 300, stock: -1 },
      { name: '应急启动线 Jump leads', code: 'QDX', points: 2_600, stock: 3 },
    ],
  },
  {
    name: '饮品小食 Drinks and snacks',
    weight: 20,
    offers: [
      { name: '矿泉水 Mineral water', code: 'KQS', points: 20, stock: 200 },
      { name: '现磨咖啡 Fresh coffee', code: 'KF', points: 120, stock: -1 },
    ],
  },
  {
    name: '优惠券礼包 Coupon bundles',
    weight: 10,
    offers: [
      { name: '满200减20券 Coupon 20 off 200', code: 'Q20', points: 150, stock: 40, coupons: 1 },
      { name: '新春礼盒 New Year box', code: 'XNLH', points: 5_000, stock: 0, hidden: true },
    ],
  },
]

/** The store is filled at the beginning, and some members redeem what they have earned by the end. */
export const storeOfDemo = ({ companyId, from, now, stations, within }: DemoStage): DemoAct[] => {
  const filled = new Date(from.getTime() + 10 * 3_600_000)
  const fill = () =>
    within(filled, async ctx => {
      const given = await couponOf(ctx, companyId)
      for (const { offers, ...shelf } of shelves) {
        const categoryId = await createRow(ctx, rewardCategories, { ...shelf, hidden: false })
        for (const [turn, { coupons = 0, hidden = false, ...offer }] of offers.entries())
          await addReward(ctx, {
            ...offer,
            categoryId,
            description: '',
            barcode: '',
            taxRate: 13,
            weight: 10 - turn,
            hidden,
            coupons: coupons > 0 && given !== null ? [{ dealId: given, count: coupons }] : [],
            pictureId: null,
          })
      }
    })
  const [station] = stations
  const redeem = () => (station ? within(now, ctx => redeemSome(ctx, companyId, station)) : Promise.resolve())
  return [
    { at: filled, run: fill },
    { at: now, run: redeem },
  ]
}

async function couponOf({ tx }: Ctx, companyId: number): Promise<number | null> {
  const deals = tx.selectFrom('deal').where('companyId', '=', companyId).where('kind', '=', 'amount')
  return (await deals.select('id').orderBy('id').limit(1).executeTakeFirst())?.id ?? null
}

/** Of each account, the dearest thing that is within its points: one is handed out at once, one waits, one is cancelled, and so on. */
async function redeemSome(ctx: Ctx, companyId: number, { id: stationId, leaderId }: DemoStage['stations'][number]): Promise<void> {
  const { rows } = await sql<{ userCardId: number; rewardId: number }>`
    select account.id as user_card_id, choice.id as reward_id from user_card account
    join ledger_account held on held.company_id = ${companyId} and held.address = 'points:' || account.id
    cross join lateral (
      select reward.id, row_number() over (order by reward.points desc, reward.id) as place from reward
      where reward.company_id = ${companyId} and not reward.hidden and reward.stock <> 0 and reward.points * 2 <= held.balance_cents
    ) as choice
    where account.company_id = ${companyId} and account.closed_time is null and choice.place <= 2
    order by account.id, choice.place limit 6`.execute(ctx.tx)
  const own = { ...ctx, actor: { ...ctx.actor, kind: 'user' as const, id: leaderId, stationId } }
  for (const [turn, { userCardId, rewardId }] of rows.entries()) {
    const id = await redeemReward(own, { userCardId, rewardId, pieces: 1, received: turn % 3 === 0, remark: '' })
    if (turn % 3 === 2) await handlerOf(redemptions.cancel).run(own, { id, body: { reason: '会员改变主意 Changed their mind' } })
  }
}
