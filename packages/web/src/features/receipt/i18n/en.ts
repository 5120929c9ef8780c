import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  receipt: {
    sheet: 'Sales note',
    slip: 'Receipt',
    orderNo: 'Order no.',
    soldAt: 'Time of sale',
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
    total: 'Due',
    paidBy: 'Paid',
    rest: 'Outstanding',
    refunded: 'Refunded',
    payment: 'Payment method',
    serial: 'Serial no.',
    time: 'Time',
    customer: 'Customer',
    cashier: 'Cashier',
    thanks: 'Thank you',
  },
} as const satisfies Words<typeof zh>
