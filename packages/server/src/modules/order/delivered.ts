import type { PayType } from '@forecourt/contract'
import type { Ctx } from '../../platform/command.ts'
import { assert, Refusal } from '../../platform/refusal.ts'
import { payByCard } from '../card/index.ts'
import { bookAll, salesAccount, tenderAccount } from '../ledger/index.ts'
import type { Counter } from './intake-facts.ts'
import { serialOf, type NewOrder } from './intake-write.ts'

/**
 * Books what was paid before the sales were told. It has happened: a card pays whatever its status, and owes what its purses lack.
 * @source decisions.md O14
 */
export async function payDelivered(
  ctx: Ctx,
  { companyId, stationId }: Counter,
  orders: readonly NewOrder[],
  ids: Map<string, number>,
): Promise<void> {
  const target = salesAccount(stationId),
    paid = orders.filter(order => order.paidCents > 0)
  const byCard = paid.filter(order => order.payType === 'card'),
    byTender = paid.filter(order => order.payType !== 'card')
  if (byTender.length) {
    await bookAll(
      ctx,
      byTender.map(({ orderNo, payType, paidCents: amountCents, paidDate: at }) => ({
        kind: 'order.payment',
        ref: refOf(serialOf(orderNo, 1)),
        companyId,
        ...(at && { at }),
        moves: [{ source: tenderAccount(stationId, payType as PayType), target, amountCents }],
      })),
    )
  }
  // In the order of the cards, so that two batches that share some wait for each other instead of deadlocking.
  for (const { orderNo, userCardId, paidCents: amountCents, paidDate: at } of byCard.toSorted((a, b) => a.userCardId! - b.userCardId!)) {
    const sale = {
      userCardId: userCardId!,
      companyId,
      stationId,
      amountCents,
      target,
      ref: refOf(serialOf(orderNo, 1)),
      orderId: ids.get(orderNo)!,
      ...(at && { at }),
    }
    assert(!((await payByCard(ctx, { ...sale, delivered: true })) instanceof Refusal), 'what was delivered is booked')
  }
}

/** A payment is booked under its serial number, and under no other. */
export const refOf = (serial: string): string => `payment:${serial}`
