import { orderPayments, orders, type OrderStatus, type Parsed, type Payment, type PayType } from '@forecourt/contract'
import { handle, type Ctx, type Handler, type Member } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { payByCard, payByCards, type CardPayment, type CardSale } from '../card/index.ts'
import { bookGathering, salesAccount, tenderAccount } from '../ledger/index.ts'
import { refOf } from './delivered.ts'
import { slip, slipsUsed } from './intake-facts.ts'
import { flowWith, orderForUpdate, ordersForUpdate, paymentRefusal, statusOfPaid, type Order } from './order.ts'
import { amountsDue, mainTenderWith, writePayments, type AmountDue, type Settled } from './payment-write.ts'

type CardPay = Parsed<typeof orderPayments.card>['body']
type CashPay = Parsed<typeof orderPayments.cash>['body']

/** Somebody who pays an order that is held. */
interface Paying<Body> {
  readonly ctx: Ctx
  readonly order: Order
  readonly body: Body
  readonly expand: readonly string[]
}
type Ready<Body> = Paying<Body> & { readonly due: AmountDue }

/** What was taken, and whose it was. Undefined where it takes more than is done for many. */
type Taken = { payType: PayType; externalSerialNo?: string | undefined; card?: CardPayment } | Refusal | undefined
/** How the money of those who are ready is taken: set by set, and each answered for itself. */
type Take<Body> = (ready: readonly Ready<Body>[]) => Promise<readonly Taken[]>

/**
 * Pays from a card: principal, then gift, what the station sold against them. A wrong payment password is counted, and pays nothing.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, and what stands against the card: card.*
 */
const cardPay: Handler = {
  ...handle(orderPayments.card, async (ctx, { id, body, query }) => payFromCard(ctx, await orderForUpdate(ctx, id), body, query.expand)),
  batchKey: ({ id }: { id: number }) => id,
  batch: (members: readonly Member<Parsed<typeof orderPayments.card>>[]) => payTogether(members, fromCards),
}

/** @throws as cardPay */
export const payFromCard = (ctx: Ctx, order: Order, body: CardPay, expand: readonly string[] = []): Promise<Payment | Refusal> =>
  payAlone({ ctx, order, body, expand }, async ([ready]) => {
    const paid = await payByCard(ctx, cardSaleOf(ready!))
    return [paid instanceof Refusal ? paid : { payType: 'card', card: paid }]
  })

const fromCards: Take<CardPay> = async ready => {
  const paid = await payByCards(ready.map(each => ({ ctx: each.ctx, sale: cardSaleOf(each) })))
  return paid.map((outcome, at) => {
    if (!(outcome instanceof Refusal)) return { payType: 'card', card: outcome }
    // A payment password is compared, and a wrong one counted, in a transaction of its own.
    return outcome.code === 'card.passwordRequired' && ready[at]!.body.payPassword !== undefined ? undefined : outcome
  })
}

const cardSaleOf = ({ order, due, body: { amountCents: _part, ...card } }: Ready<CardPay>): CardSale => ({
  ...card,
  companyId: order.companyId,
  stationId: order.stationId,
  amountCents: due.amountCents,
  target: salesAccount(order.stationId),
  ref: refOf(due.serial),
  orderId: order.id,
})

/**
 * Pays with what staff took: cash into the till, or a slip of a bank or platform by its serial number, once.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, transaction.serialMissing, transaction.serialTaken
 */
const cashPay: Handler = {
  ...handle(orderPayments.cash, async (ctx, { id, body, query }) => payTaken(ctx, await orderForUpdate(ctx, id), body, query.expand)),
  batchKey: ({ id }: { id: number }) => id,
  batch: (members: readonly Member<Parsed<typeof orderPayments.cash>>[]) => payTogether(members, fromTenders),
}

/** @throws as cashPay */
export async function payTaken(ctx: Ctx, order: Order, body: CashPay, expand: readonly string[] = []): Promise<Payment> {
  const paid = await payAlone({ ctx, order, body, expand }, fromTenders)
  if (paid instanceof Refusal) throw paid
  return paid
}

const fromTenders: Take<CashPay> = async ready => {
  const used = await slipsUsed(
    ready[0]!.ctx.tx,
    ready.map(({ order, body }) => ({ companyId: order.companyId, ...body })),
  )
  const taken = ready.map(({ order: { companyId }, body: { payType, externalSerialNo } }): Taken => {
    if (payType === 'cash' && externalSerialNo === undefined) return { payType }
    if (externalSerialNo === undefined) return new Refusal('transaction.serialMissing')
    const name = slip(companyId, payType, externalSerialNo)
    if (used.has(name)) return new Refusal('transaction.serialTaken')
    used.add(name)
    return { payType, externalSerialNo }
  })
  const facts = ready.flatMap(({ ctx, order: { companyId, stationId }, due: { serial, amountCents }, body: { payType } }, at) => {
    const moves = [{ source: tenderAccount(stationId, payType), target: salesAccount(stationId), amountCents }]
    return taken[at] instanceof Refusal ? [] : [{ ctx, fact: { kind: 'order.payment', ref: refOf(serial), companyId, moves } }]
  })
  if (facts.length) await bookGathering(facts)
  return taken
}

