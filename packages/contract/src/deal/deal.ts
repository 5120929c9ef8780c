import { z } from 'zod'
import { deviceTypes } from '../forecourt/device.ts'
import { endpoint, resource } from '../kit.ts'
import { FileRef } from '../file/attachment.ts'
import { Hours, Weekdays } from '../hours.ts'
import { PayType } from '../order/pay-type.ts'
import { actsBy } from '../status-acts.ts'
import { Centilitres, Cents, CentsPerL, Instant, LongText, Name, Ref, TaxRate } from '../units.ts'

/** 满减, 折扣, 升立减, 兑换: what a coupon gives. */
export const DealKind = z.enum(['amount', 'percent', 'litre', 'goods'])
export type DealKind = z.output<typeof DealKind>
/** 不限, 仅会员, 仅非会员. @source MKT-008 */
export const MemberRestriction = z.enum(['none', 'members', 'nonMembers'])
/** 未开始, 已结束, 已领完, 进行中, 已停用: from its times, its count and its switch; never kept. @source MKT-011; decision D4 */
export const DealTiming = z.enum(['notStarted', 'over', 'limitReached', 'inEffect', 'disabled'])

const none = 100_000_000_00

/**
 * 优惠券: what is given to whom, how often, and where it may be used. What was issued stays as it was issued; a change makes a new version
 * of the terms for those that are issued later. A list that is empty limits nothing, and so does a count of 0.
 * @source MKT-001, MKT-002; decisions MK1 to MK6
 */
const records = resource('deals', {
  table: 'deal',
  at: true,
  scope: 'company',
  permission: 'deal',
  body: z.object({
    name: Name(40),
    description: LongText(500).default(''),
    kind: DealKind,
    /** Of `amount`: what it takes off. */
    offCents: Cents.min(1).max(none).nullable().default(null),
    /** Of `percent`: the share that it takes off, and at most how much. */
    percent: TaxRate.min(0.01).nullable().default(null),
    capCents: Cents.min(1).max(none).nullable().default(null),
    /** Of `litre`: so much less for each litre, up to so many. */
    centsPerL: CentsPerL.min(1).nullable().default(null),
    upToCl: Centilitres.min(1).max(10_000_000_00).nullable().default(null),
    /** Of `goods`: which of them, and how many pieces. */
    itemId: Ref('items').nullable().default(null),
    pieces: z.int().min(1).max(1000).nullable().default(null),
    /** How many there are to be in all. */
    maxCount: z.int().min(0).max(100_000_000).default(0),
    /** How many one holder may get, and of these may hold unused. */
    perUser: z.int().min(0).max(10_000).default(0),
    unusedMost: z.int().min(0).max(10_000).default(0),
    /** Issuing stops where all that may still be used, together with what was given, would cost more. */
    budgetCents: Cents.min(1).max(100_000_000_000_00).nullable().default(null),
    /** Of the lines that it covers, after price rules and before coupons. */
    minimumCents: Cents.max(none).default(0),
    /** For so many days from the day on which it is issued, until its end at the latest. */
    validDays: z.int().min(0).max(3650).default(0),
    startTime: Instant,
    endTime: Instant,
    members: MemberRestriction.default('none'),
    tags: z
      .array(z.object({ tagId: Ref('tags') }))
      .max(20)
      .default([]),
    stations: z
      .array(z.object({ stationId: Ref('stations') }))
      .max(500)
      .default([]),
    products: z
      .array(z.object({ productId: Ref('products') }))
      .max(50)
      .default([]),
    items: z
      .array(z.object({ itemId: Ref('items') }))
      .max(200)
      .default([]),
    deviceTypes: z.array(z.enum(deviceTypes)).max(20).default([]),
    payTypes: z.array(PayType).max(20).default([]),
    weekdays: Weekdays,
    hours: Hours,
    /** 隐藏, 手动领取, 可推广, 自动发放, 可叠加: not shown to customers; taken by them; handed out by promoters; given by activities. */
    hidden: z.boolean().default(false),
    manualReceive: z.boolean().default(false),
    promotionAllowed: z.boolean().default(false),
    autoIssue: z.boolean().default(false),
    /** It may be used together with others of its kind, at most five on a sale. */
    stackable: z.boolean().default(false),
    /** It may be used on prices that a rule has lowered; one that may not takes the place of the rules. */
    joinsReduced: z.boolean().default(true),
    pictureId: FileRef('dealPicture').nullable().default(null),
  }),
  read: {
    companyId: Ref('companies'),
    timing: DealTiming,
    /** Issued so far, of them used, and handed out by promoters. */
    claimCount: z.int(),
    usedCount: z.int(),
    promotedCount: z.int(),
    /** What it has given so far. */
    discountCents: Cents,
    /** What it has given, and what those that are not used yet may cost at most; null where nothing says how much one may cost. */
    committedCents: Cents.nullable(),
    /** What one of them may cost at most; null where nothing limits it. */
    worstCents: Cents.nullable(),
    /** Of what it gives and where it may be used: those that are issued now get this one. */
    terms: z.int(),
    disabled: z.boolean(),
    createdDate: Instant,
  },
  label: ['name'],
  unsearchable: ['tags', 'stations', 'products', 'items', 'deviceTypes', 'payTypes', 'weekdays', 'hours'],
  many: { userDeals: ['userDeals', 'dealId'] },
  sort: 'createdDate,desc',
  totals: ['claimCount', 'usedCount', 'discountCents'],
})

export const deals = {
  ...records,
  enable: endpoint('POST', '/deals/:id/enable', {
    permission: 'deal.write',
    returns: records.row,
    rows: true,
    summary: 'Lets a coupon be issued and used again',
  }),
  disable: endpoint('POST', '/deals/:id/disable', {
    permission: 'deal.write',
    returns: records.row,
    rows: true,
    summary: 'Stops a coupon at once: it is neither issued nor used until it is enabled again',
  }),
}
export const dealActs = actsBy('deals.timing', DealTiming, {
  enable: { call: deals.enable, in: ['disabled'] },
  disable: { call: deals.disable, in: ['notStarted', 'limitReached', 'inEffect'] },
})
