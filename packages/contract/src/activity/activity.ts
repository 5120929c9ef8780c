import { z } from 'zod'
import { Hours, Weekdays } from '../hours.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { Centilitres, Cents, CentsPerL, Id, Instant, LongText, Name, Ref, TaxRate } from '../units.ts'
import { ActivityKind } from './kind.ts'

/** 未开始, 已结束, 已发完, 进行中, 已停用, 已完成: from its times, its count and its switch; an issue to a tag is completed once. */
export const ActivityTiming = z.enum(['notStarted', 'over', 'limitReached', 'inEffect', 'disabled', 'completed'])

/**
 * 营销活动: gives coupons to members for what they do, once for each of it, or lowers the price of fuel while it lasts.
 * A list that is empty limits nothing, and so does a count of 0.
 * @source MKT-003; decisions MK4, MK10, MK11
 */
const records = resource('dealTasks', {
  table: 'deal_task',
  at: true,
  scope: 'company',
  permission: 'dealTask',
  body: z.object({
    name: Name(40),
    description: LongText(500).default(''),
    kind: ActivityKind,
    /** What is given each time: of each of these coupons as many. None where a price is lowered. */
    coupons: z
      .array(z.object({ dealId: Ref('deals') }))
      .max(5)
      .default([]),
    giftCount: z.int().min(1).max(100).default(1),
    /** It gives so many times in all. */
    maxIssue: z.int().min(0).max(100_000_000).default(0),
    startTime: Instant,
    endTime: Instant,
    /** Of a top-up or of a purchase: from which amount on; of a purchase of fuel, from how many litres on. One of the two. */
    fromCents: Cents.min(1).max(100_000_000_00).nullable().default(null),
    fromCl: Centilitres.min(1).max(10_000_000_00).nullable().default(null),
    /** Of `lapsed`: nothing was bought for so many days. */
    idleDays: z.int().min(7).max(3650).nullable().default(null),
    /** Of `issue`: who carries it gets the coupons. */
    tagId: Ref('tags').nullable().default(null),
    /** Of `price`: so much less for a litre, or so much of a hundred. One of the two. */
    centsPerL: CentsPerL.min(1).nullable().default(null),
    percent: TaxRate.min(0.01).nullable().default(null),
    products: z
      .array(z.object({ productId: Ref('products') }))
      .max(50)
      .default([]),
    stations: z
      .array(z.object({ stationId: Ref('stations') }))
      .max(500)
      .default([]),
    weekdays: Weekdays,
    hours: Hours,
    /** Who gets coupons is told so by SMS, or by the official account. @source MSG-005; decisions MK16 */
    smsNotice: z.boolean().default(false),
    officialNotice: z.boolean().default(false),
  }),
  read: {
    companyId: Ref('companies'),
    timing: ActivityTiming,
    /** How many times it gave something, and the coupons that came of it. */
    givenCount: z.int(),
    couponCount: z.int(),
    /** How many times nothing could be given, since the holder or the coupon had reached a limit. */
    refusedCount: z.int(),
    /** Why it gives nothing for now, though it is in effect: its coupons cannot be issued. The code of a refusal. */
    stoppedBy: z.string().nullable(),
    /** Of an issue to a tag: when everybody had their coupons. */
    completedDate: Instant.nullable(),
    disabled: z.boolean(),
    createdDate: Instant,
  },
  label: ['name'],
  unsearchable: ['coupons', 'products', 'stations', 'weekdays', 'hours'],
  many: { dealTaskGifts: ['dealTaskGifts', 'dealTaskId'] },
  sort: 'createdDate,desc',
})

export const dealTasks = {
  ...records,
  enable: endpoint('POST', '/dealTasks/:id/enable', {
    permission: 'dealTask.write',
    returns: records.row,
    rows: true,
    summary: 'Lets an activity give again',
  }),
  disable: endpoint('POST', '/dealTasks/:id/disable', {
    permission: 'dealTask.write',
    returns: records.row,
    rows: true,
    summary: 'Stops an activity at once: it gives nothing until it is enabled again; what it gave stays',
  }),
  overview: endpoint('GET', '/dealTasks/overview', {
    permission: 'dealTask.read',
    returns: z.object({
      kinds: z.array(
        z.object({
          scriptId: Id,
          activities: z.int(),
          inEffect: z.int(),
          given: z.int(),
          coupons: z.int(),
        }),
      ),
    }),
    summary: 'How many activities of each kind there are, how many are in effect, and what they gave',
  }),
}
export const dealTaskActs = actsBy('dealTasks.timing', ActivityTiming, {
  enable: { call: dealTasks.enable, in: ['disabled'] },
  disable: { call: dealTasks.disable, in: ['notStarted', 'limitReached', 'inEffect'] },
})

/** 成为会员, 充值, 消费, 生日月, 沉睡, 标签: what a gift was given for. */
export const GiftFact = z.enum(['member', 'topUp', 'order', 'birthday', 'lapsed', 'tag'])

/** 活动发放记录: whom an activity gave something, for what, and what became of it; once for each member and each thing. */
export const dealTaskGifts = resource('dealTaskGifts', {
  table: 'deal_task_gift',
  scope: 'company',
  permission: 'dealTask',
  body: z.object({}),
  read: {
    dealTaskId: Ref('dealTasks'),
    userId: Ref('members'),
    fact: GiftFact,
    orderId: Ref('orders').nullable(),
    topUpId: Ref('userCardDetails').nullable(),
    /** Coupons that were given. */
    couponCount: z.int(),
    /** Why a coupon of it was not given: the code of a refusal. */
    refusal: z.string().nullable(),
    createdDate: Instant,
    /** What it was given for was given back: how many coupons were taken back, which were unused, and how many stayed. */
    takenBackDate: Instant.nullable(),
    takenBackCount: z.int(),
    keptCount: z.int(),
    /** Of an activity that tells by SMS: whether it was told, or why not; null where it does not tell. */
    notice: z.enum(['waiting', 'written', 'notAgreed', 'noMobile', 'noGateway', 'gone']).nullable(),
  },
  sort: 'createdDate,desc',
  versioned: false,
  acts: ['list', 'get'],
})
