import { z } from 'zod'
import { CouponCode, CouponOutcome } from '../deal/user-deal.ts'
import { endpoint, GetQuery } from '../kit.ts'
import { CardNumber, Cents, Centilitres, CentsPerL, Id, Instant, Name, Ref, SoldCentsPerL } from '../units.ts'
import { ManualLine } from './intake.ts'
import { CategoryType, DiscountKind, FuelMethod, OrderStatus, Rating } from './order.ts'
import { PayType, TenderType } from './pay-type.ts'
import { SaleCouponOutcome } from './sale-coupon.ts'
import { SaleGiftOutcome } from './sale-gift.ts'
import { Withheld } from './withheld.ts'

/** What is sold, before it is an order: lines, and the card that may pay. */
const Basket = z.strictObject({
  /** When it was sold; now when absent. */
  createdDate: Instant.optional(),
  nozzleControlId: Ref('nozzleControls').optional(),
  fuelMethod: FuelMethod.optional(),
  cardNumber: CardNumber.optional(),
  userCardId: Ref('userCards').optional(),
  /** The hold that this sale ends, where the record of the pump does not come. The card may be left out. @source decisions CD18 */
  authorisationId: Ref('authorisations').optional(),
  lineItems: z.array(ManualLine).min(1).max(50),
  /** What the discounts of the lines are for. */
  discountName: Name(40).optional(),
  /** Coupons at hand by their code, besides those of the holder of the card. */
  couponCodes: z.array(CouponCode).max(5).optional(),
  /** The coupons that are to be used. Where nothing is said, a preview tries those that cost the customer least, and a sale uses none. */
  userDealIds: z.array(Ref('userDeals')).max(5).optional(),
})

/** 补单: a sale that no device reported, entered by the user who found it missing. */
export const ManualSale = Basket.extend({
  createdDate: Instant,
  employeeId: Ref('users').optional(),
  /** How it was paid; without, it is open. */
  payType: PayType.extract(['card', ...TenderType.options]).optional(),
  externalSerialNo: z.string().trim().min(1).max(64).optional(),
  remark: Name(200),
}).refine(({ authorisationId, payType }) => authorisationId === undefined || payType === 'card', {
  error: 'authorisationPaysByCard',
  path: ['payType'],
})
export type ManualSale = z.output<typeof ManualSale>

const PreviewLine = z.object({
  itemId: Id,
  item: z.object({ id: Id, name: z.string(), category: z.object({ id: Id, name: z.string(), type: CategoryType }).nullable() }),
  categoryType: CategoryType,
  volumeCl: Centilitres,
  pieces: z.int(),
  priceCents: SoldCentsPerL.nullable(),
  listPriceCents: CentsPerL.nullable(),
  amountCents: Cents,
  discountCents: Cents,
  priceDifference: z.boolean(),
})

/** What a way of paying would cover, and what would be left; or why it cannot. */
const Cover = z.object({
  payType: PayType,
  coversCents: Cents,
  restCents: Cents,
  principalCents: Cents,
  giftCents: Cents,
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

const Where = z.object({ id: Id, businessDay: z.string(), number: z.int(), isNatureDay: z.boolean() })

export const manualOrders = {
  preview: endpoint('POST', '/orders/preview', {
    permission: 'order.create',
    /** All that may be asked for is answered anyway. */
    query: GetQuery,
    body: Basket,
    returns: z.object({
      totalCents: Cents,
      discountCents: Cents,
      lineItems: z.array(PreviewLine),
      /** The coupons at hand: what each would give, or why it would give nothing. */
      userDeals: z.array(CouponOutcome),
      discounts: z.array(z.object({ itemId: Id, kind: DiscountKind, name: z.string(), version: z.int().nullable(), amountCents: Cents })),
      /** What the card brings and lowers nothing here, and why. */
      withheld: z.array(Withheld.extend({ itemId: Id })),
      tenders: z.array(Cover),
      /** What goods of it will give once it is paid; or why they will give nothing. */
      gifts: z.array(
        z.object({
          itemId: Id,
          /** `given` where the card that is named gets it. */
          outcome: SaleGiftOutcome,
          points: z.int(),
          giftCents: Cents,
          frozenCents: Cents,
          /** The card product that may receive it; any where it is empty. */
          giftCard: z.string().nullable(),
        }),
      ),
      /** And which coupons; or why some of them will not be given. */
      coupons: z.array(z.object({ itemId: Id, dealId: Id, name: z.string(), count: z.int(), outcome: SaleCouponOutcome })),
      /** The shift that would count it, and the closed one in which it was sold. */
      shift: Where,
      belongsShift: Where.nullable(),
    }),
    summary: 'Reckons a sale as if it were taken: prices, discounts, what a card would cover, the shift. Nothing is kept.',
  }),
  enter: endpoint('POST', '/orders/manual', {
    permission: 'order.manual',
    idempotent: true,
    body: ManualSale,
    returns: z.object({
      id: Id,
      orderNo: z.string(),
      status: OrderStatus,
      totalCents: Cents,
      paidCents: Cents,
      shiftId: Id,
      belongsShiftId: Id.nullable(),
      createdDate: Instant,
    }),
    summary: 'Enters a sale that was missed, with the reason: an order of type 99',
  }),
  rate: endpoint('PUT', '/orders/:id/rating', {
    permission: 'order.rate',
    body: z.strictObject({ rating: Rating }),
    returns: z.object({ id: Id, rating: Rating }),
    summary: 'Notes how the customer rates a paid order, from 1 to 5',
  }),
}
