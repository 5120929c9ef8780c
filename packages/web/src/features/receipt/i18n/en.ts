import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  receipt: {
    sheet: 'Sale',
    slip: 'Receipt',
    orderNo: 'Order no.',
    soldAt: 'Sold at',
    nozzle: 'Nozzle',
    nozzleNo: 'Nozzle {no}',
    seller: 'Served by',
    item: 'Item',
    quantity: 'Quantity',
    litres: '{count} L',
    pieces: '{count} pc | {count} pcs',
    price: 'Price',
    amount: 'Amount',
    discount: 'Discount',
    total: 'To pay',
    paidBy: 'Paid',
    rest: 'Not paid yet',
    refunded: 'Refunded',
    payment: 'Pay type',
    serial: 'Serial no.',
    time: 'Time',
    customer: 'Customer',
    cashier: 'Cashier',
    thanks: 'Thank you',
  },
} as const satisfies Words<typeof zh>
