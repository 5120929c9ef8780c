import type { Actions, Pages, Permissions } from '../declaration.ts'
import { everyStation, leaders, master, orderReaders, settlementReaders } from '../role-sets.ts'

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
  'order.pointsPay': { roles: [...leaders, 'station_salesman'], zh: '积分收款', en: 'Take payments by points' },
  'order.free': { roles: master, zh: '免单', en: 'Let orders go for nothing' },
  'order.release': { roles: leaders, zh: '解除锁定订单', en: 'Unlock orders' },
  /** Why stuck nozzles are released: the company's own list. */
  'order.releaseCause.read': { roles: leaders, zh: '查看解除原因', en: 'View release causes' },
  'order.releaseCause.write': { roles: master, zh: '编辑解除原因', en: 'Edit release causes' },
  'order.close': { roles: leaders, zh: '关闭订单', en: 'Close orders' },
  /** Moving the dates of sales that were recorded while the clocks differed. */
  'order.clock.correct': { roles: master, zh: '更正时钟异常期间的日期', en: 'Correct dates after clock faults' },
  'order.refund': { roles: leaders, zh: '退款', en: 'Refund payments' },
  'invoice.issue': { roles: [...leaders, 'station_bill'], zh: '开票', en: 'Issue invoices' },
} as const satisfies Permissions

const sales = {
  section: 'queryStatistics',
  group: 'salesQuery',
  level: 'station',
  roles: orderReaders,
  reads: ['order.sale.read'],
  acts: [
    'order.cardPay',
    'order.cashPay',
    'order.pointsPay',
    'order.free',
    'order.release',
    'order.close',
    'order.refund',
    'invoice.issue',
  ],
} as const
const saleDetails = { ...sales, hidden: true } as const
const statistic = { section: 'queryStatistics', level: 'station', roles: orderReaders } as const
export const pages = [
  {
    name: 'allQuery',
    zh: '全部销售',
    en: 'All sales',
    ...sales,
  },
  {
    name: 'fuelQuery',
    zh: '油品销售',
    en: 'Fuel sales',
    ...sales,
  },
  {
    name: 'notFuelQuery',
    zh: '非油品销售',
    en: 'Shop sales',
    also: ['Non-fuel sales'],
    ...sales,
  },
  {
    name: 'allDetails',
    path: '/queryStatistics/salesQuery/allDetails/{orderId}',
    zh: '订单详情',
    en: 'Order details',
    parent: 'allQuery',
    ...saleDetails,
    demo: 'orders?size=1&search=status:success',
  },
  {
    name: 'fuelDetails',
    path: '/queryStatistics/salesQuery/fuelDetails/{orderId}',
    zh: '油品订单详情',
    en: 'Fuel order details',
    parent: 'fuelQuery',
    ...saleDetails,
    demo: 'orders?size=1&search=type:0,status:success',
  },
  {
    name: 'notFuelDetails',
    path: '/queryStatistics/salesQuery/notFuelDetails/{orderId}',
    zh: '非油品订单详情',
    en: 'Shop order details',
    also: ['Non-fuel order details'],
    parent: 'notFuelQuery',
    ...saleDetails,
    demo: 'orders?size=1&search=type:1',
  },
  {
    name: 'clockFaults',
    zh: '时钟异常',
    en: 'Clock faults',
    parent: 'allQuery',
    ...saleDetails,
    roles: settlementReaders,
    reads: ['order.sale.read'],
    acts: ['order.clock.correct'],
  },
  {
    name: 'previewPrint',
    path: '/previewPrint',
    zh: '打印预览',
    en: 'Print preview',
    parent: 'allQuery',
    bare: true,
    ...saleDetails,
    // The card desk prints its slips here.
    roles: [...orderReaders, 'station_employee'],
    reads: [],
  },
  {
    name: 'transactions',
    zh: '支付流水',
    en: 'Payments',
    also: ['Payment history'],
    ...statistic,
    reads: ['order.transaction.read'],
    acts: ['order.refund'],
  },
  {
    name: 'transactionsStatistic',
    zh: '支付统计',
    en: 'Payment statistics',
    ...statistic,
    reads: ['order.transaction.read'],
  },
  {
    name: 'salesStatistic',
    zh: '销售统计',
    en: 'Sales statistics',
    ...statistic,
    reads: ['order.sale.read'],
  },
  {
    name: 'recordOrder',
    after: 'nowPrice',
    zh: '补录订单',
    en: 'Record a missed sale',
    also: ['Manual order entry'],
    section: 'oilOperate',
    level: 'station',
    roles: everyStation,
    reads: [],
    acts: ['order.manual'],
  },
  {
    name: 'exceptionHandling',
    zh: '异常处理',
    en: 'Exceptions',
    also: ['Stuck fuelling', '卡枪'],
    section: 'oilOperate',
    level: 'station',
    roles: leaders,
    reads: ['order.release', 'order.releaseCause.read'],
    acts: ['order.releaseCause.write'],
  },
] as const satisfies Pages

export const actions = {
  'order.take': { zh: '接收销售', en: 'Received a sale' },
  'order.pay': { zh: '收款', en: 'Took a payment' },
  'order.lower': { zh: '按预授权价格优惠', en: 'Lowered an order to the price of its authorisation' },
  'order.lock': { zh: '锁定订单', en: 'Locked an order' },
  'order.fail': { zh: '登记支付失败', en: 'Recorded a failed payment' },
  'order.release': { zh: '解除锁定订单', en: 'Unlocked an order' },
  'nozzle.release': { zh: '解除油枪异常', en: 'Released a stuck nozzle' },
  'order.clock.correct': { zh: '核对时钟异常期间的日期', en: 'Checked dates after a clock fault' },
  'clockFault.accept': { zh: '确认服务器时钟正确', en: 'Confirmed the clock of the server' },
  'order.manual': { zh: '补录订单', en: 'Recorded a missed sale' },
  'order.rate': { zh: '登记客户评价', en: 'Recorded a customer rating' },
  'order.refund': { zh: '退款', en: 'Refunded a payment' },
  'order.revoke': { zh: '撤销订单支付', en: 'Revoked the payments of an order' },
  'order.close': { zh: '关闭订单', en: 'Closed an order' },
} as const satisfies Actions
