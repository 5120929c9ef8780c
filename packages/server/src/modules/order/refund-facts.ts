import type { PayType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { orderForUpdate, type Order } from './order.ts'

/** A payment as it stands, with the movement of the card that paid it. */
export interface Paid {
  readonly id: number
  readonly serial: string
  readonly payType: PayType
  readonly status: string
  readonly amountCents: number
  readonly refundedCents: number
  readonly shiftId: number | null
  readonly userId: number | null
  readonly userCardId: number | null
  readonly createdDate: string
  readonly detailId: number | null
  /** Of an order that went for nothing, why; of such a one that came with a history, null. */
  readonly reason: string | null
  /** How often something was given back of it. */
  readonly refunds: number
}

/**
 * A payment and its order, locked for update. Locking the order locks its payments: every change of one locks the order first. A request
 * for more than is left is refused without waiting for the lock: a refunded amount never becomes available again.
 * @throws notFound, refund.tooLarge
 */
export async function paymentForUpdate(ctx: Ctx, id: number, wantedCents = 0): Promise<{ order: Order; payment: Paid }> {
  const found = await ctx.tx
    .selectFrom('payTransaction')
    .innerJoin('saleOrder', 'saleOrder.id', 'orderId')
    .where('payTransaction.id', '=', id)
    .where('saleOrder.companyId', 'in', [...ctx.scope.companyIds])
    .$if(ctx.scope.stationIds !== undefined, of => of.where('saleOrder.stationId', 'in', [...(ctx.scope.stationIds ?? []), 0]))
    .select(['orderId', 'payTransaction.amountCents', 'payTransaction.refundedCents'])
    .executeTakeFirst()
  if (!found) refuse('notFound', { transaction: id })
  const maxCents = found.amountCents - found.refundedCents
  if (wantedCents > maxCents && maxCents > 0) refuse('refund.tooLarge', { maxCents })
  const order = await orderForUpdate(ctx, found.orderId)
  const payment = (await paymentsOf(ctx, order.id)).find(paid => paid.id === id)
  return { order, payment: payment ?? refuse('notFound', { transaction: id }) }
}

/** The payments of a locked order, by id. */
export async function paymentsOf({ tx }: Ctx, orderId: number): Promise<Paid[]> {
  const rows = await tx
    .selectFrom('payTransaction as txn')
    .where('txn.orderId', '=', orderId)
    .select([
      'txn.id',
      'txn.serial',
      'txn.payType',
      'txn.status',
      'txn.amountCents',
      'txn.refundedCents',
      'txn.shiftId',
      'txn.userId',
      'txn.userCardId',
      'txn.createdDate',
      'txn.reason',
      of =>
        of
          .selectFrom('userCardDetail as detail')
          .innerJoin('ledgerEntry as entry', 'entry.id', 'detail.ledgerEntryId')
          .whereRef('detail.orderId', '=', 'txn.orderId')
          .where('detail.type', '=', 'consume')
          .where('entry.ref', '=', sql<string>`'payment:' || txn.serial`)
          .select('detail.id')
          .as('detailId'),
      of =>
        of
          .selectFrom('refund')
          .whereRef('transactionId', '=', 'txn.id')
          .select(count => count.fn.countAll<number>().as('n'))
          .as('refunds'),
    ])
    .orderBy('txn.id')
    .execute()
  return rows.map(row => ({ ...row, payType: row.payType as PayType, refunds: row.refunds ?? 0 }))
}
