import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'
import { CardNumber, Cents, Id, Instant, Mobile, Name, Pattern, Ref } from '../units.ts'
import { PinProof } from '../access/pin.ts'
import { DealKind } from './deal.ts'
import { CouponReason } from './reason.ts'

/** 未使用, 已使用, 已过期, 已收回. @source MKT-010 */
export const UserDealStatus = z.enum(['unused', 'used', 'expired', 'recovered'])
/** 手工, 领取, 活动, 充值, 商品, 积分商品: what it was issued for. */
export const UserDealSource = z.enum(['hand', 'receive', 'activity', 'topUp', 'goods', 'points'])
/** Of coupons that belong to nobody: twelve characters, none of which looks like another. @source decisions MK14 */
export const CouponCode = Pattern(/^[2-9A-HJ-NP-Z]{12}$/i, 'couponCode')

/**
 * 用户卡券: a coupon that somebody holds, or that a code stands for, as it was when it was issued. @source MKT-006; decisions MK5, MK9, MK14
 */
const records = resource('userDeals', {
  table: 'user_deal',
  at: true,
  scope: 'company',
  permission: 'userDeal',
  body: z.object({}),
  read: {
    dealId: Ref('deals'),
    /** The version of the terms that it was issued with. */
    terms: z.int(),
    userId: Ref('members').nullable(),
    /** Null where a member holds it. */
    code: z.string().nullable(),
    status: UserDealStatus,
    source: UserDealSource,
    issuedDate: Instant,
    issuedById: Ref('users').nullable(),
    /** Who handed it out, of one that was taken by a promoter's code. @source MK2 */
    promoterId: Ref('users').nullable(),
    startTime: Instant,
    endTime: Instant,
    usedDate: Instant.nullable(),
    orderId: Ref('orders').nullable(),
    stationId: Ref('stations').nullable(),
    /** What it gave when it was used. */
    discountCents: Cents,
    /** An order that is not paid yet keeps it for itself until then. */
    heldUntil: Instant.nullable(),
    recalledDate: Instant.nullable(),
    recalledById: Ref('users').nullable(),
    recallReason: z.string(),
  },
  sort: 'issuedDate,desc',
  totals: ['discountCents'],
  versioned: false,
  acts: ['list', 'get'],
})

/** A coupon at hand on a sale: what it gives, or why it gives nothing. */
export const CouponOutcome = z.object({
  id: Id,
  dealId: Id,
  terms: z.int(),
  name: z.string(),
  kind: DealKind,
  code: z.string().nullable(),
  endTime: Instant,
  /** It counts on this sale. */
  isUsed: z.boolean(),
  cents: Cents,
  reason: CouponReason.nullable(),
  haveCents: Cents.nullable(),
  needCents: Cents.nullable(),
})
export type CouponOutcome = z.output<typeof CouponOutcome>

/** To whom coupons go: members by name or mobile, the holder of a card, all who carry a tag, or nobody, by code. */
const Holders = z.strictObject({
  userIds: z.array(Ref('members')).max(1000).default([]),
  mobiles: z.array(Mobile).max(1000).default([]),
  cardNumbers: z.array(CardNumber).max(1000).default([]),
  /** So many codes that anyone may use once. */
  codes: z.int().min(0).max(1000).default(0),
})

export const userDeals = {
  ...records,
  issue: endpoint('POST', '/userDeals', {
    permission: 'coupon.issue',
    idempotent: true,
    body: Holders.extend({
      dealId: Ref('deals'),
      /** Each of them gets so many. */
      each: z.int().min(1).max(100).default(1),
      reason: Name(200),
    }),
    returns: z.object({
      issued: z.int(),
      /** Those that stand for nobody, to be handed out. */
      codes: z.array(z.string()),
      userDealIds: z.array(Id),
    }),
    summary: 'Issues a coupon by hand to members, to holders of cards, or as codes; all of them or none',
  }),
  recall: endpoint('PUT', '/userDeals/:id/recall', {
    permission: 'userDeal.recall',
    body: z.strictObject({ reason: Name(200), confirmAmountCents: Cents.optional(), pinProof: PinProof.optional() }),
    returns: records.row,
    rows: true,
    summary: 'Takes a coupon back; of one that was used the order is revoked with it',
  }),
  recallMany: endpoint('POST', '/userDeals/recall', {
    permission: 'userDeal.recall',
    body: z.strictObject({ ids: z.array(Ref('userDeals')).min(1).max(1000), reason: Name(200) }),
    returns: z.object({ recalled: z.int() }),
    summary: 'Takes unused coupons back, all of them or none',
  }),
  atHand: endpoint('GET', '/userDeals/atHand', {
    permission: 'userDeal.read',
    query: z.strictObject({
      userCardId: z.coerce.number().int().positive().optional(),
      cardNumber: CardNumber.optional(),
      code: CouponCode.optional(),
    }),
    returns: z.object({
      coupons: z.array(CouponOutcome.pick({ id: true, dealId: true, name: true, kind: true, code: true, endTime: true })),
    }),
    summary: 'The unused coupons that the holder of a card brings, or the one that a code stands for',
  }),
}
export const userDealActs = actsBy('userDeals.status', UserDealStatus, {
  recall: { call: userDeals.recall, in: ['unused', 'used'] },
})
