import { MoneyFlow, type Path } from '@forecourt/contract'
import { choiceLabel } from '../../kit/label.ts'
import { DoubtfulTime } from '../../kit/detail/doubtful-time.tsx'
import { Money, Litres, StatusTag } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { litres, money } from '../../core/money.ts'
import {
  CardNumber,
  Device,
  Flags,
  flagSaying,
  flagWords,
  Goods,
  lineSaying,
  lineWords,
  namesOf,
  Nozzle,
  nozzleSaying,
  serialsOf,
  Shift,
  shiftSaying,
  sumOf,
  unitPriceOf,
  type Order,
} from './cells.tsx'

/** Columns that the three lists of sales share. */
const shared = {
  type: {
    path: 'type',
    width: 80,
    align: 'left',
    choices: { of: 'orders', field: 'type', members: [0, 1, 99] },
    cell: row => <StatusTag of="orders" field="type" value={row.type} />,
    text: row => choiceLabel('orders', 'type', String(row.type)),
  },
  goods: {
    key: 'sales.goods',
    phone: 'what',
    file: 'goods',
    words: lineSaying,
    width: 200,
    cell: row => <Goods row={row} />,
    text: row => (row.lineItems ?? []).map(lineWords).join(lineSaying.comma),
  },
  nozzle: { path: 'nozzleControlId', phone: 'more', width: 90, cell: row => <Nozzle row={row} />, say: nozzleSaying },
  device: { path: 'deviceId', width: 130, cell: row => <Device row={row} /> },
  card: { path: 'cardNumber', width: 180, cell: row => <CardNumber row={row} /> },
  shift: { path: 'shiftId', width: 170, cell: row => <Shift shift={row.shift} />, say: shiftSaying },
  flags: { key: 'sales.flags', file: 'flags', words: flagSaying, width: 120, cell: row => <Flags row={row} />, text: flagWords },
  // A bill clerk writes invoices and does not see where the money went. @source spec 1 §6
  moneyFlow: {
    key: 'orders.moneyFlow',
    file: 'moneyFlow',
    choices: { of: 'orders', field: 'moneyFlow', members: MoneyFlow.options },
    width: 100,
    hideFor: ['station_bill'],
    cell: row => <StatusTag of="orders" field="moneyFlow" value={row.moneyFlow} />,
    text: row => (row.moneyFlow ? choiceLabel('orders', 'moneyFlow', row.moneyFlow) : '—'),
  },
} satisfies Record<string, ColumnInput<Order>>
/** The serial numbers of what was paid, in the order it was paid. */
const serials: ColumnInput<Order> = {
  key: 'sales.paymentSerials',
  file: 'paymentSerials',
  hidden: true,
  cell: row => serialsOf(row) || '—',
  text: serialsOf,
}
const orderNo: ColumnInput<Order> = { path: 'orderNo', width: 150 }
const createdDate: ColumnInput<Order> = { path: 'createdDate', width: 180, cell: row => <DoubtfulTime row={row} /> }
const status: ColumnInput<Order> = { path: 'status', width: 96 }
const payType: ColumnInput<Order> = { path: 'payType', width: 110 }
const hidden = (path: Path<Order>): ColumnInput<Order> => ({ path, hidden: true })

export const allColumns: readonly ColumnInput<Order>[] = [
  orderNo,
  createdDate,
  shared.goods,
  'totalCents',
  'paidCents',
  payType,
  status,
  shared.nozzle,
  shared.flags,
  'discountCents',
  shared.card,
  shared.type,
  shared.device,
  shared.shift,
  'employeeId',
  'invoiceStatus',
  shared.moneyFlow,
  serials,
  hidden('refundStatus'),
  hidden('refundedCents'),
  hidden('externalSerialNo'),
  hidden('receivedDate'),
  hidden('modifiedDate'),
  hidden('fuelMethod'),
  hidden('sequence'),
  hidden('rating'),
]
export const allFilters: readonly FilterInput<Order>[] = [
  { path: 'createdDate', time: true },
  'orderNo',
  'status',
  'transactions.payType',
  'transactions.serial',
  { path: 'type', options: [0, 1, 99] },
  'cardNumber',
  'nozzleControlId',
  'deviceId',
  'employeeId',
  'userCardId',
  'shiftId',
  'externalSerialNo',
  'invoiceStatus',
  'refundStatus',
  'totalCents',
  'late',
  'priceDifference',
  'clockSuspect',
]
/** Relations whose rows are needed besides those that columns name. */
export const lines = ['lineItems.item.category'] as const
/** With what was paid: it can be given back from the list. */
export const linesAndPayments = [...lines, 'transactions'] as const

