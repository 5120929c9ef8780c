import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { CouponsBack } from '../../platform/module.ts'
import { heldWith, takeHeldBack } from '../deal/index.ts'
import { takenBack, type Returned } from './gift-terms.ts'
import type { Order } from './order.ts'

interface Given {
  readonly id: number
  readonly given: number
  readonly back: number
  /** What was given back of the order before the coupons were given has lessened them by so many. */
  readonly forgone: number
}

/** What the goods of an order have given. @param lock what it still owes as well, so that the giving sees the refund */
async function givenBy({ tx }: Ctx, { id: orderId, companyId }: Order, lock: boolean): Promise<Given[]> {
  const { rows } = await sql<Given>`
    select id, given, back, forgone from sale_coupon where company_id = ${companyId} and order_id = ${orderId} order by id
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows.filter(({ given }) => given > 0)
}

/** Of each of these what is still to be taken back, the last first: what is not used, in the share of the money that was given back. */
async function dueOf(ctx: Ctx, companyId: number, rows: readonly Given[], returned: Returned, lock: boolean) {
  const ids = rows.map(({ id }) => id)
  const held = await heldWith(ctx, companyId, 'goods', ids, lock)
  const isWhole = returned.refundedCents >= returned.paidCents
  return rows.flatMap(({ id, given, back, forgone }) => {
    const own = held.filter(({ sourceId }) => sourceId === id).toSorted((one, other) => other.turn - one.turn)
    const due = Math.max(0, takenBack(given + forgone, returned) - forgone - back)
    const unused = own.filter(({ isUsed, isOver }) => !isUsed && !isOver).slice(0, due)
    return [{ id, unused, used: own.filter(({ isUsed }) => isUsed), isWhole }]
  })
}

/**
 * Takes coupons back in the share of what was given back of the order. Used ones stay; with the last cent they do not become usable again.
 * @param order as it stands with this refund @source decisions GD5, MK10
 */
export async function takeSaleCouponsBack(ctx: Ctx, order: Order): Promise<void> {
  if (!order.hasGifts) return
  const rows = await givenBy(ctx, order, true)
  if (rows.length === 0) return
  const due = await dueOf(ctx, order.companyId, rows, order, true)
  const reason = order.orderNo
  const held = due.flatMap(({ unused, used, isWhole }) => (isWhole ? [...unused, ...used] : unused))
  await takeHeldBack(ctx, order.companyId, held, reason)
  const back = due.map(({ id, unused }) => ({ id, count: unused.length }))
  await sql`
    update sale_coupon brought set back = brought.back + taken.count
    from jsonb_to_recordset(${JSON.stringify(back)}) as taken (id bigint, count bigint)
    where brought.company_id = ${order.companyId} and brought.id = taken.id and taken.count > 0`.execute(ctx.tx)
}

/** What a refund of so much would take back, and what was used already. */
export async function couponsToTake(ctx: Ctx, order: Order, amountCents: number): Promise<CouponsBack | null> {
  if (!order.hasGifts) return null
  const rows = await givenBy(ctx, order, false)
  if (rows.length === 0) return null
  const after = { paidCents: order.paidCents, refundedCents: order.refundedCents + amountCents }
  const due = await dueOf(ctx, order.companyId, rows, after, false)
  const used = due.flatMap(each => each.used)
  return {
    unused: due.reduce((sum, { unused }) => sum + unused.length, 0),
    used: used.length,
    usedCents: used.reduce((sum, { cents }) => sum + cents, 0),
  }
}
