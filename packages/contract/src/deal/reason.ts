import { z } from 'zod'

/** Why a coupon gives nothing on a sale. */
export const CouponReason = z.enum([
  'notStarted',
  'over',
  'otherStation',
  'otherDevice',
  'otherPayType',
  'payTypeOpen',
  'otherWeekday',
  'otherHours',
  'membersOnly',
  'nonMembersOnly',
  'otherTag',
  'otherProduct',
  'minimumNotReached',
  'notCombinable',
  'notChosen',
  'tooLittle',
  'used',
  'recalled',
  'disabled',
  'heldElsewhere',
])
export type CouponReason = z.output<typeof CouponReason>

/** As refusals say them; pages have words of their own. */
export const couponReasonWords: Readonly<Record<CouponReason, { readonly zh: string; readonly en: string }>> = {
  notStarted: { zh: '尚未生效', en: 'not valid yet' },
  over: { zh: '已过期', en: 'expired' },
  otherStation: { zh: '不适用本站', en: 'not at this station' },
  otherDevice: { zh: '不适用本终端', en: 'not on this device' },
  otherPayType: { zh: '不适用此支付方式', en: 'not with this way of paying' },
  payTypeOpen: { zh: '须先选定支付方式', en: 'the way of paying has to be chosen first' },
  otherWeekday: { zh: '当天不可用', en: 'not on this weekday' },
  otherHours: { zh: '该时段不可用', en: 'not at this hour' },
  membersOnly: { zh: '仅限会员', en: 'for members only' },
  nonMembersOnly: { zh: '仅限非会员', en: 'not for members' },
  otherTag: { zh: '客户没有指定标签', en: 'the customer does not have the tag' },
  otherProduct: { zh: '没有适用的商品', en: 'nothing of it may be bought with it' },
  minimumNotReached: { zh: '未满最低消费', en: 'the minimum is not reached' },
  notCombinable: { zh: '不能与其他券同用', en: 'not together with the others' },
  notChosen: { zh: '未选用', en: 'not chosen' },
  tooLittle: { zh: '优惠不足一分', en: 'it would give less than a cent' },
  used: { zh: '已使用', en: 'used already' },
  recalled: { zh: '已收回', en: 'recalled' },
  disabled: { zh: '已停用', en: 'disabled' },
  heldElsewhere: { zh: '被另一笔未付订单占用', en: 'kept by another order' },
}
