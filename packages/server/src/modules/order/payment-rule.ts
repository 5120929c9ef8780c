import { orders, type OrderStatus, type Payment, type PayType } from '@forecourt/contract'
import type { BatchRule } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import type { CardPayment } from '../card/index.ts'
import { spendCoupons, type ToSpend } from '../deal/index.ts'
import { couponsOf } from './coupons.ts'
import { giveGifts } from './gift-give.ts'
import { flowWith, ordersForUpdate, paymentRefusal, statusOfPaid, type Order, type OrderToPay, type PayWay } from './order.ts'
import { dueFacts, dueOf, mainTenderWith, writePayments, type AmountDue, type DueFacts, type Settled } from './payment-write.ts'

/** A call that pays an order. */
export interface PayCall<Body> {
  readonly ctx: Ctx
  readonly id: number
  readonly body: Body
  readonly expand: readonly string[]
}
/** The same, with its order and what is due of it. */
export interface Paying<Body> extends PayCall<Body> {
  readonly order: Order
  readonly due: AmountDue
}
/** What was taken, and whose it was. */
export interface Taken {
  readonly payType: PayType
  readonly externalSerialNo?: string | undefined
  readonly card?: CardPayment
  /** Why nobody paid. */
  readonly reason?: string
  readonly points?: {
    readonly points: number
    /** The card that said whose they are: the order names it where it named none. */
    readonly card: { readonly userCardId: number; readonly number: string }
  }
}

/** A way to pay: what it needs to know besides the orders, what it decides for one payment, and how it books the money of many. */
export interface TakingOf<Body, Known, Decision> {
  /** What an order sells is read with it. */
  readonly filled?: true
  wayOf(body: Body): PayWay
  load(payable: readonly (PayCall<Body> & { readonly order: OrderToPay })[]): Promise<Known>
  /** How much of what is due it pays; all of the rest when undefined. @throws what stands against it */
  partOf(call: PayCall<Body> & { readonly order: Order }, known: Known, dues: DueFacts): number | undefined
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
export const payment = <Body, Known, Decision>(
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
    const paying = { ...call, order, due: dueOf(order, taking.partOf({ ...call, order }, known, dues), dues) }
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

/** Writes the payments with their orders, and reports them. */
async function settle(paid: readonly { paying: Paying<unknown>; taken: Taken }[]): Promise<Payment[]> {
  const rows = paid.map(
    ({ paying: { ctx, order, due, expand }, taken: { payType, externalSerialNo = null, card, points, reason = null } }) => {
      const paidCents = order.paidCents + due.amountCents
      return {
        ctx,
        order,
        due,
        payType,
        externalSerialNo,
        userCardId: card?.userCardId ?? null,
        points: points?.points ?? null,
        reason,
        orderCardId: card?.userCardId ?? order.userCardId ?? points?.card.userCardId ?? null,
        status: statusOfPaid(order.totalCents, paidCents),
        paidCents,
        mainTender: mainTenderWith(due, payType),
        moneyFlow: flowWith(order.moneyFlow, payType),
        cardNumber: card?.number ?? order.cardNumber ?? points?.card.number ?? null,
        expand,
      } satisfies Settled & { expand: readonly string[] }
    },
  )
  const idOf = await writePayments(rows)
  const gifts = rows.filter(({ status, order }) => status === 'success' && order.hasGifts)
  await giveGifts(gifts.map(({ ctx, order, orderCardId }) => ({ ...order, ctx, orderId: order.id, userCardId: orderCardId })))
  const payments: Payment[] = []
  for (const row of rows) payments.push(await report(row, idOf(row), row.expand))
  return payments
}

async function report(row: Settled, transactionId: number, expand: readonly string[]): Promise<Payment> {
  const { ctx, order, due, payType, externalSerialNo, userCardId, status, paidCents } = row
  const points = row.points === null ? {} : { points: row.points }
  const reason = row.reason === null ? {} : { reason: row.reason }
  const { id, companyId, stationId, orderNo, totalCents } = order,
    { amountCents, serial } = due
  const paid = { orderNo, serial, payType, amountCents, externalSerialNo, userCardId, ...points, ...reason }
  ctx.audit('order.pay', `orders:${id}`, paid, companyId)
  ctx.emit('order.paid', { orderId: id, orderNo, status, paidCents, transactionId }, { companyId, stationId })
  const transaction = { id: transactionId, serial, payType, amountCents, ...points }
  const payment = { id, orderNo, status, totalCents, paidCents, payType: row.mainTender, transaction }
  return expand.includes('result') ? { ...payment, result: await getOf(ctx.tx, orders, id, resultRelations, ctx.scope) } : payment
}

const resultRelations = ['lineItems.item.category', 'transactions']
