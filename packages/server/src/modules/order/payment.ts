import { orderPayments, orders, type OrderStatus, type Parsed, type Payment, type PayType } from '@forecourt/contract'
import { decide, runRule, type BatchRule } from '../../platform/execution/batch-rule.ts'
import { handle, type Ctx, type Handler, type Member } from '../../platform/execution/command.ts'
import { assert, Refusal, refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import {
  asksPassword,
  bookSpendings,
  cardsForUpdate,
  noteRefused,
  provePassword,
  spendingOf,
  type CardFacts,
  type CardPayment,
  type CardSpending,
  type Payer,
} from '../card/index.ts'
import { spendCoupons, type ToSpend } from '../deal/index.ts'
import { couponsOf } from './coupons.ts'
import { bookMany, salesAccount, tenderAccount } from '../ledger/index.ts'
import { refOf } from './delivered.ts'
import { giveGifts } from './gift-give.ts'
import { lowerToHold } from './hold-lines.ts'
import { slip, slipsUsed } from './slips.ts'
import { flowWith, ordersForUpdate, paymentRefusal, statusOfPaid, type Order, type OrderToPay, type PayWay } from './order.ts'
import { paidByHold } from './pay-hold.ts'
import { dueFacts, dueOf, mainTenderWith, writePayments, type AmountDue, type DueFacts, type Settled } from './payment-write.ts'

type CardPay = Parsed<typeof orderPayments.card>['body']
type CashPay = Parsed<typeof orderPayments.cash>['body']

/** A call that pays an order. */
interface PayCall<Body> {
  readonly ctx: Ctx
  readonly id: number
  readonly body: Body
  readonly expand: readonly string[]
}
/** The same, with its order and what is due of it. */
interface Paying<Body> extends PayCall<Body> {
  readonly order: Order
  readonly due: AmountDue
}
/** What was taken, and whose it was. */
interface Taken {
  readonly payType: PayType
  readonly externalSerialNo?: string | undefined
  readonly card?: CardPayment
}

/** A way to pay: what it needs to know besides the orders, what it decides for one payment, and how it books the money of many. */
interface TakingOf<Body, Known, Decision> {
  /** What an order sells is read with it. */
  readonly filled?: true
  wayOf(body: Body): PayWay
  load(payable: readonly (PayCall<Body> & { readonly order: OrderToPay })[]): Promise<Known>
  decide(paying: Paying<Body>, known: Known): Decision | Refusal
  write(decided: readonly { paying: Paying<Body>; decision: Decision }[], known: Known): Promise<readonly Taken[]>
}
interface Facts<Body, Known> {
  readonly orders: ReadonlyMap<PayCall<Body>, OrderToPay>
  readonly dues: DueFacts
  readonly coupons: ToSpend
  readonly known: Known
}

const couponOrder = ({ ctx, order }: { readonly ctx: Ctx; readonly order: Order }) => ({ ...order, ctx, orderId: order.id })

/** Pays orders, each another: they are locked, each payment is decided for itself, the money is booked, and the payments are written. */
const payment = <Body extends CardPay | CashPay, Known, Decision>(
  taking: TakingOf<Body, Known, Decision>,
): BatchRule<PayCall<Body>, Facts<Body, Known>, { paying: Paying<Body>; decision: Decision }, Payment> => ({
  async load(calls) {
    const orders = await ordersForUpdate(calls, taking.filled)
    const payable = [...orders].flatMap(([call, order]) =>
      paymentRefusal(order.status as OrderStatus, taking.wayOf(call.body)) ? [] : [{ ...call, order }],
    )
    return {
      orders,
      dues: await dueFacts(payable),
      coupons: await couponsOf(payable.map(couponOrder)),
      known: await taking.load(payable),
    }
  },
  decide(call, { orders, dues, coupons, known }) {
    const order = orders.get(call) ?? refuse('notFound', { order: call.id })
    const { orderNo, status } = order
    const code = paymentRefusal(status as OrderStatus, taking.wayOf(call.body))
    if (code) refuse(code, { orderNo, status })
    const against = coupons.against(order.id)
    if (against) return against
    const paying = { ...call, order, due: dueOf(order, call.body.amountCents, dues) }
    const decision = taking.decide(paying, known)
    return decision instanceof Refusal ? decision : { paying, decision }
  },
  async write(decided, { coupons, known }) {
    const made = decided.map(({ decision }) => decision)
    const orders = made.map(({ paying }) => couponOrder(paying))
    await spendCoupons(orders, orderId => coupons.of.get(orderId) ?? [])
    const taken = await taking.write(made, known)
    return settle(made.map(({ paying }, turn) => ({ paying, taken: taken[turn]! })))
  },
})

/** From cards. Which card pays is known when its order is locked; how much, when it is decided. */
const fromCards: TakingOf<CardPay, CardFacts & { payers: ReadonlyMap<number, Payer> }, CardSpending> = {
  filled: true,
  wayOf: () => 'card',
  async load(payable) {
    const payers = new Map<number, Payer>()
    for (const { ctx, order, body } of payable) {
      const { id, companyId, stationId, fill } = order
      const { cardNumber, userCardId, plate, authorisationId } = body
      const by = authorisationId === undefined ? { cardNumber, userCardId, plate } : await paidByHold(ctx, order, authorisationId)
      payers.set(id, { ctx, sale: { companyId, stationId, orderId: id, fill: fill ?? undefined, ...by } })
    }
    return { ...(await cardsForUpdate([...payers.values()])), payers }
  },
  decide: ({ order, due }, known) => spendingOf(known.payers.get(order.id)!, due.amountCents, known),
  async write(decided) {
    const paid = await bookSpendings(
      decided.map(({ paying: { ctx, order, due, body }, decision }) => ({
        one: {
          ctx,
          sale: {
            ...body,
            companyId: order.companyId,
            stationId: order.stationId,
            amountCents: due.amountCents,
            target: salesAccount(order.stationId),
            ref: refOf(due.serial),
            orderId: order.id,
          },
        },
        decision,
      })),
    )
    return paid.map(card => ({ payType: 'card', card }))
  },
}

/** Into the till, or by slips of banks and platforms, each of which pays once. */
const fromTenders: TakingOf<CashPay, Set<string>, Taken> = {
  wayOf: ({ payType }) => (payType === 'cash' ? 'cash' : 'platform'),
  load: async payable =>
    payable.length
      ? slipsUsed(
          payable[0]!.ctx.tx,
          payable.map(({ order, body }) => ({ companyId: order.companyId, ...body })),
        )
      : new Set(),
  decide({ order: { companyId }, body: { payType, externalSerialNo } }, used) {
    if (payType === 'cash' && externalSerialNo === undefined) return { payType }
    if (externalSerialNo === undefined) refuse('transaction.serialMissing')
    const name = slip(companyId, payType, externalSerialNo)
    if (used.has(name)) refuse('transaction.serialTaken')
    used.add(name)
    return { payType, externalSerialNo }
  },
  async write(decided) {
    await bookMany(
      decided.map(({ paying: { ctx, order, due }, decision: { payType } }) => {
        const { companyId, stationId } = order
        const moves = [{ source: tenderAccount(stationId, payType), target: salesAccount(stationId), amountCents: due.amountCents }]
        return { ctx, fact: { kind: 'order.payment', ref: refOf(due.serial), companyId, moves } }
      }),
    )
    return decided.map(({ decision }) => decision)
  },
}

const byCard = payment(fromCards)
const byTender = payment(fromTenders)

/**
 * Pays from a card: principal, then gift, what the station sold against them. A wrong payment password is counted, and pays nothing.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, and what stands against the card: card.*, or its hold:
 *   hold.*
 */
const cardPay: Handler = {
  ...handle(orderPayments.card, async (ctx, { id, body, query }) => {
    if (body.authorisationId !== undefined) await lowerToHold(ctx, id, body.authorisationId)
    return payFromCard(ctx, id, body, query.expand)
  }),
  batchKey: ({ id }: { id: number }) => id,
  async batch(members: readonly Member<Parsed<typeof orderPayments.card>>[]) {
    const all = members.map(callOf)
    // What ends a hold, and is refused afterwards, is undone: it has a transaction of its own.
    const calls = all.filter(({ body }) => body.authorisationId === undefined)
    if (calls.length === 0) return all.map(() => undefined)
    let cards: CardFacts & { payers: ReadonlyMap<number, Payer> }
    const load = async (all: readonly PayCall<CardPay>[]) => {
      const facts = await byCard.load(all)
      cards = facts.known
      return facts
    }
    const outcomes = await runRule({ ...byCard, load }, calls)
    // A payment password is compared, and a wrong one counted, in a transaction of its own.
    const needsOwn = (call: PayCall<CardPay>) => call.body.payPassword !== undefined && asksPassword(outcomes.get(call))
    await noteRefused(
      calls.flatMap(call => (needsOwn(call) ? [] : (cards.payers.get(call.id) ?? []))),
      cards!,
    )
    return all.map(call => (needsOwn(call) ? undefined : outcomes.get(call)))
  },
}

/** Pays one order. @throws as cardPay @returns a refusal where something of it is to be kept: a wrong password, or why it was refused */
export async function payFromCard(ctx: Ctx, id: number, body: CardPay, expand: readonly string[] = []): Promise<Payment | Refusal> {
  const call = { ctx, id, body, expand }
  const facts = await byCard.load([call])
  let decision = decide(byCard, call, facts)
  if (asksPassword(decision) && body.payPassword !== undefined) {
    const wrong = await provePassword(facts.known.payers.get(id)!, body.payPassword, facts.known)
    if (wrong) return wrong
    decision = decide(byCard, call, facts)
  }
  if (decision instanceof Refusal) {
    if (body.authorisationId !== undefined) throw decision
    const payer = facts.known.payers.get(id)
    if (payer) await noteRefused([payer], facts.known)
    return decision
  }
  return (await byCard.write([{ one: call, decision }], facts))[0]!
}

/**
 * Pays with what staff took: cash into the till, or a slip of a bank or platform by its serial number, once.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, transaction.serialMissing, transaction.serialTaken
 */
const cashPay: Handler = {
  ...handle(orderPayments.cash, (ctx, { id, body, query }) => payTaken(ctx, id, body, query.expand)),
  batchKey: ({ id }: { id: number }) => id,
  async batch(members: readonly Member<Parsed<typeof orderPayments.cash>>[]) {
    const calls = members.map(callOf)
    const outcomes = await runRule(byTender, calls)
    return calls.map(call => outcomes.get(call))
  },
}

/** Pays one order. @throws as cashPay */
export async function payTaken(ctx: Ctx, id: number, body: CashPay, expand: readonly string[] = []): Promise<Payment> {
  const call = { ctx, id, body, expand }
  const paid = (await runRule(byTender, [call])).get(call)
  if (paid instanceof Refusal) throw paid
  assert(paid, 'a payment is taken or refused')
  return paid
}

const callOf = <Body>({ ctx, input: { id, body, query } }: Member<{ id: number; body: Body; query: { expand: string[] } }>) => ({
  ctx,
  id,
  body,
  expand: query.expand,
})

/** Writes the payments with their orders, and reports them. */
async function settle(paid: readonly { paying: Paying<unknown>; taken: Taken }[]): Promise<Payment[]> {
  const rows = paid.map(({ paying: { ctx, order, due, expand }, taken: { payType, externalSerialNo = null, card } }) => {
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
      expand,
    } satisfies Settled & { expand: readonly string[] }
  })
  const idOf = await writePayments(rows)
  const gifts = rows.filter(({ status, order }) => status === 'success' && order.hasGifts)
  await giveGifts(
    gifts.map(({ ctx, order, userCardId }) => ({ ...order, ctx, orderId: order.id, userCardId: userCardId ?? order.userCardId })),
  )
  const payments: Payment[] = []
  for (const row of rows) payments.push(await report(row, idOf(row), row.expand))
  return payments
}

async function report(row: Settled, transactionId: number, expand: readonly string[]): Promise<Payment> {
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
