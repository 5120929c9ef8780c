import type { Refusals } from '../declaration.ts'

export const refusals = {
  'rewardCategory.nameTaken': { status: 409, field: 'name', zh: '已有同名分类', en: 'There is a category of this name already' },
  'reward.codeTaken': { status: 409, field: 'code', zh: '短码已被其他积分商品使用', en: 'Another reward has this short code' },
  'reward.barcodeTaken': { status: 409, field: 'barcode', zh: '条码已被其他积分商品使用', en: 'Another reward has this barcode' },
  'reward.couponsTooMany': {
    status: 400,
    field: 'coupons',
    zh: '每件最多赠送 {most} 张优惠券，现为 {count} 张',
    en: 'One piece brings at most {most} coupons; these are {count}',
  },
  'reward.couponTwice': { status: 400, field: 'coupons', zh: '同一种优惠券只能填写一行', en: 'Enter each coupon once, with its number' },
  'reward.offShelf': { status: 409, field: 'rewardId', zh: '“{name}”已下架', en: '“{name}” is off the shelf' },
  'reward.soldOut': {
    status: 409,
    field: 'pieces',
    zh: '“{name}”库存不足：剩余 {left} 件',
    en: 'Not enough of “{name}” in stock: {left} left',
  },
  'redemption.needsMember': {
    status: 409,
    field: 'rewardId',
    zh: '“{name}”附赠优惠券，只能由个人会员兑换',
    en: '“{name}” comes with coupons, which only a member can hold',
  },
  'redemption.received': { status: 409, zh: '“{name}”已领取', en: '“{name}” was handed out already' },
  'redemption.cancelled': { status: 409, zh: '“{name}”的兑换已取消', en: 'The redemption of “{name}” was cancelled' },
  'redemption.couponUsed': {
    status: 409,
    zh: '随兑换赠送的优惠券“{name}”已使用，不能取消兑换',
    en: 'The coupon “{name}” that came with it was used, so the redemption cannot be cancelled',
  },
} as const satisfies Refusals
