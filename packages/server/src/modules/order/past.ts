import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { statesAt } from '../shift/index.ts'
import { countersForUpdate, type Counter } from './intake-facts.ts'
import { orderNoOf, writeOrders, type NewOrder } from './intake-write.ts'
import { derivedPrice, type PricedLine } from './pricing.ts'
import { payDelivered } from './delivered.ts'

/** A sale of years gone by, out of an operator's own records: what it came to is the fact, its unit prices follow (decision O15). */
export interface PastSale {
  readonly at: Date
  readonly stationId: number
  /** The card that paid it, then and there. */
  readonly userCardId: number
  readonly cardNumber: string
  readonly lines: readonly { itemId: number; categoryType: 'fuel' | 'normal'; volumeCl: number; pieces: number; amountCents: number }[]
}

/**
 * Takes past sales, each paid when it was sold, and says the ids of their orders in turn; a card pays them in the order given.
 * Whether they came before, the import knows; it notes its action once for them all.
 */
export async function takePastSales(ctx: Ctx, sales: readonly PastSale[]): Promise<number[]> {
  if (sales.length === 0) return []
  const counters = await countersOf(ctx, sales)
  const belongsAt = await statesAt(sales.map(({ stationId, at }) => ({ ctx, stationId, at })))
  const taken = new Map<number, number>()
  const orders = sales.map((sale): NewOrder => {
    const { stationId, at } = sale
    const counter = counters.get(stationId)!
    const turn = taken.get(stationId) ?? 0
    taken.set(stationId, turn + 1)
    const { stateId, correctsId } = belongsAt(stationId, at),
      lines = sale.lines.map(pricedByAmount)
    const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
    return {
      counter,
      orderNo: orderNoOf(counter, turn),
      shiftId: stateId,
      belongsShiftId: correctsId,
      moneyShiftId: stateId,
      paidDate: at,
      type: lines.some(line => line.categoryType === 'fuel') ? 0 : 1,
      status: 'success',
      totalCents,
      discountCents: 0,
      paidCents: totalCents,
      payType: 'card',
      moneyFlow: 'card',
      createdDate: at,
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

/** The counters of their stations, locked. */
async function countersOf(ctx: Ctx, sales: readonly PastSale[]): Promise<Map<number, Counter>> {
  const stations = [...new Set(sales.map(({ stationId }) => stationId))]
  const counters = await countersForUpdate(
    ctx.tx,
    stations.map(stationId => ({ ctx, stationId })),
  )
  return new Map(
    counters.map(counter => {
      if (counter instanceof Refusal) throw counter
      return [counter.stationId, counter]
    }),
  )
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
