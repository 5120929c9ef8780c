import { z } from 'zod'
import { resource } from '../kit.ts'
import { Instant, Ref } from '../units.ts'

/**
 * 待付清, 待发放, 已赠券, 已退款, 无卡, 卡产品不符, 卡已退, 无会员持卡, and what a coupon itself says against being given: what became of coupons that goods
 * bring, or why they were not given. @source decisions GD5, GD6, MK10
 */
export const SaleCouponOutcome = z.enum([
  'open',
  'due',
  'given',
  'refunded',
  'noCard',
  'otherCard',
  'ended',
  'noHolder',
  'disabled',
  'notStarted',
  'over',
  'startsAfterEnd',
  'nonMembersOnly',
  'soldOut',
  'budgetSpent',
  'limitReached',
  'tooManyHeld',
])
export type SaleCouponOutcome = z.output<typeof SaleCouponOutcome>

/** 商品赠券: the coupons that a line of an order brings, how many of them were given, and how many taken back with refunds. */
export const saleCoupons = resource('saleCoupons', {
  table: 'sale_coupon',
  scope: 'station',
  permission: 'order.sale',
  recent: 'orderItemDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    orderId: Ref('orders'),
    stationId: Ref('stations'),
    itemId: Ref('items'),
    dealId: Ref('deals'),
    pieces: z.int(),
    /** Of all pieces together. */
    count: z.int(),
    /** `open` until the order is paid, `due` until they are given; `given` where all of them were; else why not all of them. */
    outcome: SaleCouponOutcome,
    given: z.int(),
    /** Not given, for so much of the order had been given back by then. */
    forgone: z.int(),
    /** Taken back with refunds; those that were used stay. */
    back: z.int(),
    /** Who got them. */
    userId: Ref('members').nullable(),
    createdDate: Instant,
    givenDate: Instant.nullable(),
  },
  versioned: false,
  sort: 'createdDate,desc',
})
