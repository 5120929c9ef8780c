import type { BillFlow } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { dayOf } from '../shift/index.ts'
import { cardsOf, linesSold, movementsOf, type BilledCard, type BilledMovement } from './facts.ts'
import { agreementsOf, feesOf, inForce, type Agreement, type BilledFee } from './fees.ts'
import { linesOf, type BilledLine } from './lines.ts'
import type { Period } from './period.ts'

/** What a fleet is billed for a month, as the books say now. */
export interface Drawn {
  readonly cards: readonly BilledCard[]
  readonly movements: readonly BilledMovement[]
  readonly agreements: readonly Agreement[]
  readonly lines: readonly (BilledLine & { readonly card: BilledCard })[]
  readonly fees: readonly BilledFee[]
  readonly flows: readonly BillFlow[]
  readonly head: Head
}

type Head = Readonly<
  Record<
    'fills' | 'lateLines' | 'volumeCl' | 'listCents' | 'netCents' | 'promisedCents' | 'feeCents' | 'openingCents' | 'inCents' | 'outCents',
    number
  >
> & { readonly closingCents: number }

const sumOf = <T>(rows: readonly T[], figure: (row: T) => number): number => rows.reduce((sum, row) => sum + figure(row), 0)

/** Reads the books, and says what the bill is. Nothing is written. */
export async function draw(ctx: Ctx, groupId: number, period: Period): Promise<Drawn> {
  const cards = await cardsOf(ctx, groupId, period)
  const movements = await movementsOf(ctx, groupId, period)
  const agreements = await agreementsOf(ctx, groupId, period)
  const paid = movements.filter(({ type }) => type === 'consume' || type === 'refundConsume')
  const orders = [...new Set(paid.flatMap(({ orderId }) => orderId ?? []))]
  const sold = await linesSold(ctx, period.companyId, orders)
  const cardOf = new Map(cards.map(card => [card.id, card]))
  const promised = (at: Date) => inForce(agreements, dayOf(at, period.zone))?.discount ?? undefined
  const lines = paid.flatMap(movement => {
    const card = cardOf.get(movement.spentById ?? movement.userCardId) ?? cardOf.get(movement.userCardId)!
    const at = new Date(movement.createdDate)
    const bought = { card, movement, sold: sold.get(movement.orderId ?? 0) ?? [], from: period.from, day: dayOf(at, period.zone) }
    return linesOf({ ...bought, promised }).map(line => ({ ...line, card }))
  })
  const fees = feesOf(agreements, lines, period, ({ soldAt }) => dayOf(new Date(soldAt), period.zone))
  const flows = flowsOf(movements, period)
  return { cards, movements, agreements, lines, fees, flows, head: headOf(cards, lines, fees, flows) }
}

function headOf(cards: readonly BilledCard[], lines: readonly BilledLine[], fees: readonly BilledFee[], flows: readonly BillFlow[]): Head {
  const openingCents = sumOf(cards, card => card.openingCents)
  const [inCents, outCents] = [sumOf(flows, flow => flow.inCents), sumOf(flows, flow => flow.outCents)]
  return {
    fills: sumOf(lines, line => line.fills),
    lateLines: lines.filter(({ late }) => late).length,
    volumeCl: sumOf(lines, line => line.volumeCl),
    listCents: sumOf(lines, line => line.listCents),
    netCents: sumOf(lines, line => line.netCents),
    promisedCents: sumOf(lines, line => line.promisedCents),
    feeCents: sumOf(fees, fee => fee.amountCents),
    openingCents,
    inCents,
    outCents,
    closingCents: openingCents + inCents - outCents,
  }
}

/** By kind, and late ones apart. An entry between cards of the fleet moves nothing in or out. */
function flowsOf(movements: readonly BilledMovement[], { from }: Period): BillFlow[] {
  const flows = new Map<string, BillFlow>()
  for (const own of Map.groupBy(movements, ({ ledgerEntryId }) => ledgerEntryId).values()) {
    const cents = sumOf(own, ({ amountCents }) => amountCents)
    if (cents === 0) continue
    const { type, createdDate } = own[0]!
    const late = new Date(createdDate) < from
    const { inCents, outCents } = flows.get(`${type} ${late}`) ?? { inCents: 0, outCents: 0 }
    const sums = { inCents: inCents + Math.max(0, cents), outCents: outCents + Math.max(0, -cents) }
    flows.set(`${type} ${late}`, { type, late, ...sums })
  }
  return [...flows.values()]
}

/** So many rows travel in one statement. */
const rowsMost = 5000

/** Puts onto a bill that is open what was drawn; what stood on it before is gone. */
export async function write(ctx: Ctx, bill: { companyId: number; id: number; groupId: number }, drawn: Drawn): Promise<void> {
  const { companyId, id: billId, groupId } = bill
  await clear(ctx, billId)
  const own = { companyId, billId, groupId }
  const lines = drawn.lines.map(({ movementId, fills: _fills, card, ...line }) => ({
    ...own,
    ...line,
    userCardDetailId: movementId,
    userCardId: card.id,
    cardNumber: card.number,
    driver: card.driver,
  }))
  for (let at = 0; at < lines.length; at += rowsMost) await insertRows(ctx.tx, 'fleetBillLine', lines.slice(at, at + rowsMost))
  const cards = cardRows(drawn).map(row => ({ ...own, ...row }))
  for (let at = 0; at < cards.length; at += rowsMost) await insertRows(ctx.tx, 'fleetBillCard', cards.slice(at, at + rowsMost))
  await insertRows(
    ctx.tx,
    'fleetBillFee',
    drawn.fees.map(fee => ({ companyId, billId, ...fee })),
  )
  await ctx.tx
    .updateTable('fleetBill')
    .set({ ...drawn.head, flows: JSON.stringify(drawn.flows), preparedDate: ctx.now })
    .where('id', '=', billId)
    .execute()
}

/** Takes everything off an open bill. */
export async function clear({ tx }: Ctx, billId: number): Promise<void> {
  for (const table of ['fleetBillLine', 'fleetBillCard', 'fleetBillFee'] as const)
    await tx.deleteFrom(table).where('billId', '=', billId).execute()
}

function cardRows({ cards, movements }: Drawn) {
  const own = Map.groupBy(movements, ({ userCardId }) => userCardId)
  return cards.map(({ id: userCardId, number: cardNumber, driver, openingCents }) => {
    const moved = own.get(userCardId) ?? []
    const inCents = sumOf(moved, ({ amountCents }) => Math.max(0, amountCents))
    const outCents = sumOf(moved, ({ amountCents }) => Math.max(0, -amountCents))
    return { userCardId, cardNumber, driver, openingCents, inCents, outCents, closingCents: openingCents + inCents - outCents }
  })
}
