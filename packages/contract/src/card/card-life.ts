import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint } from '../kit.ts'
import { TenderType } from '../order/pay-type.ts'
import { CardPayload, CardRecord, ChipUuid, SupplierCode } from '../reader/card-payload.ts'
import { CardNumber, Cents, Id, Instant, LocalDate, Mobile, Name, Ref, Text } from '../units.ts'
import { LossReason, userCards } from './user-card.ts'

const Why = Name(200)
const row = userCards.row

/** What became of a chip when its card was returned; `none` had none. 无芯片, 已入库, 已作废. */
export const ReturnedChip = z.enum(['none', 'stock', 'scrapped'])
export type ReturnedChip = z.output<typeof ReturnedChip>

/** 凭证: what a customer is given on paper for what was done to a card at the counter. */
const CardSlip = z.object({
  kind: z.enum(['issue', 'topUp', 'reissue', 'cardReturn']),
  /** Of the card itself, the movement, the replacement or the return. */
  id: Id,
  at: Instant,
  /** Of the card as it was then; of a replacement the new one, with the one before. */
  number: CardNumber,
  before: CardNumber.nullable(),
  reason: LossReason.nullable(),
  /** Paid in, or paid out. */
  amountCents: Cents.nullable(),
  giftCents: Cents.nullable(),
  payType: TenderType.nullable(),
  slipNo: z.string().nullable(),
  chip: ReturnedChip.nullable(),
  station: z.string().nullable(),
  /** Who did it, where it is known. */
  by: z.string().nullable(),
  remark: z.string(),
})
export type CardSlip = z.output<typeof CardSlip>

/** What changes the card itself: its plastic, its holder, its last day, its end. @source decisions CD31 */
export const cardLife = {
  /** 退卡. @source decisions CD17, CD32 */
  cardReturn: endpoint('POST', '/userCards/:id/return', {
    permission: 'card.return',
    idempotent: true,
    body: z
      .strictObject({
        /** The principal as the clerk saw it, which is paid out; refused where it has changed since. */
        amountCents: Cents.min(0).max(100_000_000_00),
        /** The amount once more, from what the station's setting says is unusual on. */
        confirmAmountCents: Cents.optional(),
        /** Which station pays; the chosen one when absent. */
        stationId: Ref('stations').optional(),
        payType: TenderType.default('cash'),
        /** The number of the slip by which a bank or a platform sends the money back. */
        slipNo: z.string().trim().min(1).max(64).optional(),
        /** The card has come back: on the reader, which says its chip, or by hand where it has none. */
        chipPresent: z.boolean(),
        uuid: ChipUuid.optional(),
        supplier: SupplierCode.optional(),
        remark: Why,
        /** Of the action `card.return`, the subject `userCards:<id>` and this amount. */
        pinProof: PinProof,
      })
      .refine(({ payType, slipNo }) => (payType === 'cash') === (slipNo === undefined), { error: 'slipNo', path: ['slipNo'] })
      .refine(({ uuid, chipPresent }) => uuid === undefined || chipPresent, { error: 'chipAway', path: ['uuid'] }),
    returns: z.object({
      userCardId: Id,
      paidOutCents: Cents,
      giftCents: Cents,
      /** The master card that the principal of a sub card went back to. */
      masterId: Id.nullable(),
      payType: TenderType.nullable(),
      chip: ReturnedChip,
      closedTime: Instant,
    }),
    summary: 'Returns a card: pays its principal out, takes its gift back, and closes it for good',
  }),
  returnPreview: endpoint('GET', '/userCards/:id/return', {
    permission: 'card.return',
    /** Points that lapse; none where it is no account of points. */
    returns: z.object({ points: z.int() }),
    summary: 'What lapses with a card that is returned, besides what is paid out and taken back',
  }),
  /**
   * 补卡: the account stays, its plastic changes. With a chip it is asked for here, and done when the chip is confirmed; the number that is
   * replaced finds the account and pays nothing. @source decisions CD4, CD9
   */
  reissue: endpoint('POST', '/userCards/:id/reissue', {
    permission: 'card.reissue',
    idempotent: true,
    body: z.strictObject({
      /** Printed on the new card. */
      number: CardNumber,
      awaitsChip: z.boolean().default(false),
      reason: LossReason,
      remark: Text(200).default(''),
      /** Of the action `card.reissue` and the subject `userCards:<id>`. */
      pinProof: PinProof,
    }),
    returns: row,
    rows: true,
    summary: 'Gives an account other plastic with another number; its money stays where it is',
  }),
  /** 实名登记. @source decisions CD31 */
  register: endpoint('POST', '/userCards/:id/register', {
    permission: 'card.register',
    idempotent: true,
    body: z
      .strictObject({
        userId: Ref('users').optional(),
        /** Instead of a member there is: one by name and mobile number, found or made. */
        holderName: Name(60).optional(),
        holderMobile: Mobile.optional(),
        /** The holder's document was seen at the counter. @source decisions CD16 */
        identityChecked: z.boolean().default(false),
      })
      .refine(({ holderName, holderMobile }) => !holderName === !holderMobile, { error: 'holderBoth', path: ['holderMobile'] }),
    returns: row,
    rows: true,
    summary: 'Registers the holder of a bearer card: it becomes a personal one',
  }),
  /** 延期. @source decisions CD14 */
  extend: endpoint('POST', '/userCards/:id/extend', {
    permission: 'card.extend',
    idempotent: true,
    body: z.strictObject({
      /** The new last day; without end when null. */
      validUntil: LocalDate.nullable(),
      remark: Why,
    }),
    returns: row,
    rows: true,
    summary: 'Lets a card be used for longer, with the reason',
  }),
  slips: endpoint('GET', '/userCards/:id/slips', {
    permission: 'card.detail.read',
    returns: z.object({ content: z.array(CardSlip) }),
    summary: 'What can be printed of a card for its holder: its issue, newest top-ups, replacements and return',
  }),
  /**
   * 同步: what stands on the chip is written once more from what the server knows, with the key in force. Without a chip on the reader the
   * card is marked as to be written; with it what is to be written is answered, and what was read back ends the mark.
   * @source decisions CD30
   */
  sync: endpoint('POST', '/userCards/:id/sync', {
    permission: 'card.sync',
    idempotent: true,
    body: z
      .strictObject({
        /** The chip on the reader. */
        uuid: ChipUuid.optional(),
        supplier: SupplierCode.optional(),
        /** What stands on it after it was written. */
        readBack: CardRecord.optional(),
      })
      .refine(({ uuid, supplier }) => (uuid === undefined) === (supplier === undefined), { error: 'chipUuid', path: ['uuid'] })
      .refine(({ uuid, readBack }) => readBack === undefined || uuid !== undefined, { error: 'chipUuid', path: ['uuid'] }),
    returns: row.extend({
      /** What is to be written; null where nothing is. */
      payload: CardPayload.nullable(),
    }),
    rows: true,
    summary: 'Writes the chip of a card once more with what the server knows of it, or marks it as to be written',
  }),
  /** By the number it has, or by one that it had before its plastic was replaced. @source decisions CD4 */
  find: endpoint('GET', '/userCards/number', {
    permission: 'card.userCard.read',
    query: z.strictObject({ number: CardNumber }),
    returns: row.extend({
      /** When the number that was asked for was replaced; null where it is the number in use. */
      replacedDate: Instant.nullable(),
    }),
    rows: true,
    summary: 'Finds a card by its number, also by one that was replaced',
  }),
}
