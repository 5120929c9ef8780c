import { allows, orderActs, orderPayments, type OrderStatus } from '@forecourt/contract'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { task } from '../../platform/jobs/task.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { letGoOfCoupons } from '../deal/index.ts'
import { orderForUpdate, type Order } from './order.ts'
import { noteGoodsBack, takeGoodsBack } from './returned-goods.ts'

/** Keeps an order for a payment under way on a terminal. @throws notFound, order.statusForbids */
const lock = handle(orderPayments.lock, async (ctx, { id }) => {
  const order = await orderForUpdate(ctx, id)
  const changed = await become(ctx, order, 'lock', { lockedAt: ctx.now })
  const runAt = new Date(ctx.now.getTime() + lockMs)
  ctx.job('order.release', { orderId: id }, { runAt, key: String(id), companyId: order.companyId })
  return changed
})

/** A terminal that has said nothing for so long says nothing any more. @source decisions.md D12 */
const lockMs = 10 * 60_000
/** Opens an order again that has been locked too long. */
const releaseStuck = task('order.release', z.object({ orderId: z.int() }), async (ctx, { orderId }) => {
  const order = await orderForUpdate(ctx, orderId)
  if (order.status !== 'lock' || order.lockedAt === null || ctx.now.getTime() - Date.parse(order.lockedAt) < lockMs) return
  await become(ctx, order, 'release', { lockedAt: null }, { timeout: true })
})

/** The terminal says that its payment did not come about, and why. @throws notFound, order.statusForbids @source decisions.md D1 */
const fail = handle(orderPayments.fail, async (ctx, { id, body: { reason } }) =>
  become(ctx, await orderForUpdate(ctx, id), 'fail', { lockedAt: null, failReason: reason }, { reason }),
)

/**
 * Opens it again when that payment did not come about; who did so is noted.
 * @throws notFound, order.statusForbids @source decisions.md D1, D12
 */
const release = handle(orderPayments.release, async (ctx, { id }) => {
  return releaseLocked(ctx, await orderForUpdate(ctx, id))
})

/** @throws order.statusForbids */
export function releaseLocked(ctx: Ctx, order: Order) {
  return become(ctx, order, 'release', { lockedAt: null })
}

/** Closes an order that nobody will pay; its goods stand on the shelf again. @throws notFound, order.statusForbids */
const close = handle(orderPayments.close, async (ctx, { id, body: { reason } }) => {
  const order = await orderForUpdate(ctx, id)
  const closed = await become(ctx, order, 'close', {}, { reason })
  await noteGoodsBack(ctx, order, await takeGoodsBack(ctx, order, undefined, true), null)
  return closed
})

const leadsTo = { lock: 'lock', fail: 'fail', release: 'open', close: 'close' } as const satisfies Record<string, OrderStatus>
const auditActions = { lock: 'order.lock', fail: 'order.fail', release: 'order.release', close: 'order.close' } as const
const events = { lock: 'order.locked', fail: 'order.failed', release: 'order.released', close: 'order.closed' } as const

interface Also {
  lockedAt?: Date | null
  failReason?: string
}

async function become(ctx: Ctx, order: Order, act: keyof typeof leadsTo, also: Also, detail: object = {}) {
  const { id, orderNo, companyId, stationId } = order
  if (!allows(orderActs[act], order.status)) refuse('order.statusForbids', { orderNo, status: order.status })
  const status = leadsTo[act]
  await ctx.tx
    .updateTable('saleOrder')
    .set({ status, modifiedDate: ctx.now, ...also })
    .where('id', '=', id)
    .execute()

  if (act === 'close' || act === 'fail') await letGoOfCoupons(ctx, companyId, id)
  ctx.audit(auditActions[act], `orders:${id}`, { orderNo, from: order.status, ...detail }, companyId)
  ctx.emit(events[act], { orderId: id, orderNo, status }, { companyId, stationId })
  return { id, orderNo, status }
}

export const tasks = [releaseStuck]
export const statusHandlers = [lock, fail, release, close]
