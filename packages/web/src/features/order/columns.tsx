import { MoneyFlow, type Path } from '@forecourt/contract'
import { choiceLabel } from '../../kit/label.ts'
import { DoubtfulTime } from '../../kit/detail/doubtful-time.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import {
  CardNumber,
  Device,
  Flags,
  flagSaying,
  flagWords,
  Goods,
  lineSaying,
  lineWords,
  Nozzle,
  nozzleSaying,
  serialsOf,
  Shift,
  shiftSaying,
  type Order,
} from './cells.tsx'

/** Columns that the three lists of sales share. */
export const shared = {
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
export const orderNo: ColumnInput<Order> = { path: 'orderNo', width: 150 }
export const createdDate: ColumnInput<Order> = { path: 'createdDate', width: 180, cell: row => <DoubtfulTime row={row} /> }
export const status: ColumnInput<Order> = { path: 'status', width: 96 }
export const payType: ColumnInput<Order> = { path: 'payType', width: 110 }
export const hidden = (path: Path<Order>): ColumnInput<Order> => ({ path, hidden: true })

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
