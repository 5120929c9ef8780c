import { z } from 'zod'

/** How money came in (支付方式). @source spec 1 §3 "Pay type" */
export const PayType = z.enum([
  'wx',
  'ali',
  'unionPay',
  'qrCode',
  'faceCode',
  'barCode',
  'jsApi',
  'card',
  'sinopecUserCard',
  'egUserCard',
  'sinopecOtherCard',
  'externalUserCard',
  'hsCard12',
  'hsCard15',
  'hsCardOther',
  'unionCard',
  'union',
  'debit',
  'score',
  'free',
  'douyin',
  'coupon',
  'other',
  'tuanYou',
  'bankCard',
  'didi',
  'huochebang',
  'gift',
  'yijiayou',
  'tuhu',
  'cash',
])
export type PayType = z.output<typeof PayType>

/**
 * What a cashier or a platform takes: money from outside, kept in a clearing account until it is settled; the usual ones first.
 * The others (card, debit, points, free, coupon, gift) come out of our own books, and have calls of their own.
 */
export const TenderType = PayType.extract([
  'cash',
  'wx',
  'ali',
  'bankCard',
  'unionPay',
  'qrCode',
  'barCode',
  'faceCode',
  'jsApi',
  'union',
  'unionCard',
  'externalUserCard',
  'sinopecUserCard',
  'sinopecOtherCard',
  'egUserCard',
  'hsCard12',
  'hsCard15',
  'hsCardOther',
  'tuanYou',
  'didi',
  'huochebang',
  'yijiayou',
  'tuhu',
  'douyin',
  'other',
])
export type TenderType = z.output<typeof TenderType>

/** How a station takes one of them. */
export const PayTypeLine = z.strictObject({
  payType: TenderType,
  /** It is not offered, and pays nothing. */
  disabled: z.boolean().default(false),
  /** The number of its slip is named with the payment. */
  serialNo: z.boolean().default(true),
})
export type PayTypeLine = z.output<typeof PayTypeLine>

/** Each once, in the order in which they are offered. */
export const PayTypeLines = z
  .array(PayTypeLine)
  .max(TenderType.options.length)
  .refine(lines => new Set(lines.map(({ payType }) => payType)).size === lines.length, 'payTypeTwice')

/** All that a station takes or could take: what it has set in its order, then the others as usual, where all but cash have slips. */
export function payTypesInOrder(set: readonly PayTypeLine[]): readonly PayTypeLine[] {
  const others = TenderType.options.filter(payType => !set.some(line => line.payType === payType))
  return [...set, ...others.map(payType => ({ payType, disabled: false, serialNo: payType !== 'cash' }))]
}
