import type { PayType } from '@forecourt/contract'
import type { Ctx } from '../../platform/command.ts'
import { assert, Refusal } from '../../platform/refusal.ts'
import { payByCard } from '../card/index.ts'
import { book, salesAccount, tenderAccount } from '../ledger/index.ts'
import type { Counter } from './intake-facts.ts'
import { serialOf, type NewOrder } from './intake-write.ts'
import { refOf } from './payment.ts'

/**
 * Books what was paid before the sale was told. It has happened: a card pays whatever its status, and owes what its purses lack.
 * @source decisions.md O14
 */
export async function payDelivered(ctx: Ctx, { companyId, stationId }: Counter, order: NewOrder, orderId: number): Promise<void> {
  const { paidCents: amountCents, payType, userCardId } = order, ref = refOf(serialOf(order.orderNo, 1)), target = salesAccount(stationId)
  if (amountCents === 0) return
  if (payType !== 'card') {
    const source = tenderAccount(stationId, payType as PayType)
    await book(ctx, { kind: 'order.payment', ref, companyId, moves: [{ source, target, amountCents }] })
    return
  }
  const paid = await payByCard(ctx, { userCardId: userCardId!, companyId, stationId, amountCents, target, ref, orderId, delivered: true })
  assert(!(paid instanceof Refusal), 'what was delivered is booked')
}
