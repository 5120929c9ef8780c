/** 优惠券发不出的原因。 */
const zh = {
  couponRefusal: {
    soldOut: '优惠券已领完',
    budgetSpent: '优惠券预算不足',
    limitReached: '该会员已达限领数',
    tooManyHeld: '该会员未使用的券已达上限',
    disabled: '优惠券已停用',
    notStarted: '优惠券尚未开始',
    over: '优惠券已结束',
    nonMembersOnly: '优惠券仅限非会员',
    other: '优惠券无法发放',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_coupon: typeof zh
  }
}
