import type { Ctx } from '../../platform/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { belongings, holdCounters } from './intake-facts.ts'
import { orderNoOf, writeOrders, type NewOrder } from './intake-write.ts'
import { derivedPrice, type PricedLine } from './pricing.ts'
import { payDelivered } from './delivered.ts'

/** A sale of years gone by, out of an operator's own records: what it came to is the fact, its unit prices follow (decision O15). */
export interface PastSale {
  readonly at: Date
  /** The card that paid it, then and there. */
  readonly userCardId: number
  readonly cardNumber: string
  readonly lines: readonly { itemId: number; categoryType: 'fuel' | 'normal'; volumeCl: number; pieces: number; amountCents: number }[]
}

/**
 * Takes past sales of one station, each paid when it was sold, and says the ids of their orders in turn.
 * Whether they came before, the import knows; it notes its deed once for them all.
 */
export async function takePastSales(ctx: Ctx, stationId: number, sales: readonly PastSale[]): Promise<number[]> {
  if (!sales.length) return []
  const [counter] = await holdCounters(ctx.tx, [{ ctx, stationId }])
  if (!counter || counter instanceof Refusal) throw counter ?? new Refusal('notFound')
  const belongsAt = await belongings(sales.map(({ at }) => ({ ctx, stationId, at })))
  const orders = sales.map((sale, at): NewOrder => {
    const { stateId, correctsId } = belongsAt(stationId, sale.at),
      lines = sale.lines.map(pricedByAmount)
    const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
    return {
      counter,
      orderNo: orderNoOf(counter, at),
      shiftId: stateId,
      belongsShiftId: correctsId,
      moneyShiftId: stateId,
      paidDate: sale.at,
      type: lines.some(line => line.categoryType === 'fuel') ? 0 : 1,
      status: 'success',
      totalCents,
      discountCents: 0,
      paidCents: totalCents,
      payType: 'card',
      moneyFlow: 'card',
      createdDate: sale.at,
      deviceDate: null,
      sequence: null,
      nozzleControlId: null,
      userCardId: sale.userCardId,
      cardNumber: sale.cardNumber,
      employeeId: null,
      userId: null,
      fuelMethod: null,
      externalSerialNo: null,
      priceDifference: false,
      intakeHash: null,
      lines,
    }
  })

  const idOf = await writeOrders(ctx.tx, orders)
  await payDelivered(orders.map(order => ({ ctx, order, id: idOf(order) })))
  return orders.map(idOf)
}

const pricedByAmount = (line: PastSale['lines'][number]): PricedLine => ({
  ...line,
  priceCents: derivedPrice(line.categoryType, line.volumeCl + line.pieces, line.amountCents),
  priceDerived: true,
  listPriceCents: null,
  discountCents: 0,
  totaliserEndCl: null,
  differs: false,
})