/** Pays an order that is locked. @throws what stands against paying it @returns as `spend` does */
async function payAlone<Body extends CardPay | CashPay>(paying: Paying<Body>, take: Take<Body>): Promise<Payment | Refusal> {
  const [due] = await amountsDue([wishOf(paying)])
  if (due instanceof Refusal) throw due
  const ready = { ...paying, due: due! }
  const [taken] = await take([ready])
  return taken instanceof Refusal ? taken : (await settle([{ ready, taken: taken! }]))[0]!
}

/** Many who pay orders of theirs, each another: held in one order, taken set by set, answered each for itself. */
async function payTogether<Body extends CardPay | CashPay>(
  members: readonly Member<{ id: number; body: Body; query: { expand: string[] } }>[],
  take: Take<Body>,
): Promise<(Payment | Refusal | undefined)[]> {
  const held = await ordersForUpdate(members.map(({ ctx, input: { id } }) => ({ ctx, id })))
  const payings = members.flatMap(({ ctx, input: { body, query } }, at): (Paying<Body> & { at: number })[] => {
    const order = held[at]!
    return order instanceof Refusal ? [] : [{ ctx, order, body, expand: query.expand, at }]
  })
  const outcomes: (Payment | Refusal | undefined)[] = held.map(order => (order instanceof Refusal ? order : undefined))
  const dues = payings.length ? await amountsDue(payings.map(wishOf)) : []
  const ready: (Ready<Body> & { at: number })[] = []
  for (const [turn, due] of dues.entries()) {
    const paying = payings[turn]!
    if (due instanceof Refusal) outcomes[paying.at] = due
    else ready.push({ ...paying, due })
  }
  const taken = ready.length ? await take(ready) : []
  const good = ready.flatMap((each, turn) => {
    const what = taken[turn]
    if (what instanceof Refusal) outcomes[each.at] = what
    return what === undefined || what instanceof Refusal ? [] : [{ ready: each, taken: what }]
  })
  const settled = good.length ? await settle(good) : []
  for (const [turn, { ready: each }] of good.entries()) outcomes[each.at] = settled[turn]!
  return outcomes
}

const wishOf = <Body extends CardPay | CashPay>({ ctx, order, body }: Paying<Body>) => {
  const way = !('payType' in body) ? 'card' : body.payType === 'cash' ? 'cash' : 'platform'
  const { orderNo, status } = order
  const code = paymentRefusal(status as OrderStatus, way)
  return { ctx, order, part: body.amountCents, ...(code && { refusal: new Refusal(code, { orderNo, status }) }) }
}

/** Writes the payments beside their orders, and tells. */
async function settle(paid: readonly { ready: Ready<unknown>; taken: Exclude<Taken, Refusal | undefined> }[]): Promise<Payment[]> {
  const rows = paid.map(({ ready: { ctx, order, due }, taken: { payType, externalSerialNo = null, card } }): Settled => {
    const paidCents = order.paidCents + due.amountCents
    return {
      ctx,
      order,
      due,
      payType,
      externalSerialNo,
      userCardId: card?.userCardId ?? null,
      status: statusOfPaid(order.totalCents, paidCents),
      paidCents,
      mainTender: mainTenderWith(due, payType),
      moneyFlow: flowWith(order.moneyFlow, payType),
      cardNumber: card?.number ?? order.cardNumber,
    }
  })
  const idOf = await writePayments(rows)
  const payments: Payment[] = []
  for (const [turn, row] of rows.entries()) payments.push(await told(row, idOf(row), paid[turn]!.ready.expand))
  return payments
}

async function told(row: Settled, transactionId: number, expand: readonly string[]): Promise<Payment> {
  const { ctx, order, due, payType, externalSerialNo, userCardId, status, paidCents } = row
  const { id, companyId, stationId, orderNo, totalCents } = order,
    { amountCents, serial } = due
  ctx.audit('order.pay', `orders:${id}`, { orderNo, serial, payType, amountCents, externalSerialNo, userCardId }, companyId)
  ctx.emit('order.paid', { orderId: id, orderNo, status, paidCents, transactionId }, { companyId, stationId })
  const transaction = { id: transactionId, serial, payType, amountCents }
  const payment = { id, orderNo, status, totalCents, paidCents, payType: row.mainTender, transaction }
  return expand.includes('result') ? { ...payment, result: await getOf(ctx.tx, orders, id, resultRelations, ctx.scope) } : payment
}

const resultRelations = ['lineItems.item.category', 'transactions']

export const paymentHandlers = [cardPay, cashPay]
