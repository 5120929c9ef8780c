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
