import type { Actions, Permissions } from '../declaration.ts'
import { everyStation, leaders, master, orderReaders } from '../role-sets.ts'

export { refusals } from './refusals.ts'

/** Sales, payments and invoices. */
export const permissions = {
  'order.sale.read': { roles: orderReaders, zh: '查看销售', en: 'View sales' },
  'order.transaction.read': { roles: orderReaders, zh: '查看支付流水', en: 'View payments' },
  'order.create': { roles: everyStation, zh: '录入销售', en: 'Record sales' },
  /** Entering a sale that was missed. */
  'order.manual': { roles: everyStation, zh: '补录订单', en: 'Record missed sales' },
  'order.rate': { roles: everyStation, zh: '登记客户评价', en: 'Record customer ratings' },
  'order.cardPay': { roles: [...leaders, 'station_salesman'], zh: '加油卡收款', en: 'Take card payments' },
  'order.cashPay': { roles: [...leaders, 'station_salesman'], zh: '现金收款', en: 'Take cash payments' },
  'order.release': { roles: leaders, zh: '解除锁定订单', en: 'Unlock orders' },
  'order.close': { roles: leaders, zh: '关闭订单', en: 'Close orders' },
  /** Moving the dates of sales that were recorded while the clocks differed. */
  'order.clock.correct': { roles: master, zh: '更正时钟异常期间的日期', en: 'Correct dates after clock faults' },
  'order.refund': { roles: leaders, zh: '退款', en: 'Refund payments' },
  'invoice.issue': { roles: [...leaders, 'station_bill'], zh: '开票', en: 'Issue invoices' },
} as const satisfies Permissions

export const actions = {
  'order.take': { zh: '接收销售', en: 'Received a sale' },
  'order.pay': { zh: '收款', en: 'Took a payment' },
  'order.lock': { zh: '锁定订单', en: 'Locked an order' },
  'order.fail': { zh: '登记支付失败', en: 'Recorded a failed payment' },
  'order.release': { zh: '解除锁定订单', en: 'Unlocked an order' },
  'order.clock.correct': { zh: '核对时钟异常期间的日期', en: 'Checked dates after a clock fault' },
  'clockFault.accept': { zh: '确认服务器时钟正确', en: 'Confirmed the clock of the server' },
  'order.manual': { zh: '补录订单', en: 'Recorded a missed sale' },
  'order.rate': { zh: '登记客户评价', en: 'Recorded a customer rating' },
  'order.refund': { zh: '退款', en: 'Refunded a payment' },
  'order.revoke': { zh: '撤销订单支付', en: 'Revoked the payments of an order' },
  'order.close': { zh: '关闭订单', en: 'Closed an order' },
} as const satisfies Actions
