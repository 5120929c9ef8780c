/** What a top-up gives, and what is missing to the next tier. */
const zh = {
  topUpGift: {
    received: '到账 {received}（充值 {paid}，赠送 {gift}）',
    pointsToo: '{received} + {points} 积分',
    pointsMissing: '持卡人没有积分账户，{points} 积分不会入账',
    coupon: '{name} × {count}',
    couponSpaced: '{name} × {count}（每 {days} 天 {per} 张生效）',
    coupons: '赠券：{coupons}',
    couponMissing: '“{name}”赠不出：{why}',
    tier: '档位“{name}”：赠送 {gift}',
    missing: '再充 {missing} 可达档位“{name}”，赠送 {gift}',
    giftEnds: '赠金有效期至 {end}',
    giftFor: '赠金限购：{products}',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    kit_topUp: typeof zh
  }
}
