import { z } from 'zod'
import { ActivityKind } from '../activity/kind.ts'
import { endpoint } from '../kit.ts'
import { Cents, Id, LocalDate } from '../units.ts'
import { DealKind } from './deal.ts'

/** 优惠券, 营销活动. */
const ScriptKind = z.enum(['deal', 'dealTask'])

/** 脚本: a kind of coupon, or of activity, that may be made, with the values that it asks for. @source MKT-005; decision B4 */
const Script = z.object({
  id: Id,
  kind: ScriptKind,
  /** Of coupons, what those of this script give; of activities, what makes them give something. The other one is null. */
  gives: DealKind.nullable(),
  activity: ActivityKind.nullable(),
  name: z.string(),
  description: z.string(),
  /** The fields of the form that it asks for, besides those of every coupon or activity. */
  fields: z.array(z.string()),
})
export type Script = z.output<typeof Script>

interface Words {
  readonly id: number
  readonly zh: readonly [name: string, description: string]
  readonly en: readonly [name: string, description: string]
  readonly fields: readonly string[]
}
/** Their numbers stand in addresses, and stay. */
export const dealScripts: readonly (Words & { readonly gives: DealKind })[] = [
  {
    id: 1,
    gives: 'amount',
    zh: ['满减券', '满一定金额减若干元'],
    en: ['Amount off', 'A fixed amount off, once a minimum is spent'],
    fields: ['offCents', 'minimumCents'],
  },
  {
    id: 2,
    gives: 'percent',
    zh: ['折扣券', '按比例减免，可设最高减免金额'],
    en: ['Percent off', 'A share of the amount, up to a cap'],
    fields: ['percent', 'capCents'],
  },
  {
    id: 3,
    gives: 'litre',
    zh: ['升立减券', '每升减若干元，可设最多升数'],
    en: ['Less for each litre', 'So much less for each litre of fuel, up to so many litres'],
    fields: ['centsPerL', 'upToCl'],
  },
  {
    id: 4,
    gives: 'goods',
    zh: ['兑换券', '免费兑换指定商品'],
    en: ['Goods for nothing', 'Pieces of one of the goods for nothing'],
    fields: ['itemId', 'pieces'],
  },
]
/** Of activities. */
export const activityScripts: readonly (Words & { readonly activity: ActivityKind })[] = [
  {
    id: 11,
    activity: 'newMember',
    zh: ['新会员礼', '成为会员即送券'],
    en: ['New members', 'Coupons for those who become members'],
    fields: [],
  },
  {
    id: 12,
    activity: 'topUp',
    zh: ['充值礼', '单次充值满一定金额送券'],
    en: ['Top-ups', 'Coupons for a top-up of an amount or more'],
    fields: ['fromCents', 'stations'],
  },
  {
    id: 13,
    activity: 'purchase',
    zh: ['消费礼', '单笔消费满一定金额或升数送券'],
    en: ['Purchases', 'Coupons for a sale of an amount, or of litres, or more'],
    fields: ['fromCents', 'fromCl', 'products', 'stations'],
  },
  {
    id: 14,
    activity: 'birthday',
    zh: ['生日礼', '会员生日当月送券，每年一次'],
    en: ['Birthdays', 'Coupons in the month of a member’s birthday, once a year'],
    fields: [],
  },
  {
    id: 15,
    activity: 'lapsed',
    zh: ['沉睡唤醒', '连续多日未消费的会员送券'],
    en: ['Win back', 'Coupons for members who have bought nothing for days'],
    fields: ['idleDays'],
  },
  {
    id: 16,
    activity: 'issue',
    zh: ['定向发券', '到时向带有某标签的全部会员发券'],
    en: ['Issue to a tag', 'Coupons for all who carry a tag, at a moment'],
    fields: ['tagId'],
  },
  {
    id: 17,
    activity: 'price',
    zh: ['直降', '活动期间油价直接降低'],
    en: ['Lower price', 'Fuel costs less while it lasts'],
    fields: ['centsPerL', 'percent', 'products', 'stations', 'weekdays', 'hours'],
  },
]

const Day = z.object({
  day: LocalDate,
  issued: z.int(),
  used: z.int(),
  discountCents: Cents,
})
export type MarketingDay = z.output<typeof Day>

export const scripts = {
  list: endpoint('GET', '/scripts', {
    permission: 'deal.read',
    query: z.strictObject({ kind: ScriptKind.optional() }),
    returns: z.object({ content: z.array(Script) }),
    summary: 'The kinds of coupon and of activity that there are, in the language of the caller',
  }),
  get: endpoint('GET', '/scripts/:id', {
    permission: 'deal.read',
    returns: Script,
    summary: 'One kind of coupon or of activity, with the fields that its form asks for',
  }),
  overview: endpoint('GET', '/scripts/overview', {
    permission: 'deal.read',
    returns: z.object({
      currency: z.string(),
      /** Coupons of each kind: how many there are, are in effect, and what they came to. */
      kinds: z.array(
        z.object({
          scriptId: Id,
          deals: z.int(),
          inEffect: z.int(),
          issued: z.int(),
          used: z.int(),
          discountCents: Cents,
          /** Of those with a budget: what was given and may still be, and the budgets. */
          committedCents: Cents,
          budgetCents: Cents,
        }),
      ),
      /** The last thirty days in the zone of the caller's station, or of the company. */
      days: z.array(Day),
      /** What ends within seven days. */
      ending: z.array(z.object({ id: Id, name: z.string(), scriptId: Id, endTime: z.string(), unused: z.int() })),
      /** Who handed out most in these days, and what became of it. @source decision MK2 */
      promoters: z.array(z.object({ id: Id, name: z.string(), issued: z.int(), used: z.int(), discountCents: Cents })),
    }),
    summary: 'What coupons of each kind have come to, day by day, and which of them end this week',
  }),
}
