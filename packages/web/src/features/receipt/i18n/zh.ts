const zh = {
  receipt: {
    sheet: '销售单',
    slip: '小票',
    orderNo: '订单号',
    soldAt: '交易时间',
    nozzle: '油枪',
    nozzleNo: '{no} 号枪',
    seller: '经办人',
    item: '商品',
    quantity: '数量',
    litres: '{count} 升',
    pieces: '{count} 件',
    price: '单价',
    amount: '金额',
    discount: '优惠',
    total: '应付',
    paidBy: '付款',
    rest: '未付',
    refunded: '已退款',
    payment: '付款方式',
    serial: '流水号',
    time: '时间',
    customer: '客户签字',
    cashier: '收银员',
    topUp: '充值凭证',
    topUpNo: '充值单号',
    card: '卡号',
    holder: '持卡人',
    kind: '类型',
    remark: '备注',
    principal: '本金',
    gift: '赠送',
    balanceAfter: '交易后余额',
    thanks: '谢谢惠顾',
  },
}
export default zh

declare module '../../../i18n/index.ts' {
  interface Catalogues {
    receipt: typeof zh
  }
}
