import { saleCentsMax, type Sale } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { statesAt } from '../shift/index.ts'
import { datedBy, type DatedSale } from './clock.ts'
import { cardsOf, employeesOf, listed, owned, slip, slipsUsed, type Found, type Told } from './intake-facts.ts'
import type { NewOrder } from './intake-write.ts'
import { flowOf, statusOfPaid } from './order.ts'
import { priceLine, type Listed, type PricedLine } from './pricing.ts'

/** A sale, and either what it will be kept as or why it is refused. */
export type Judged =
  | { readonly told: Told; readonly facts: Omit<NewOrder, 'orderNo' | 'intakeHash'>; readonly refusal?: undefined }
  | { readonly told: Told; readonly facts?: undefined; readonly refusal: Refusal }

type Card = { id: number; number: string }
interface Known {
  readonly cards: Map<string, Card>
  readonly employees: Set<string>
  readonly slips: Set<string>
}

/**
 * Looks up all that these sales need, at once, and says how to judge each. They are judged in turn: what one has used, the next cannot.
 */
export async function judge(tx: Tx, sales: readonly Told[]): Promise<(at: number) => Judged> {
  const dates = sales.map(({ counter, sale }) => datedBy(counter, counter.receivedDate, sale))
  const asked = sales.flatMap(({ counter: { stationId }, sale }, at) =>
    sale.lineItems.map(line => ({
      stationId,
      nozzleId: sale.nozzleControlId ?? null,
      itemId: line.itemId ?? null,
      at: dates[at]!.beganDate,
    })),
  )
  const found = await listed(tx, asked)
  const slips = await slipsUsed(
    tx,
    sales.map(({ counter: { companyId }, sale }) => ({ companyId, ...sale })),
  )
  const known: Known = { cards: await cardsOf(tx, sales), employees: await employeesOf(tx, sales), slips }
  const belongsAt = await statesAt(sales.map(({ ctx, counter: { stationId } }, at) => ({ ctx, stationId, at: dates[at]!.createdDate })))

  const begins = sales.reduce((starts, { sale }) => [...starts, starts.at(-1)! + sale.lineItems.length], [0])
  return at => {
    const told = sales[at]!,
      { ctx, counter, sale } = told
    const lines = found.slice(begins[at], begins[at + 1])
    const { stateId, correctsId } = belongsAt(counter.stationId, dates[at]!.createdDate)
    const running = belongsAt(counter.stationId, counter.receivedDate).stateId
    // A cashier's sale is their own unless another employee is named.
    const seller = ctx.actor.kind === 'user' ? ctx.actor.id : null
    try {
      const facts = { ...factsOf(told, dates[at]!, lines, known), employeeId: sale.employeeId ?? seller, userId: seller }
      if (sale.payType && sale.externalSerialNo) known.slips.add(slip(counter.companyId, sale.payType, sale.externalSerialNo))
      return { told, facts: { ...facts, counter, shiftId: stateId, belongsShiftId: correctsId, moneyShiftId: running } }
    } catch (thrown) {
      if (thrown instanceof Refusal) return { told, refusal: thrown }
      throw thrown
    }
  }
}

function factsOf({ sale, counter }: Told, dates: DatedSale, found: readonly Found[], known: Known) {
  const card = checkPayer(sale, counter.companyId, found, known)
  const lines = sale.lineItems.map((line, at) => priceOf(line, found[at]!))
  const amountCents = sum(lines.map(line => line.amountCents))
  if (amountCents > saleCentsMax) throw new Refusal('order.totalTooLarge')
  const discountCents = sum(lines.map(line => line.discountCents))
  const totalCents = amountCents - discountCents
  const paidCents = sale.payType ? totalCents : 0
  const { payType = null, nozzleControlId = null, fuelMethod = null, externalSerialNo = null, sequence = null } = sale
  return {
    type: lines.some(line => line.categoryType === 'fuel') ? 0 : 1,
    status: statusOfPaid(totalCents, paidCents),
    totalCents,
    discountCents,
    paidCents,
    payType,
    moneyFlow: payType && flowOf(payType),
    createdDate: dates.createdDate,
    deviceDate: dates.deviceDate,
    sequence,
    nozzleControlId,
    fuelMethod,
    externalSerialNo,
    userCardId: card?.id ?? null,
    cardNumber: card?.number ?? sale.cardNumber ?? null,
    priceDifference: lines.some(line => line.differs),
    lines,
  }
}

/** Who sold, from which nozzle, and what it was paid with, are known here. */
function checkPayer(sale: Sale, companyId: number, found: readonly Found[], { cards, employees, slips }: Known): Card | undefined {
  if (sale.nozzleControlId !== undefined && !found[0]!.nozzleKnown) throw new Refusal('order.nozzleUnknown')
  if (sale.employeeId !== undefined && !employees.has(owned(companyId, sale.employeeId))) throw new Refusal('order.employeeUnknown')
  const card = cards.get(owned(companyId, sale.userCardId ?? sale.cardNumber ?? 0))
  if (!card && (sale.payType === 'card' || sale.userCardId !== undefined)) throw new Refusal('order.cardUnknown')
  if (!sale.payType || sale.payType === 'card') return card
  if (sale.payType !== 'cash' && sale.externalSerialNo === undefined) throw new Refusal('transaction.serialMissing')
  if (sale.externalSerialNo !== undefined && slips.has(slip(companyId, sale.payType, sale.externalSerialNo)))
    throw new Refusal('transaction.serialTaken')
  return card
}

function priceOf(line: Sale['lineItems'][number], found: Found): PricedLine {
  const { itemId, categoryType, listPriceCents = null } = found
  if (itemId === undefined || categoryType === undefined) throw new Refusal('order.itemUnknown')
  return priceLine(line, { itemId, categoryType, listPriceCents } satisfies Listed)
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
