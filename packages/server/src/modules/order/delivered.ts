import type { PayType } from '@forecourt/contract'
import { captureHolds, payDeliveredByCards, type Captured, type CardSale } from '../card/index.ts'
import { bookMany, salesAccount, tenderAccount } from '../ledger/index.ts'
import { raiseBeyond } from './beyond-hold.ts'
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
  const captured = await endHolds(written)
  if (byCard.length > 0) {
    await payDeliveredByCards(byCard.map(one => ({ ctx: one.ctx, sale: cardSaleOf(one, captured.get(one)) })))
    await raiseListed(byCard)
  }
  for (const [{ ctx, order, id }, beyond] of captured)
    await raiseBeyond({ ctx, id, orderNo: order.orderNo, paidCents: order.paidCents, stationId: order.counter.stationId }, beyond)
}

/** Ends the holds that sales name, also of a sale of nothing, before their cards pay. */
async function endHolds(written: readonly Written[]): Promise<Map<Written, Captured>> {
  if (!written.some(({ order }) => order.authorisationId !== undefined)) return new Map()
  const byCard = written.filter(({ order }) => order.payType === 'card')
  const sales = byCard.map(({ ctx, id, order: { counter, userCardId, authorisationId, paidCents } }) => ({
    ctx,
    companyId: counter.companyId,
    userCardId: userCardId!,
    authorisationId,
    orderId: id,
    paidCents,
  }))
  const captured = await captureHolds(sales)
  return new Map(byCard.flatMap((one, turn) => (captured.has(sales[turn]!) ? [[one, captured.get(sales[turn]!)!] as const] : [])))
}

const cardSaleOf = ({ order, id }: Written, captured: Captured | undefined): CardSale & { userCardId: number } => ({
  userCardId: order.userCardId!,
  companyId: order.counter.companyId,
  stationId: order.counter.stationId,
  amountCents: order.paidCents,
  ref: refOf(serialOf(order.orderNo, 1)),
  orderId: id,
  delivered: true,
  fill: { lines: order.lines, totalCents: order.totalCents, paidCents: 0, byCards: {} },
  ...(order.paidDate && { at: order.paidDate }),
  ...(captured && {
    plate: captured.held.plate ?? undefined,
    proven: captured.held.withPassword,
    askedAt: new Date(captured.held.createdDate),
  }),
})

/** A payment is booked under its serial number, and under no other. */
export const refOf = (serial: string): string => `payment:${serial}`
