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

/** Paid out of our own books (purses, points, gifts, coupons), never counted into a till: such a payment has a call of its own. */
export const ownPayTypes = ['card', 'debit', 'score', 'free', 'coupon', 'gift'] as const satisfies readonly PayType[]

/** What a cashier or a platform takes: money from outside, kept in a clearing account until it is settled. */
export const TenderType = PayType.exclude(ownPayTypes)
export type TenderType = z.output<typeof TenderType>
