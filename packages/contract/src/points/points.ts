import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, LocalDate, Name, Ref } from '../units.ts'
import { Points, ServiceState } from './service.ts'

/** 消费累计, 退款扣回, 赠送, 赠送撤销, 扣减, 扣减撤销, 兑换, 兑换退回, 支付, 支付退回, 到期, 会员合并, 充值赠送, 充值退回, 商品赠送, 商品赠送扣回. */
export const PointsMovementType = z.enum([
  'earn',
  'earnBack',
  'reward',
  'rewardBack',
  'deduct',
  'deductBack',
  'spend',
  'spendBack',
  'pay',
  'payBack',
  'end',
  'merge',
  'topUp',
  'topUpBack',
  'saleGift',
  'saleGiftBack',
])
export type PointsMovementType = z.output<typeof PointsMovementType>

/** 积分明细: what came to an account of points, and what went. */
export const pointsDetails = resource('pointsDetails', {
  table: 'points_detail',
  at: true,
  scope: 'company',
  permission: 'points',
  versioned: false,
  body: z.object({}),
  read: {
    userCardId: Ref('userCards'),
    userId: Ref('users').nullable(),
    type: PointsMovementType,
    /** Signed: what comes is positive. */
    points: z.int(),
    /** All that it then holds, less what it owes. */
    pointsAfter: z.int(),
    orderId: Ref('orders').nullable(),
    /** The top-up that they were given with. */
    topUpId: Ref('userCardDetails').nullable(),
    operatorId: Ref('users').nullable(),
    remark: z.string(),
    /** The movement that this one undoes, and whether another one has undone this. */
    revokesId: Ref('pointsDetails').nullable(),
    revoked: z.boolean(),
    createdDate: Instant,
  },
  sort: 'createdDate,desc',
  totals: ['points'],
  acts: ['list', 'get'],
})

/** Which movements may be revoked: what came, by who may deduct; what was deducted, by who may give. @source PTS-008; decision PT5 */
export const revocablePoints = { takeBack: ['earn', 'reward'], restore: ['deduct'] } as const satisfies Record<string, PointsMovementType[]>

const lots = z.array(z.object({ endsOn: LocalDate.nullable(), points: Points }))

/** What a member, or a fleet, has of the services of the company. */
const OfMember = z.object({
  score: z
    .object({
      id: Id,
      state: ServiceState,
      /** The account; null where there is none. */
      userCardId: Id.nullable(),
      points: Points,
      /** What was to be taken back and had been spent: the next points earned pay it first. */
      owedPoints: Points,
      /** Those that end first are first. */
      lots,
    })
    .nullable(),
  level: z
    .object({
      id: Id,
      state: ServiceState,
      userCardId: Id.nullable(),
      growth: z.int(),
      name: z.string().nullable(),
      /** The next level, and what is missing to it. */
      next: z.object({ name: z.string(), missing: Points }).nullable(),
    })
    .nullable(),
})
export type MemberPoints = z.output<typeof OfMember>

const Why = Name(200)
const account = z.object({ id: Id, userCardId: Id, points: Points, owedPoints: Points, createdDate: Instant })

export const points = {
  ofMember: endpoint('GET', '/users/:id/points', {
    permission: 'points.read',
    returns: OfMember,
    summary: 'Points, their ends, growth and level of a member',
  }),
  /** @source decisions FL6 */
  ofFleet: endpoint('GET', '/groups/:id/points', {
    permission: 'member.fleet.read',
    returns: OfMember,
    summary: 'Points, their ends, growth and level of a fleet, which no driver and no leader has for themselves',
  }),
  /** @source decisions ME18 */
  reward: endpoint('POST', '/userCards/:id/reward', {
    permission: 'points.give',
    idempotent: true,
    body: z.strictObject({
      points: Points.min(1).max(10_000_000),
      remark: Why,
      /** Of the action `points.give`, the subject `userCards:<id>` and so many points. */
      pinProof: PinProof,
    }),
    returns: account,
    summary: 'Gives points, with the reason',
  }),
  deduct: endpoint('POST', '/userCards/:id/deduct', {
    permission: 'points.deduct',
    idempotent: true,
    body: z.strictObject({
      points: Points.min(1).max(10_000_000),
      remark: Why,
      /** Of the action `points.deduct`, the subject `userCards:<id>` and so many points. */
      pinProof: PinProof,
    }),
    returns: account,
    summary: 'Takes points, never more than there are, with the reason',
  }),
  /** @source PTS-008; decision PT5 */
  takeBack: endpoint('POST', '/pointsDetails/:id/takeBack', {
    permission: 'points.deduct',
    idempotent: true,
    body: z.strictObject({
      remark: Why,
      /** Of the action `points.deduct`, the subject `pointsDetails:<id>` and the points of the movement. */
      pinProof: PinProof,
    }),
    returns: account,
    summary: 'Revokes points that were given by hand, or earned by an order that may still be revoked; what of them is spent is owed',
  }),
  restore: endpoint('POST', '/pointsDetails/:id/restore', {
    permission: 'points.give',
    idempotent: true,
    body: z.strictObject({
      remark: Why,
      /** Of the action `points.give`, the subject `pointsDetails:<id>` and the points of the movement. */
      pinProof: PinProof,
    }),
    returns: account,
    summary: 'Revokes a deduction: the points return to the account',
  }),
  /** @source issue on members, part 4: what is owed today, and what ends in each coming month */
  owed: endpoint('GET', '/points/owed', {
    permission: 'points.read',
    returns: z.object({
      currency: z.string(),
      points: Points,
      /** What members owe. */
      owedPoints: Points,
      /** Gifts on stored-value cards. */
      giftCents: Cents,
      /** By the month with whose last day they end, the nearest first; of those without end the month is null. */
      ends: z.array(z.object({ month: z.string().nullable(), points: Points })),
    }),
    summary: 'Points and gifts that the company owes its members, and which points end in each coming month',
  }),
}
