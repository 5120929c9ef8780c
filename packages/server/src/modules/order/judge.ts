import type { Sale } from '@forecourt/contract'
import type { Ctx } from '../../platform/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { datedBy, type DatedSale } from './clock.ts'
import { belongings, cardsOf, employeesOf, listed, slip, slipsUsed, type Counter, type Found } from './intake-facts.ts'
import type { NewOrder } from './intake-write.ts'
import { flowOf, statusOfPaid } from './order.ts'
import { priceLine, type Listed, type PricedLine } from './pricing.ts'

/** A sale, and either what it will be kept as or why it is refused. */
export type Judged =
  | { readonly sale: Sale; readonly facts: Omit<NewOrder, 'orderNo' | 'intakeHash'>; readonly refusal?: undefined }
  | { readonly sale: Sale; readonly facts?: undefined; readonly refusal: Refusal }

type Card = { id: number; number: string }
interface Known {
  readonly cards: Map<string | number, Card>
  readonly employees: Set<number>
  readonly slips: Set<string>
}

/** Judges sales one by one, with what was asked for all of them at once. */
export async function judge(ctx: Ctx, counter: Counter, sales: readonly Sale[]): Promise<Judged[]> {
  const { stationId, companyId, receivedDate } = counter
  const dates = sales.map(sale => datedBy(counter, receivedDate, sale))
  const asked = sales.flatMap((sale, at) =>
    sale.lineItems.map(line => ({ nozzleId: sale.nozzleControlId ?? null, itemId: line.itemId ?? null, at: dates[at]!.beganDate })),
  )
  const found = await listed(ctx, stationId, asked)
  const known: Known = {
    cards: await cardsOf(ctx, companyId, sales),
    employees: await employeesOf(ctx, companyId, sales),
    slips: await slipsUsed(ctx, companyId, sales),
  }
  const belongsAt = await belongings(
    ctx,
    stationId,
    dates.map(date => date.createdDate),
  )
  const running = belongsAt(receivedDate).stateId

  // A cashier's sale is his own unless he names another.
  const seller = ctx.actor.kind === 'user' ? ctx.actor.id : null
  let turn = 0
  return sales.map((sale, at) => {
    const lines = found.slice(turn, (turn += sale.lineItems.length))
    const { stateId, correctsId } = belongsAt(dates[at]!.createdDate)
    try {
      const facts = { ...factsOf(sale, dates[at]!, lines, known), employeeId: sale.employeeId ?? seller }
      if (sale.payType && sale.externalSerialNo) known.slips.add(slip(sale.payType, sale.externalSerialNo))
      return { sale, facts: { ...facts, shiftId: stateId, belongsShiftId: correctsId, moneyShiftId: running } }
    } catch (thrown) {
      if (thrown instanceof Refusal) return { sale, refusal: thrown }
      throw thrown
    }
  })
}

function factsOf(sale: Sale, dates: DatedSale, found: readonly Found[], known: Known) {
  const card = checkPayer(sale, found, known)
  const lines = sale.lineItems.map((line, at) => priceOf(line, found[at]!))
  const discountCents = sum(lines.map(line => line.discountCents))
  const totalCents = sum(lines.map(line => line.amountCents)) - discountCents
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
function checkPayer(sale: Sale, found: readonly Found[], { cards, employees, slips }: Known): Card | undefined {
  if (sale.nozzleControlId !== undefined && !found[0]!.nozzleKnown) throw new Refusal('order.nozzleUnknown')
  if (sale.employeeId !== undefined && !employees.has(sale.employeeId)) throw new Refusal('order.employeeUnknown')
  const card = cards.get(sale.userCardId ?? sale.cardNumber ?? 0)
  if (!card && (sale.payType === 'card' || sale.userCardId !== undefined)) throw new Refusal('order.cardUnknown')
  if (!sale.payType || sale.payType === 'card') return card
  if (sale.payType !== 'cash' && sale.externalSerialNo === undefined) throw new Refusal('transaction.serialMissing')
  if (sale.externalSerialNo !== undefined && slips.has(slip(sale.payType, sale.externalSerialNo)))
    throw new Refusal('transaction.serialTaken')
  return card
}

function priceOf(line: Sale['lineItems'][number], found: Found): PricedLine {
  const { itemId, categoryType, listPriceCents = null } = found
  if (itemId === undefined || categoryType === undefined) throw new Refusal('order.itemUnknown')
  return priceLine(line, { itemId, categoryType, listPriceCents } satisfies Listed)
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)
