import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { CouponsTakenBack } from '../deal/taken-back.ts'
import { endpoint, resource } from '../kit.ts'
import { CardNumber, Cents, Id, Instant, Ref, Text } from '../units.ts'
import { OrderStatus } from './order.ts'
import { PayType } from './pay-type.ts'

/** 客户付错, 更换支付方式, 挂失后加油, 其他; the last one is explained in words. @source spec 1 §4, decisions CD24 */
export const RefundReason = z.enum(['paidWrong', 'changeTender', 'afterLoss', 'other'])
export type RefundReason = z.output<typeof RefundReason>
/** 原路退回, 现金. */
export const RefundMode = z.enum(['original', 'cash'])
export type RefundMode = z.output<typeof RefundMode>

/**
 * Money given back for a payment. `amountCents` is what of the payment was undone; `paidOutCents` is what of it was handed out, put on the
 * card or sent by the platform: a gift is taken back and never paid out. Points go back to their account. `shift` is the one that gave it.
 */
export const refunds = resource('refunds', {
  table: 'refund',
  scope: 'station',
  permission: 'order.transaction',
  recent: 'orderDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    serial: z.string(),
    orderId: Ref('orders'),
    transactionId: Ref('transactions'),
    stationId: Ref('stations'),
    shiftId: Ref('dailyStates'),
    mode: RefundMode,
    payType: PayType,
    amountCents: Cents,
    paidOutCents: Cents,
    /** Of a payment by points, how many were given back. */
    points: z.int().nullable(),
    userCardId: Ref('userCards').nullable(),
    reason: RefundReason,
    remark: z.string(),
    revoked: z.boolean(),
    userId: Ref('users').nullable(),
    createdDate: Instant,
    /** It was recorded while the clocks differed; its date is to be checked. */
    clockSuspect: z.boolean(),
  },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['amountCents', 'paidOutCents'],
})

/** What a refund of so much would do, part by part: back to the card, out of the till, taken back as a gift, no longer owed. */
const Parts = z.object({
  amountCents: Cents,
  paidOutCents: Cents,
  principalCents: Cents,
  giftCents: Cents,
  debtCents: Cents,
  /** Of a payment by points, how many. */
  points: z.int().optional(),
})

const Refunded = z.object({
  id: Id,
  serial: z.string(),
  transactionId: Id,
  ...Parts.shape,
  payType: PayType,
  order: z.object({ id: Id, orderNo: z.string(), status: OrderStatus, refundedCents: Cents }),
})
export type Refunded = z.output<typeof Refunded>

const Reversed = z.object({ id: Id, orderNo: z.string(), status: OrderStatus, refundedCents: Cents })
const Amount = Cents.min(1).max(10_000_000_000)

/** A refusal that would come, and the field it is about. */
export const Against = z.object({ code: z.string(), message: z.string(), field: z.string().nullable() })

export const orderRefunds = {
  refund: endpoint('POST', '/transactions/:id/refund', {
    permission: 'order.refund',
    idempotent: true,
    body: z.strictObject({
      amountCents: Amount,
      /** The amount once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      mode: RefundMode.default('original'),
      reason: RefundReason,
      /** Needed where the reason is another. */
      remark: Text(200).default(''),
      /**
       * Goods that come back to the shelf. Left out, all pieces of an order that is given back whole do, and none of one that is given back
       * in part. @source decisions GD14
       */
      returned: z
        .array(z.strictObject({ lineItemId: Ref('lineItems'), pieces: z.int().min(0).max(1_000_000_000) }))
        .max(50)
        .refine(lines => new Set(lines.map(({ lineItemId }) => lineItemId)).size === lines.length, 'lineTwice')
        .optional(),
      /** Of the action `order.refund`, the subject `transactions:<id>` and this amount. */
      pinProof: PinProof,
    }),
    returns: Refunded,
    summary: 'Gives a payment back, or part of it: to where it came from, purse by purse, or in cash',
  }),
  preview: endpoint('POST', '/transactions/:id/refund/preview', {
    permission: 'order.refund',
    body: z.strictObject({ mode: RefundMode.default('original'), amountCents: Amount.optional() }),
    returns: z.object({
      /** The most that can be given back now. */
      maxCents: Cents,
      /** Why nothing can, as a refusal of its own. */
      refusal: Against.nullable(),
      /** What giving back this much, or all of it, would do. */
      parts: Parts.nullable(),
      /** What goods gave to a card and would be taken back of it. */
      giftBack: z.object({ points: z.int(), giftCents: Cents, frozenCents: Cents }).nullable(),
      /** Coupons that its goods gave: unused ones would be taken back, used ones stay. */
      couponsBack: CouponsTakenBack.nullable(),
      /** The card that paid is on the black list, or was when it was filled: the reason `afterLoss` is there for that alone. */
      afterLoss: z.boolean(),
      /** Goods of the order that can come back to the shelf. */
      goods: z.array(z.object({ lineItemId: Id, name: z.string(), pieces: z.int() })),
      /** The card that paid, as it stands. */
      card: z.object({ number: CardNumber, principalCents: Cents, giftCents: Cents, debtCents: Cents }).nullable(),
    }),
    summary: 'What of a payment can be given back, and what that would do; nothing is done',
  }),
  revokePreview: endpoint('POST', '/orders/:id/revoke/preview', {
    permission: 'order.refund',
    returns: z.object({ amountCents: Cents, refusal: Against.nullable() }),
    summary: 'What revoking an order would give back, or why it cannot be revoked; nothing is done',
  }),
  revoke: endpoint('POST', '/orders/:id/revoke', {
    permission: 'order.refund',
    idempotent: true,
    body: z.strictObject({
      remark: Text(200).default(''),
      /** All that is given back, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      /** Where money was taken: of the action `order.refund`, the subject `orders:<id>` and all that is given back. */
      pinProof: PinProof.optional(),
    }),
    returns: Reversed,
    summary: 'Undoes a payment under way, or all payments of an order by anyone who took them, in the shift that took them',
  }),
}