/** What an order's lines of a kind come to; an order may hold other things too. */
const amount = (kind: 'fuel' | 'normal') =>
  ({
    path: 'lineItems.amountCents',
    file: `${kind === 'fuel' ? 'fuel' : 'goods'}AmountCents`,
    sort: false,
    width: 110,
    cell: (row: Order) => <Money cents={sumOf(row, kind, 'amountCents')} />,
    text: (row: Order) => money(sumOf(row, kind, 'amountCents')),
  }) as const

const fuel = {
  product: {
    key: 'sales.product',
    phone: 'what',
    file: 'fuelNames',
    width: 120,
    cell: (row: Order) => namesOf(row, 'fuel', line => line.item?.name),
    text: (row: Order) => namesOf(row, 'fuel', line => line.item?.name),
  },
  volume: {
    key: 'sales.volume',
    file: 'fuelVolumeCl',
    align: 'right',
    width: 100,
    cell: (row: Order) => <Litres centilitres={sumOf(row, 'fuel', 'volumeCl')} />,
    text: (row: Order) => litres(sumOf(row, 'fuel', 'volumeCl')),
  },
  price: {
    key: 'sales.unitPrice',
    file: 'fuelPriceCents',
    align: 'right',
    width: 130,
    cell: (row: Order) => <Money cents={unitPriceOf(row, 'fuel')} />,
    text: (row: Order) => money(unitPriceOf(row, 'fuel')),
  },
} as const
export const fuelColumns: readonly ColumnInput<Order>[] = [
  orderNo,
  createdDate,
  shared.nozzle,
  fuel.product,
  fuel.volume,
  fuel.price,
  { ...amount('fuel'), phone: 'amount' },
  payType,
  status,
  'fuelMethod',
  shared.card,
  shared.flags,
  shared.device,
  shared.shift,
  hidden('totalCents'),
  hidden('discountCents'),
  hidden('paidCents'),
  hidden('employeeId'),
  hidden('externalSerialNo'),
  hidden('sequence'),
  { ...shared.moneyFlow, hidden: true },
]
export const fuelFilters: readonly FilterInput<Order>[] = [
  { path: 'createdDate', time: true },
  'orderNo',
  'lineItems.item.productId',
  'nozzleControlId',
  'deviceId',
  'transactions.payType',
  'status',
  'fuelMethod',
  'cardNumber',
  'shiftId',
  'totalCents',
  'priceDifference',
  'lineItems.itemId',
  'clockSuspect',
]

const goods = {
  category: {
    key: 'sales.category',
    file: 'goodsCategories',
    width: 120,
    cell: (row: Order) => namesOf(row, 'normal', line => line.item?.category?.name),
    text: (row: Order) => namesOf(row, 'normal', line => line.item?.category?.name),
  },
  pieces: {
    path: 'lineItems.pieces',
    file: 'goodsPieces',
    align: 'right',
    width: 80,
    sort: false,
    cell: (row: Order) => sumOf(row, 'normal', 'pieces'),
    text: (row: Order) => String(sumOf(row, 'normal', 'pieces')),
  },
  price: {
    key: 'sales.unitPrice',
    file: 'goodsPriceCents',
    align: 'right',
    width: 130,
    cell: (row: Order) => <Money cents={unitPriceOf(row, 'normal')} />,
    text: (row: Order) => money(unitPriceOf(row, 'normal')),
  },
} as const
export const goodsColumns: readonly ColumnInput<Order>[] = [
  orderNo,
  createdDate,
  shared.goods,
  goods.category,
  goods.pieces,
  goods.price,
  { ...amount('normal'), phone: 'amount' },
  payType,
  status,
  shared.card,
  shared.device,
  shared.shift,
  shared.flags,
  hidden('totalCents'),
  hidden('discountCents'),
  hidden('paidCents'),
  hidden('employeeId'),
  hidden('externalSerialNo'),
  { ...shared.moneyFlow, hidden: true },
]
export const goodsFilters: readonly FilterInput<Order>[] = [
  { path: 'createdDate', time: true },
  'orderNo',
  'lineItems.itemId',
  'lineItems.item.categoryId',
  'transactions.payType',
  'status',
  'cardNumber',
  'deviceId',
  'employeeId',
  'shiftId',
  'totalCents',
  'clockSuspect',
]
