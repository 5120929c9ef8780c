import { z } from 'zod'
import { CouponCode } from '../deal/user-deal.ts'
import { endpoint } from '../kit.ts'
import { CardNumber, CentsPerL, Id, Instant, Ref } from '../units.ts'
import { FuelMethod, OrderStatus } from './order.ts'
import { TenderType } from './pay-type.ts'

/** No sale is worth more, nor any line of it: 100,000,000.00. */
export const saleCentsMax = 10_000_000_000
const Money = z.int().min(0).max(saleCentsMax).meta({ format: 'cents' })
const Volume = z.int().min(0).max(100_000_000).meta({ format: 'centilitres' })

/**
 * One thing sold: fuel in centilitres or goods in pieces. Without `itemId` it is the fuel of the order's nozzle. Price and amount are
 * what was charged; what is not given is reckoned from the price in force when the fuelling began.
 */
const Line = z.strictObject({
  itemId: Ref('items').optional(),
  volumeCl: Volume.optional(),
  pieces: z.int().min(0).max(1_000_000).optional(),
  priceCents: CentsPerL.optional(),
  amountCents: Money.optional(),
  discountCents: Money.default(0),
})
const isMeasured = (line: z.output<typeof Line>) => (line.volumeCl === undefined) !== (line.pieces === undefined)
const measured = { error: 'volumeOrPieces', path: ['volumeCl'] }
/** One thing sold, as a person tells it: nobody reads a meter for it. */
export const ManualLine = Line.refine(isMeasured, measured)
/** A coupon that was used on a line, by its id or by its code, and what it took off there. */
const LineCoupon = z
  .strictObject({ userDealId: Ref('userDeals').optional(), code: CouponCode.optional(), amountCents: Money.min(1) })
  .refine(({ userDealId, code }) => (userDealId === undefined) !== (code === undefined), { error: 'couponIdOrCode', path: ['code'] })
export const SaleLine = Line.extend({
  totaliserEndCl: z.int().min(0).max(1_000_000_000_000).meta({ format: 'centilitres' }).optional(),
  /** Parts of `discountCents`. What a device has charged is the fact; what it should have been stands next to it. @source decision O15 */
  coupons: z.array(LineCoupon).max(5).optional(),
})
  .refine(isMeasured, measured)
  .refine(({ coupons = [], discountCents }) => coupons.reduce((sum, { amountCents }) => sum + amountCents, 0) <= discountCents, {
    error: 'couponsBeyondDiscount',
    path: ['coupons'],
  })
export type SaleLine = z.output<typeof SaleLine>

/** A sale as a terminal or a cashier sends it. With a `payType` it was paid in full before it was sent; without, it is open. */
const Told = z.strictObject({
  deviceId: Ref('devices').optional(),
  /**
   * The device numbers its sales 1, 2, 3 …; (device, sequence) is the sale, however often it is sent. The bound keeps the sum of what
   * thousands of devices have missed a whole number.
   */
  sequence: z.int().min(1).max(999_999_999_999).optional(),
  createdDate: Instant.optional(),
  /** When the fuelling began: its price is the price of that moment. The moment of sale when absent. */
  beganDate: Instant.optional(),
  nozzleControlId: Ref('nozzleControls').optional(),
  employeeId: Ref('users').optional(),
  fuelMethod: FuelMethod.optional(),
  payType: z.union([TenderType, z.literal('card')]).optional(),
  externalSerialNo: z.string().trim().min(1).max(64).optional(),
  cardNumber: CardNumber.optional(),
  userCardId: Ref('userCards').optional(),
  /** The hold that this fill ends, whatever it cost. The card may be left out. @source decisions CD18 */
  authorisationId: Ref('authorisations').optional(),
  lineItems: z.array(SaleLine).min(1).max(50),
})
export const Sale = Told.refine(({ authorisationId, payType }) => authorisationId === undefined || payType === 'card', {
  error: 'authorisationPaysByCard',
  path: ['payType'],
})
export type Sale = z.output<typeof Sale>

/** What the sale became, as it was taken. A sale sent again is answered with the same words. */
export const TakenOrder = z.object({
  id: Id,
  orderNo: z.string(),
  sequence: z.int().nullable(),
  status: OrderStatus,
  totalCents: Money,
  paidCents: Money,
  createdDate: Instant,
  receivedDate: Instant,
  clockSuspect: z.boolean(),
  late: z.boolean(),
  priceDifference: z.boolean(),
})
export type TakenOrder = z.output<typeof TakenOrder>

/** One answer for each sale, in the order given: what it became, or why it was refused. */
export const BatchAnswer = z.object({
  sequence: z.int().nullable(),
  order: TakenOrder.nullable(),
  refusal: z
    .object({ code: z.string(), message: z.string(), field: z.string().nullable(), detail: z.record(z.string(), z.unknown()) })
    .nullable(),
})
export type BatchAnswer = z.output<typeof BatchAnswer>

const Gap = z.object({ fromSequence: z.int(), toSequence: z.int(), missing: z.int(), createdDate: Instant })

export const orderIntake = {
  take: endpoint('POST', '/orders', {
    permission: 'order.create',
    body: Sale,
    returns: TakenOrder,
    idempotent: true,
    summary: 'Takes a sale from a device or a cashier. The same (device, sequence) again has one effect and the same answer.',
  }),
  takeBatch: endpoint('POST', '/orders/batch', {
    permission: 'order.create',
    idempotent: true,
    body: z.strictObject({ orders: z.array(z.unknown()).min(1).max(500) }),
    returns: z.object({ content: z.array(BatchAnswer) }),
    summary: 'Takes up to 500 sales, each shaped as in POST /orders; each is taken or refused for itself.',
  }),
  gaps: endpoint('GET', '/devices/:id/gaps', {
    permission: 'order.sale.read',
    returns: z.object({ lastSequence: z.int(), missing: z.int(), content: z.array(Gap) }),
    summary: 'The sequence numbers below the highest received that have not arrived.',
  }),
}
