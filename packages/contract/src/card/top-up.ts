import { z } from 'zod'
import { CouponsGiven, CouponToGive } from '../deal/gift-coupons.ts'
import { FileRef } from '../file/attachment.ts'
import { endpoint } from '../kit.ts'
import { TenderType } from '../order/pay-type.ts'
import { Cents, Id, Instant, LongText, Ref } from '../units.ts'
import { UserCardStatus } from './user-card.ts'

/**
 * 按套餐, 按金额, 仅赠送: a package at its price; an amount, whose gift is that of its tier or is typed; a gift that nobody pays for.
 * @source decisions E1, ME8
 */
export const TopUpMode = z.enum(['package', 'amount', 'gift'])
export type TopUpMode = z.output<typeof TopUpMode>
const Most = 100_000_000_00

/** 充值. What is paid in pays what the card owes first; the rest is principal, and the gift is a gift. @source decisions E1–E4, ME8, ME9 */
export const TopUp = z
  .strictObject({
    stationId: Ref('stations').optional(),
    mode: TopUpMode.default('amount'),
    /** Of `package`: which. Of `gift`: whose gift is given. */
    packageId: Ref('debitItems').optional(),
    amountCents: Cents.min(0).max(Most),
    /** Typed instead of what the tier gives. */
    giftCents: Cents.min(1).max(Most).optional(),
    /** The amount once more, from what the station's setting says is unusual on. */
    confirmAmountCents: Cents.optional(),
    payType: TenderType.extract(['cash', 'wx', 'ali', 'qrCode', 'barCode', 'bankCard']).optional(),
    /** Of cash, one of the two: its receipt, or that it has none. */
    receiptId: FileRef('topUpReceipt').optional(),
    withoutReceipt: z.boolean().default(false),
    /** It is known that coupons of the package cannot be given, and the top-up is wanted all the same; those that can be are given. */
    withoutCoupons: z.boolean().default(false),
    /** The document of who pays in was seen at the counter. @source decisions CD16 */
    identityChecked: z.boolean().default(false),
    remark: LongText(200).default(''),
  })
  .refine(({ mode, amountCents }) => mode === 'gift' || amountCents > 0, { error: 'topUpNothing', path: ['amountCents'] })
  .refine(({ mode, amountCents }) => mode !== 'gift' || amountCents === 0, { error: 'topUpGiftAmount', path: ['amountCents'] })
  .refine(({ amountCents, payType }) => amountCents > 0 === (payType !== undefined), { error: 'topUpTender', path: ['payType'] })
  .refine(({ mode, packageId }) => (mode === 'package' ? packageId !== undefined : mode === 'gift' || packageId === undefined), {
    error: 'topUpPackage',
    path: ['packageId'],
  })
  .refine(({ mode, packageId, giftCents }) => (mode === 'gift' ? !packageId === (giftCents !== undefined) : true), {
    error: 'topUpGift',
    path: ['giftCents'],
  })
  .refine(({ mode, giftCents }) => mode !== 'package' || giftCents === undefined, { error: 'topUpGift', path: ['giftCents'] })
  .refine(({ mode, remark }) => mode !== 'gift' || remark !== '', { error: 'topUpReason', path: ['remark'] })
  .refine(({ receiptId, withoutReceipt }) => receiptId === undefined || !withoutReceipt, { error: 'topUpReceipt', path: ['receiptId'] })

/** What a top-up gave on top of what was paid. */
const given = {
  packageName: z.string().nullable(),
  giftCents: Cents,
  /** What was paid and what was given, together. @source MEM-005 */
  receivedCents: Cents,
  /** Points that were booked. */
  giftPoints: z.int(),
  /** Coupons that were given, without those that were taken back. */
  coupons: z.array(CouponsGiven),
  giftEndsAt: Instant.nullable(),
  /** Names of what the gift may buy; empty where anything. */
  giftProducts: z.array(z.string()),
}
export const TopUpDone = z.object({
  id: Id,
  userCardId: Id,
  amountCents: Cents,
  debtPaidCents: Cents,
  balanceAfterCents: Cents,
  status: UserCardStatus,
  /** Points of the package that were not booked: the holder of the card has no account of points that is open. */
  pointsNotBooked: z.int(),
  /** Coupons of the package that were not given, and what stood against it. */
  couponsNotGiven: z.array(CouponToGive),
  createdDate: Instant,
  ...given,
})
export const chargeUserCard = endpoint('POST', '/userCards/:id/charge', {
  permission: 'card.charge',
  idempotent: true,
  body: TopUp,
  returns: TopUpDone,
  summary: 'Tops a card up: money into its principal, a gift into its gift purse',
})

/** For the receipt on paper, which says what was paid and given together. */
export const topUpReceipt = endpoint('GET', '/userCardDetails/:id/topUp', {
  permission: 'card.detail.read',
  returns: z.object({ amountCents: Cents, ...given }),
  summary: 'What a top-up paid in and gave, by which package, until when and for what its gift counts',
})
