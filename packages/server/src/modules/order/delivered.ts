import type { PayType } from '@forecourt/contract'
import { payDeliveredByCards, type CardSale } from '../card/index.ts'
import { bookMany, salesAccount, tenderAccount } from '../ledger/index.ts'
import { raiseListed, type Written } from './listed-fill.ts'
import { serialOf } from './intake-write.ts'

/**
 * Books what was paid before the sales were sent. It has happened: a card pays whatever its status, and owes what its purses lack.
 * @source decisions.md O14
 */
export async function payDelivered(written: readonly Written[]): Promise<void> {
  const paid = written.filter(({ order }) => order.paidCents > 0)
  const byTender = paid.filter(({ order }) => order.payType !== 'card'),
    byCard = paid.filter(({ order }) => order.payType === 'card')
  if (byTender.length) {
    await bookMany(
      byTender.map(({ ctx, order: { counter, orderNo, payType, paidCents: amountCents, paidDate: at } }) => ({
        ctx,
        fact: {
          kind: 'order.payment',
          ref: refOf(serialOf(orderNo, 1)),
          companyId: counter.companyId,
          ...(at && { at }),
          moves: [{ source: tenderAccount(counter.stationId, payType as PayType), target: salesAccount(counter.stationId), amountCents }],
        },
      })),
    )
  }
  if (byCard.length === 0) return
  await payDeliveredByCards(byCard.map(written => ({ ctx: written.ctx, sale: cardSaleOf(written) })))
  await raiseListed(byCard)
}

const cardSaleOf = ({ order, id }: Written): CardSale & { userCardId: number } => ({
  userCardId: order.userCardId!,
  companyId: order.counter.companyId,
  stationId: order.counter.stationId,
  amountCents: order.paidCents,
  ref: refOf(serialOf(order.orderNo, 1)),
  orderId: id,
  delivered: true,
  fill: { lines: order.lines, totalCents: order.totalCents, paidCents: 0, byCards: {} },
  ...(order.paidDate && { at: order.paidDate }),
})

/** A payment is booked under its serial number, and under no other. */
export const refOf = (serial: string): string => `payment:${serial}`
