import type { Refusals } from '../declaration.ts'

export const refusals = {
  /** One of a station's titles is its default, as long as it has any. */
  'sellerInvoice.defaultNeeded': {
    status: 409,
    field: 'isDefault',
    zh: '油站须有一个默认抬头，请先将另一个设为默认',
    en: 'A station needs a default title. Make another one the default first.',
  },
  'sellerInvoice.defaultTaken': {
    status: 409,
    field: 'isDefault',
    zh: '刚才已有其他抬头设为默认，请刷新后再试',
    en: 'Another title has just become the default. Reload and try again.',
  },
  'sellerInvoice.taken': {
    status: 409,
    field: 'taxId',
    zh: '本站已有该税号在此平台的抬头',
    en: 'The station has a title of this tax number on this platform already',
  },
  'sellerInvoice.discOfDigital': {
    status: 409,
    field: 'extensionNo',
    zh: '数电票没有税盘分机号',
    en: 'Digital invoices have no extension number of a tax disc',
  },
  'tax.targetUnfit': {
    status: 409,
    field: 'kind',
    zh: '油品税率不能指定商品分类，商品税率不能指定油品',
    en: 'A rate of fuel names no goods category, and a rate of goods names no fuel',
  },
  'tax.begun': {
    status: 409,
    field: 'beginDate',
    zh: '该税率已于 {beginDate} 生效，不能修改或删除；请新增一条以后生效的税率',
    en: 'This rate has been in force since {beginDate} and stays as it is. Add another one that begins later.',
  },
  'tax.beginPast': {
    status: 409,
    field: 'beginDate',
    zh: '已有生效的税率，新税率最早从 {earliest} 起生效',
    en: 'A rate is in force already. A new one begins on {earliest} at the earliest.',
  },
  'tax.beginTaken': {
    status: 409,
    field: 'beginDate',
    zh: '已有同一天生效的税率',
    en: 'There is a rate that begins on this day already',
  },
  /** @source decision IV7 */
  'invoice.notPaid': {
    status: 409,
    zh: '订单{orderNo}尚未付清，不能开票',
    en: 'Order {orderNo} is not paid in full, so it cannot be invoiced',
  },
  'invoice.disabled': {
    status: 409,
    zh: '本站订单不开票：{orderNo}',
    en: 'Orders of this station are not invoiced: {orderNo}',
  },
  'invoice.tooSmall': {
    status: 409,
    zh: '订单{orderNo}金额须大于 1.00 才能开票',
    en: 'Order {orderNo} has to be above 1.00 to be invoiced',
  },
  'invoice.cardForbids': { status: 409, zh: '付款的卡不开票：{orderNo}', en: 'The card that paid order {orderNo} is never invoiced' },
  'invoice.onTopUp': {
    status: 409,
    zh: '付款的卡在充值时开票，消费不再开票：{orderNo}',
    en: 'The card that paid order {orderNo} is invoiced on top-up, and not once more when it is used',
  },
  'invoice.nothingPaid': {
    status: 409,
    zh: '订单{orderNo}没有可开票的金额：赠送金额、积分、优惠券和已退款不开票',
    en: 'Nothing of order {orderNo} can be invoiced: gifts, points, coupons and refunds are not',
  },
  'invoice.noTaxRate': {
    status: 409,
    zh: '“{name}”在销售当日没有生效的税率，请先设置税率',
    en: 'No tax rate was in force for “{name}” on the day of the sale. Set one first.',
  },
  'defaultTax.taken': {
    status: 409,
    field: 'productId',
    zh: '已有同类的默认税率',
    en: 'There is a default rate for this already',
  },
} as const satisfies Refusals
