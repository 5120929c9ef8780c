import type { Page } from '../menu.ts'
import { orderReaders, settlementReaders } from './roles.ts'

const sales = { section: 'queryStatistics', group: 'salesQuery', level: 'station', roles: orderReaders } as const
const saleDetails = { ...sales, hidden: true } as const
const settlement = { section: 'queryStatistics', level: 'station', roles: settlementReaders } as const

/** 查询统计: sales, payments, card movements, settlements. */
export const queryPages = [
  { name: 'allQuery', path: '/queryStatistics/salesQuery/allQuery', zh: '全部销售', en: 'All sales', ...sales },
  { name: 'fuelQuery', path: '/queryStatistics/salesQuery/fuelQuery', zh: '油品销售', en: 'Fuel sales', ...sales },
  { name: 'notFuelQuery', path: '/queryStatistics/salesQuery/notFuelQuery', zh: '非油品销售', en: 'Non-fuel sales', ...sales },
  {
    name: 'allDetails',
    path: '/queryStatistics/salesQuery/allDetails/{orderId}',
    zh: '订单详情',
    en: 'Order details',
    parent: 'allQuery',
    ...saleDetails,
  },
  {
    name: 'fuelDetails',
    path: '/queryStatistics/salesQuery/fuelDetails/{orderId}',
    zh: '油品订单详情',
    en: 'Fuel order details',
    parent: 'fuelQuery',
    ...saleDetails,
  },
  {
    name: 'notFuelDetails',
    path: '/queryStatistics/salesQuery/notFuelDetails/{orderId}',
    zh: '非油品订单详情',
    en: 'Non-fuel order details',
    parent: 'notFuelQuery',
    ...saleDetails,
  },
  {
    name: 'transactions',
    path: '/queryStatistics/transactions',
    zh: '支付流水',
    en: 'Payment history',
    section: 'queryStatistics',
    level: 'station',
    roles: orderReaders,
  },
  { name: 'userCardDetails', path: '/queryStatistics/userCardDetails', zh: '卡交易明细', en: 'Card transaction details', ...settlement },
  { name: 'classSettle', path: '/queryStatistics/classSettle', zh: '班结报表', en: 'Shift report', ...settlement },
  {
    name: 'classSettleDetails',
    path: '/queryStatistics/classSettleDetails/{classSettleId}',
    zh: '班结详情',
    en: 'Shift report details',
    parent: 'classSettle',
    hidden: true,
    ...settlement,
  },
  {
    name: 'printClassSettle',
    path: '/printClassSettle/{classSettleId}',
    zh: '班结单打印',
    en: 'Print shift settlement',
    parent: 'classSettle',
    hidden: true,
    bare: true,
    ...settlement,
  },
] as const satisfies readonly Page[]
