import { actsBy } from '../status-acts.ts'
import { manualOrders } from './manual.ts'
import { nextStatus, OrderStatus, TransactionStatus } from './order.ts'
import { orderPayments } from './payment.ts'
import { orderRefunds } from './refund.ts'

/** The statuses from which an order may go to this one. */
const before = (status: OrderStatus) => OrderStatus.options.filter(from => nextStatus[from].includes(status))
/** Anyone at the counter waits for a terminal that is paying; its own slip does not. */
const atCounter = before('success').filter(status => status !== 'lock')

/** What may be done to an order. `platform` is the cash call with the slip of a terminal. @source decisions.md D1, D12, O13 */
export const orderActs = actsBy('orders.status', OrderStatus, {
  card: { call: orderPayments.card, in: atCounter },
  cash: { call: orderPayments.cash, in: atCounter },
  points: { call: orderPayments.points, in: atCounter },
  free: { call: orderPayments.free, in: atCounter },
  platform: { call: orderPayments.cash, in: before('success') },
  lock: { call: orderPayments.lock, in: before('lock') },
  fail: { call: orderPayments.fail, in: before('fail') },
  release: { call: orderPayments.release, in: before('open') },
  /** Partly paid it is closed by the refund that gives the last of it back. */
  close: { call: orderPayments.close, in: ['open'] },
  /** A payment under way, or all that one took oneself. */
  revoke: { call: orderRefunds.revoke, in: ['lock', 'partiallyPaid', 'success'] },
  rate: { call: manualOrders.rate, in: ['success'] },
})

export const transactionActs = actsBy('transactions.status', TransactionStatus, {
  refund: { call: orderRefunds.refund, in: ['success'] },
})
