import { orderPayments, orders, type OrderStatus, type Parsed, type Payment, type PayType } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/command.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { payByCard } from '../card/index.ts'
import { book, salesAccount, tenderAccount } from '../ledger/index.ts'
import { currentState } from '../shift/index.ts'
import { refOf } from './delivered.ts'
import { serialOf } from './intake-write.ts'
import { flowWith, holdOrder, paymentRefusal, statusOfPaid, type Order, type PayWay } from './order.ts'

/** What is about to be paid: how much, under which number. */
interface Due {
  readonly amountCents: number
  readonly serial: string
  readonly shiftId: number
}

/**
 * Pays from a card: principal, then gift, what the station sold against them. A wrong payment password is counted, and pays nothing.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, and what stands against the card: card.*
 */
const cardPay = handle(orderPayments.card, async (ctx, { id, body, query }) =>
  payFromCard(ctx, await holdOrder(ctx, id), body, query.expand),
)

type CardPay = Parsed<typeof orderPayments.card>['body']
/** @throws as cardPay */
export async function payFromCard(ctx: Ctx, order: Order, { amountCents: part, ...card }: CardPay, expand: string[] = []) {
  refusePayment(order, 'card')
  const due = await dueOf(ctx, order, part)

  const paid = await payByCard(ctx, {
    ...card,
    companyId: order.companyId,
    stationId: order.stationId,
    amountCents: due.amountCents,
    target: salesAccount(order.stationId),
    ref: refOf(due.serial),
    orderId: order.id,
  })
  if (paid instanceof Refusal) return paid
  return settle(ctx, order, due, { payType: 'card', userCardId: paid.userCardId, cardNumber: paid.number }, expand)
}

/**
 * Pays with what staff took: cash into the till, or a slip of a bank or platform by its serial number, once.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, transaction.serialMissing, transaction.serialTaken
 */
const cashPay = handle(orderPayments.cash, async (ctx, { id, body, query }) => payTaken(ctx, await holdOrder(ctx, id), body, query.expand))

type CashPay = Parsed<typeof orderPayments.cash>['body']
/** @throws as cashPay */
export async function payTaken(
  ctx: Ctx,
  order: Order,
  { payType, externalSerialNo, amountCents: part }: CashPay,
  expand: string[] = [],
): Promise<Payment> {
  refusePayment(order, payType === 'cash' ? 'cash' : 'platform')
  if (payType !== 'cash' && externalSerialNo === undefined) refuse('transaction.serialMissing')
  const due = await dueOf(ctx, order, part)

  await book(ctx, {
    kind: 'order.payment',
    ref: refOf(due.serial),
    companyId: order.companyId,
    moves: [{ source: tenderAccount(order.stationId, payType), target: salesAccount(order.stationId), amountCents: due.amountCents }],
  })
  return settle(ctx, order, due, { payType, externalSerialNo }, expand)
}

function refusePayment({ orderNo, status }: Order, way: PayWay): void {
  const refusal = paymentRefusal(status as OrderStatus, way)
  if (refusal) refuse(refusal, { orderNo, status })
}

async function dueOf(ctx: Ctx, { id, orderNo, stationId, totalCents, paidCents }: Order, part?: number): Promise<Due> {
  const restCents = totalCents - paidCents
  if (part !== undefined && part > restCents) refuse('order.partTooLarge', { restCents })
  const { payments } = await ctx.tx
    .selectFrom('payTransaction')
    .where('orderId', '=', id)
    .select(of => of.fn.countAll<number>().as('payments'))
    .executeTakeFirstOrThrow()
  const { id: shiftId } = await currentState(ctx, stationId)
  return { amountCents: part ?? restCents, serial: serialOf(orderNo, payments + 1), shiftId }
}

interface PaidWith {
  payType: PayType
  externalSerialNo?: string | undefined
  userCardId?: number
  cardNumber?: string
}

/** Writes the payment beside its order, and tells. */
async function settle(ctx: Ctx, order: Order, due: Due, paid: PaidWith, expand: string[]): Promise<Payment> {
  const { id, companyId, stationId, orderNo, totalCents } = order,
    { amountCents, serial, shiftId } = due
  const { payType, externalSerialNo = null, userCardId = null, cardNumber = order.cardNumber } = paid
  const transaction = await ctx.tx
    .insertInto('payTransaction')
    .values({
      companyId,
      stationId,
      orderId: id,
      shiftId,
      serial,
      payType,
      amountCents,
      status: 'success',
      userCardId,
      externalSerialNo,
      userId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      deviceId: ctx.actor.kind === 'device' ? ctx.actor.id : null,
      createdDate: ctx.now,
    })
    .returning(['id', 'serial'])
    .executeTakeFirstOrThrow()
  const paidCents = order.paidCents + amountCents
  const now = {
    status: statusOfPaid(totalCents, paidCents),
    paidCents,
    payType: await mainTender(ctx, id),
    moneyFlow: flowWith(order.moneyFlow, payType),
    userCardId: userCardId ?? order.userCardId,
    cardNumber,
    externalSerialNo: order.externalSerialNo ?? externalSerialNo,
    modifiedDate: ctx.now,
    lockedAt: null,
  }
  await ctx.tx.updateTable('saleOrder').set(now).where('id', '=', id).execute()

  ctx.audit('order.pay', `orders:${id}`, { orderNo, serial, payType, amountCents, externalSerialNo, userCardId }, companyId)
  ctx.emit('order.paid', { orderId: id, orderNo, status: now.status, paidCents, transactionId: transaction.id }, { companyId, stationId })
  const payment = {
    id,
    orderNo,
    status: now.status,
    totalCents,
    paidCents,
    payType: now.payType,
    transaction: { ...transaction, payType, amountCents },
  }
  return expand.includes('result') ? { ...payment, result: await getOf(ctx.tx, orders, id, resultRelations, ctx.scope) } : payment
}

const resultRelations = ['lineItems.item.category', 'transactions']

/** What an order was paid with, in one word: what most of it was paid with. */
async function mainTender({ tx }: Ctx, orderId: number): Promise<PayType> {
  const row = await tx
    .selectFrom('payTransaction')
    .where('orderId', '=', orderId)
    .where('status', '=', 'success')
    .groupBy('payType')
    .select('payType')
    .orderBy(of => of.fn.sum('amountCents'), 'desc')
    .orderBy(of => of.fn.min('id'))
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.payType as PayType
}

export const paymentHandlers = [cardPay, cashPay]
