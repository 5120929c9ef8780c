import { z } from 'zod'
import { endpoint, GetQuery } from '../kit.ts'
import { PinProof } from '../access/pin.ts'
import { CardNumber, Cents, Id, Name, Ref, SixDigits } from '../units.ts'
import { Plate } from '../validators.ts'
import { OrderStatus } from './order.ts'
import { PayType, TenderType } from './pay-type.ts'
import { Against } from './refund.ts'

/** Part of what is due; all of the rest when absent. */
const Part = Cents.min(1).optional()

/** An order after a payment, and the payment. `expand=result` adds the order's lines and payments. */
export const Payment = z.object({
  id: Id,
  orderNo: z.string(),
  status: OrderStatus,
  totalCents: Cents,
  paidCents: Cents,
  payType: PayType.nullable(),
  transaction: z.object({
    id: Id,
    serial: z.string(),
    payType: PayType,
    amountCents: Cents,
    /** Of a payment by points, how many. */
    points: z.int().optional(),
  }),
  result: z.looseObject({ id: Id }).optional(),
})
export type Payment = z.output<typeof Payment>

const OrderState = z.object({ id: Id, orderNo: z.string(), status: OrderStatus })

/** The card, by one of the two. */
const ByCard = {
  cardNumber: CardNumber.optional(),
  userCardId: Ref('userCards').optional(),
}
/** The number plate that was read or seen; a card that is for certain vehicles asks for it. @source decisions CD22 */
const Vehicle = Plate.optional()
const oneOfBoth = { error: 'cardNumberOrId', path: ['cardNumber'] }
const namesOne = (card: { cardNumber?: string | undefined; userCardId?: number | undefined }) =>
  (card.cardNumber === undefined) !== (card.userCardId === undefined)

const namesAtMostOne = (card: { cardNumber?: string | undefined; userCardId?: number | undefined }) =>
  card.cardNumber === undefined || card.userCardId === undefined
const namesNone = (card: { cardNumber?: string | undefined; userCardId?: number | undefined }) =>
  card.cardNumber === undefined && card.userCardId === undefined

export const orderPayments = {
  card: endpoint('POST', '/orders/:id/cardPay', {
    permission: 'order.cardPay',
    idempotent: true,
    query: GetQuery,
    returns: Payment,
    body: z
      .strictObject({
        ...ByCard,
        payPassword: SixDigits.optional(),
        amountCents: Part,
        plate: Vehicle,
        /** In place of a card: the hold that this fill ends. It pays all that is due. @source decisions CD18 */
        authorisationId: Ref('authorisations').optional(),
      })
      .refine(body => (body.authorisationId === undefined ? namesOne(body) : namesNone(body)), oneOfBoth)
      .refine(({ authorisationId, amountCents }) => authorisationId === undefined || amountCents === undefined, {
        error: 'authorisationPaysAll',
        path: ['amountCents'],
      }),
    summary: 'Pays an order, or part of it, from a card: principal, then gift.',
  }),
  cardPreview: endpoint('POST', '/orders/:id/cardPay/preview', {
    permission: 'order.cardPay',
    body: z.strictObject({ ...ByCard, amountCents: Part }).refine(namesOne, oneOfBoth),
    returns: z.object({
      /** Whether this amount asks for the payment password. */
      passwordNeeded: z.boolean(),
      /** What the card may still pay on this order without it, of today and of the order; null where it never asks for one. */
      withoutPasswordCents: Cents.nullable(),
    }),
    summary: 'Whether paying an order from a card asks for the payment password, and up to which amount it does not; nothing is done',
  }),
  cash: endpoint('POST', '/orders/:id/cashPay', {
    permission: 'order.cashPay',
    idempotent: true,
    query: GetQuery,
    returns: Payment,
    body: z.strictObject({
      payType: TenderType.default('cash'),
      externalSerialNo: z.string().trim().min(1).max(64).optional(),
      amountCents: Part,
    }),
    summary: 'Pays an order, or part of it, with cash or another tender that staff took; all but cash name the serial number of the slip.',
  }),
  /** Whose points they are: of the member whose card is named, or of the card that the order names. @source decisions PT1 */
  points: endpoint('POST', '/orders/:id/pointsPay', {
    permission: 'order.pointsPay',
    idempotent: true,
    query: GetQuery,
    returns: Payment,
    body: z
      .strictObject({
        ...ByCard,
        /** Whole points; as many as may be used when absent. */
        points: z.int().min(1).max(1_000_000_000).optional(),
      })
      .refine(namesAtMostOne, oneOfBoth),
    summary: 'Pays an order, or part of it, with points of a member, each worth what the company has set',
  }),
  pointsPreview: endpoint('POST', '/orders/:id/pointsPay/preview', {
    permission: 'order.pointsPay',
    body: z.strictObject(ByCard).refine(namesAtMostOne, oneOfBoth),
    returns: z.object({
      /** The points account that would pay; null where there is none. */
      number: CardNumber.nullable(),
      points: z.int(),
      owedPoints: z.int(),
      /** The worth of a point; null where points pay nothing. */
      pointCents: Cents.nullable(),
      percent: z.int(),
      /** The most that may be used on this order, and what they are worth. */
      mostPoints: z.int(),
      mostCents: Cents,
      /** Why none may be. */
      refusal: Against.nullable(),
    }),
    summary: 'How many points a member has, how many of them may pay an order, and what they are worth; nothing is done',
  }),
  /** 免单: nobody pays what is still due; the company bears it. @source decisions MK8 */
  free: endpoint('POST', '/orders/:id/free', {
    permission: 'order.free',
    idempotent: true,
    query: GetQuery,
    returns: Payment,
    body: z.strictObject({
      reason: Name(200),
      /** All that is still due, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      /** Of the action `order.free`, the subject `orders:<id>` and all that is still due. */
      pinProof: PinProof,
    }),
    summary: 'Lets an order go for nothing: what is still due of it is the company’s expense',
  }),
  lock: endpoint('POST', '/orders/:id/lock', {
    permission: 'order.cashPay',
    idempotent: true,
    returns: OrderState,
    summary: 'Keeps an order for a payment that is under way on a terminal.',
  }),
  fail: endpoint('POST', '/orders/:id/fail', {
    permission: 'order.cashPay',
    idempotent: true,
    returns: OrderState,
    body: z.strictObject({ reason: z.string().trim().min(1).max(200) }),
    summary: 'Says that the payment under way on a terminal did not come about, and why; the order can be opened again.',
  }),
  release: endpoint('POST', '/orders/:id/release', {
    permission: 'order.release',
    idempotent: true,
    returns: OrderState,
    summary: 'Opens an order again whose payment did not come about: a locked one, or one that failed.',
  }),
  close: endpoint('POST', '/orders/:id/close', {
    permission: 'order.close',
    idempotent: true,
    returns: OrderState,
    body: z.strictObject({ reason: z.string().trim().min(1).max(200) }),
    summary: 'Closes an unpaid order that will not be paid.',
  }),
}
