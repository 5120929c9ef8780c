import { Litres, Money } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { litres, money } from '../../core/money.ts'
import { namesOf, sumOf, unitPriceOf, type Order } from './cells.tsx'
import { createdDate, hidden, orderNo, payType, shared, status } from './columns.tsx'

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
