import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents, Id, LocalDate } from '../units.ts'
import { DealKind } from './deal.ts'

/** 脚本: a kind of coupon that may be made, with the values that it asks for. @source MKT-005; decision B4 */
const Script = z.object({
  id: Id,
  kind: z.enum(['deal', 'dealTask']),
  /** Of coupons, what those of this script give. */
  gives: DealKind,
  name: z.string(),
  description: z.string(),
  /** The fields of the form that it asks for, besides those of every coupon. */
  fields: z.array(z.string()),
})
export type Script = z.output<typeof Script>

interface ScriptOf {
  readonly id: number
  readonly kind: 'deal'
  readonly gives: DealKind
  readonly zh: readonly [name: string, description: string]
  readonly en: readonly [name: string, description: string]
  readonly fields: readonly string[]
}
/** Their numbers stand in addresses, and stay. */
export const dealScripts: readonly ScriptOf[] = [
  {
    id: 1,
    kind: 'deal',
    gives: 'amount',
    zh: ['满减券', '满一定金额减若干元'],
    en: ['Amount off', 'A fixed amount off, once a minimum is spent'],
    fields: ['offCents', 'minimumCents'],
  },
  {
    id: 2,
    kind: 'deal',
    gives: 'percent',
    zh: ['折扣券', '按比例减免，可设最高减免金额'],
    en: ['Percent off', 'A share of the amount, up to a cap'],
    fields: ['percent', 'capCents'],
  },
  {
    id: 3,
    kind: 'deal',
    gives: 'litre',
    zh: ['升立减券', '每升减若干元，可设最多升数'],
    en: ['Less for each litre', 'So much less for each litre of fuel, up to so many litres'],
    fields: ['centsPerL', 'upToCl'],
  },
  {
    id: 4,
    kind: 'deal',
    gives: 'goods',
    zh: ['兑换券', '免费兑换指定商品'],
    en: ['Goods for nothing', 'Pieces of one of the goods for nothing'],
    fields: ['itemId', 'pieces'],
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
    returns: z.object({ content: z.array(Script) }),
    summary: 'The kinds of coupon that there are, in the language of the caller',
  }),
  get: endpoint('GET', '/scripts/:id', {
    permission: 'deal.read',
    returns: Script,
    summary: 'One kind of coupon, with the fields that its form asks for',
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
    }),
    summary: 'What coupons of each kind have come to, day by day, and which of them end this week',
  }),
}
