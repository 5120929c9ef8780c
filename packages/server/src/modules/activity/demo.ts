import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { addActivity, type ActivityBody } from '../deal/index.ts'
import { givePending } from './pending.ts'

const dayMs = 86_400_000
const usual: Omit<ActivityBody, 'name' | 'kind' | 'startTime' | 'endTime'> = {
  description: '',
  coupons: [],
  giftCount: 1,
  maxIssue: 0,
  fromCents: null,
  fromCl: null,
  idleDays: null,
  tagId: null,
  centsPerL: null,
  percent: null,
  products: [],
  stations: [],
  weekdays: [],
  hours: [],
  smsNotice: false,
  officialNotice: false,
}
type Offer = Pick<ActivityBody, 'name' | 'kind'> & Partial<ActivityBody>
/** One of each kind, with the coupon that may be given by itself. */
const offers = (tagId: number | null): Offer[] => [
  { name: '新会员有礼 Welcome', kind: 'newMember', maxIssue: 200 },
  { name: '充500送券 Top up 500', kind: 'topUp', fromCents: 500_00 },
  { name: '单笔满200送券 From 200 a sale', kind: 'purchase', fromCents: 200_00, maxIssue: 100, smsNotice: true },
  { name: '生日月礼 Birthday month', kind: 'birthday' },
  { name: '60天未到店 Not seen for 60 days', kind: 'lapsed', idleDays: 60 },
  ...(tagId === null ? [] : [{ name: '标签会员专享 For a tag', kind: 'issue' as const, tagId }]),
  { name: '周三汽油直降 Wednesday', kind: 'price', centsPerL: 15, weekdays: [3], hours: [{ from: '09:00', until: '21:00' }] },
]

/** Activities of the company, which give while its month passes. */
export const activitiesOfDemo = ({ companyId, from, now, within }: DemoStage): DemoAct[] => {
  const begun = new Date(from.getTime() + 11 * 3_600_000)
  const add = () =>
    within(begun, async ctx => {
      const { rows } = await sql<{ id: number }>`
        select id from deal where company_id = ${companyId} and auto_issue order by id limit 1`.execute(ctx.tx)
      const { rows: tags } = await sql<{ id: number }>`
        select id from tag where company_id = ${companyId} and member_count > 0 order by id limit 1`.execute(ctx.tx)
      const [deal] = rows
      if (!deal) return
      const period = { startTime: begun.toISOString(), endTime: new Date(begun.getTime() + 75 * dayMs).toISOString() }
      for (const offer of offers(tags[0]?.id ?? null))
        await addActivity(ctx, { ...usual, ...offer, ...period, coupons: offer.kind === 'price' ? [] : [{ dealId: deal.id }] })
    })
  const give = async () => {
    for (let looked = 1; looked > 0; ) looked = await within(now, (ctx: Ctx) => givePending(ctx, companyId))
  }
  return [
    { at: begun, run: add },
    { at: now, run: give },
  ]
}
