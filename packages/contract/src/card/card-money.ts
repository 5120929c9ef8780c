import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint } from '../kit.ts'
import { CouponsTakenBack } from '../deal/taken-back.ts'
import { Against, RefundMode } from '../order/refund.ts'
import { Cents, Id, Instant, Name, Ref } from '../units.ts'
import { UserCardStatus } from './user-card.ts'

const Why = Name(200)
const Most = 100_000_000_00

/** A card after its money was moved by staff, and the movement that tells it, where there is one. */
const Moved = z.object({
  id: Id.nullable(),
  userCardId: Id,
  status: UserCardStatus,
  principalCents: Cents,
  giftCents: Cents,
  /** What cannot be spent: frozen, and held for fills. */
  lockCents: Cents,
  heldCents: Cents,
  debtCents: Cents,
  createdDate: Instant,
})

/** What staff do to the money of a card besides topping it up. Each says why; what pays money out or makes it up takes one's own PIN. */
export const cardMoney = {
  refundCharge: endpoint('POST', '/userCards/:id/refundCharge', {
    permission: 'card.refundCharge',
    idempotent: true,
    body: z.strictObject({
      /** The top-up, as a movement of the card. */
      detailId: Ref('userCardDetails'),
      mode: RefundMode.default('original'),
      /** The amount once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      remark: Why,
      /** Of the action `card.refundCharge`, the subject `userCardDetails:<id>` and the amount that was paid in. */
      pinProof: PinProof,
    }),
    returns: Moved,
    summary: 'Gives a top-up back whole, its gift taken back; refused where part of it has been spent',
  }),
  refundChargePreview: endpoint('POST', '/userCards/:id/refundCharge/preview', {
    permission: 'card.refundCharge',
    body: z.strictObject({ detailId: Ref('userCardDetails') }),
    returns: z.object({
      amountCents: Cents,
      giftCents: Cents,
      /** Points that came with it and are taken back. */
      giftPoints: z.int(),
      /** Points that came with it and lapsed with their account, which has been closed since: they are not taken back. */
      lapsedPoints: z.int(),
      /** Coupons that came with it. */
      coupons: CouponsTakenBack,
      refusal: Against.nullable(),
    }),
    summary: 'What giving a top-up back would take from the card, or why it cannot be given back; nothing is done',
  }),
  adjust: endpoint('POST', '/userCards/:id/adjust', {
    permission: 'card.adjust',
    idempotent: true,
    body: z.strictObject({
      /** Added when above zero, taken when below; never zero, never more than there is. */
      amountCents: Cents.min(-Most).max(Most),
      purse: z.enum(['principal', 'gift']).default('principal'),
      /** The amount once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      remark: Why,
      /** Of the action `card.adjust`, the subject `userCards:<id>` and this amount. */
      pinProof: PinProof,
    }),
    returns: Moved,
    summary: 'Corrects the balance of a card, with the reason',
  }),
  /** 冻结. Nothing comes in or goes out, so its statement shows no movement. @source decisions CD15 */
  freeze: endpoint('POST', '/userCards/:id/freeze', {
    permission: 'card.freeze',
    idempotent: true,
    body: z.strictObject({
      amountCents: Cents.min(1).max(Most),
      /** The amount once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      remark: Why,
      /** Of the action `card.freeze`, the subject `userCards:<id>` and this amount. */
      pinProof: PinProof,
    }),
    returns: Moved,
    summary: 'Keeps money of a card from being spent, the principal first, with the reason',
  }),
  thaw: endpoint('POST', '/userCards/:id/thaw', {
    permission: 'card.thaw',
    idempotent: true,
    body: z.strictObject({
      amountCents: Cents.min(1).max(Most),
      /** The amount once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      remark: Why,
    }),
    returns: Moved,
    summary: 'Lets frozen money be spent again: each cent goes back to the purse it came from',
  }),
}
