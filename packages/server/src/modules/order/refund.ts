import {
  allows,
  orderActs,
  orderRefunds,
  refunds,
  TenderType,
  transactionActs,
  type ErrorCode,
  type OrderStatus,
  type Parsed,
  type PayType,
  type RefundMode,
  type RefundReason,
} from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { planRefund, pursesOf, refundToCard, type RefundParts } from '../card/index.ts'
import { book, freeExpenseAccount, pointsExpenseAccount, salesAccount, tenderAccount } from '../ledger/index.ts'
import { queried, refuseUnconfirmed } from '../org/index.ts'
import { currentState } from '../shift/index.ts'
import { giveCouponsBack } from '../deal/index.ts'
import { couponsToTake, takeSaleCouponsBack } from './coupon-back.ts'
import { giftsToTake, holdReceivers, takeGiftsBack } from './gift-back.ts'
import { orderForUpdate, type Order } from './order.ts'
import { pointsPayments } from './points-pay.ts'
import { paymentForUpdate, paymentsOf, type Paid } from './refund-facts.ts'
import { releaseLocked } from './change-status.ts'
import { paidByListed } from './listed-fill.ts'
import { goodsToReturn, noteGoodsBack, takeGoodsBack } from './returned-goods.ts'

const yearMs = 365 * 24 * 60 * 60_000
/**
 * What came in from outside, and what a card or points paid. What went for nothing is taken back and not paid out; coupons and gifts of
 * other systems are neither.
 * @source decisions.md D10
 */
const returnable: readonly PayType[] = [...TenderType.options, 'card', 'score']

/** What stands against giving anything of a payment back, if anything. */
export function refundRefusal(payment: Paid, now: Date): ErrorCode | undefined {
  if (!allows(transactionActs.refund, payment.status) || payment.refundedCents >= payment.amountCents) return 'refund.notPossible'
  if (!returnable.includes(payment.payType) && !isFree(payment)) return 'refund.notMoney'
  if (now.getTime() - Date.parse(payment.createdDate) > yearMs) return 'refund.tooOld'
  return undefined
}

interface RefundRequest {
  readonly amountCents: number
  readonly mode: RefundMode
  readonly reason: RefundReason
  readonly remark: string
  readonly revoked: boolean
}

/**
 * Gives a payment back, or part of it: to where it came from, purse by purse in the order they were taken, or in cash.
 * @throws notFound, refund.notPossible, refund.notMoney, refund.tooOld, refund.tooLarge, refund.remarkMissing, refund.cashOfFleet,
 *   refund.cardOwes, refund.notPaidOut, points.notPaidOut, points.notWhole, points.accountGone, refund.notAfterLoss,
 *   refund.tooManyPieces, amount.unusual, pin.proof @source decisions.md D10, O13; decision PT2
 */
const refund = handle(orderRefunds.refund, (ctx, { id, body: { pinProof, confirmAmountCents, returned, ...request } }) =>
  giveBack(ctx, id, { ...request, returned }, async order => {
    await refuseUnconfirmed(ctx, order, request.amountCents, confirmAmountCents)
    await spendProof(ctx, pinProof, { action: 'order.refund', subject: `transactions:${id}`, amountCents: request.amountCents })
  }),
)

type GivenBack = Omit<RefundRequest, 'revoked'> & Pick<Parsed<typeof orderRefunds.refund>['body'], 'returned'>
/** @param prove what has to be shown for a refund, once nothing else stands against it @throws as refund, but for that */
export async function giveBack(ctx: Ctx, id: number, { returned, ...request }: GivenBack, prove: (order: Order) => Promise<void>) {
  const { order, payment } = await paymentForUpdate(ctx, id, request.amountCents)
  const refusal = refundRefusal(payment, ctx.now)
  if (refusal) refuse(refusal, { serial: payment.serial })
  if (request.reason === 'other' && request.remark === '') refuse('refund.remarkMissing')
  if (request.reason === 'afterLoss' && !(await paidByListed(ctx, order, payment.userCardId))) refuse('refund.notAfterLoss')
  const whole = order.refundedCents + request.amountCents === order.paidCents
  const back = await takeGoodsBack(ctx, order, returned, whole)
  await holdReceivers(ctx, order, [payment.userCardId])
  await partsOf(ctx, order, payment, request.mode, request.amountCents)
  await prove(order)

  const given = await refundPayment(ctx, order, payment, { ...request, revoked: false })
  await noteGoodsBack(ctx, order, back, given.id)
  return { ...given, order: await reduceOrder(ctx, order, request.amountCents) }
}

/** What could be given back of a payment, and what that would do. @throws notFound */
const preview = handle(orderRefunds.preview, async (ctx, { id, body: { mode, amountCents } }) => {
  const { order, payment } = await paymentForUpdate(ctx, id)
  const afterLoss = await paidByListed(ctx, order, payment.userCardId)
  const maxCents = payment.amountCents - payment.refundedCents
  const card = payment.userCardId === null ? null : await pursesOf(ctx, payment.userCardId)
  const beside = { afterLoss, card, goods: await goodsToReturn(ctx, order.id) }
  try {
    const refusal = refundRefusal(payment, ctx.now)
    if (refusal) refuse(refusal, { serial: payment.serial })
    const wantedCents = amountCents ?? maxCents
    const parts = await partsOf(ctx, order, payment, mode, wantedCents)
    const gifts = { giftBack: await giftsToTake(ctx, order, wantedCents), couponsBack: await couponsToTake(ctx, order, wantedCents) }
    return { maxCents, refusal: null, parts, ...gifts, ...beside }
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code === 'notFound') throw thrown
    const refusal = thrown.worded(ctx.meta.language)
    return {
      maxCents: thrown.code === 'refund.tooLarge' || thrown.code === 'points.notWhole' ? maxCents : 0,
      refusal,
      parts: null,
      giftBack: null,
      couponsBack: null,
      ...beside,
    }
  }
})

/** What one took oneself, in the shift that runs; nobody else's payments can be undone. @throws order.cannotBeRevoked */
async function revocable(ctx: Ctx, order: Order): Promise<{ amountCents: number; payments: readonly Paid[] }> {
  const amountCents = order.paidCents - order.refundedCents
  // Accounts of points are locked after cards.
  const payments = (await paymentsOf(ctx, order.id)).toSorted((one, other) => Number(isOfPoints(one)) - Number(isOfPoints(other)))
  const { id: shiftId } = await currentState(ctx, order.stationId)
  const own = payments.every(paid => paid.userId === ctx.actor.id && paid.shiftId === shiftId)
  const may = allows(orderActs.revoke, order.status) && ctx.actor.kind === 'user'
  if (!may || amountCents === 0 || !own) refuse('order.cannotBeRevoked', { orderNo: order.orderNo })
  return { amountCents, payments }
}

/** What would stand against revoking, before anybody is asked for a PIN. @throws notFound */
const revokePreview = handle(orderRefunds.revokePreview, async (ctx, { id }) => {
  const order = await orderForUpdate(ctx, id)
  const amountCents = order.paidCents - order.refundedCents
  if (order.status === 'lock') return { amountCents, refusal: null }
  try {
    const { payments } = await revocable(ctx, order)
    for (const payment of payments) await partsOf(ctx, order, payment, 'original', payment.amountCents - payment.refundedCents)
    return { amountCents, refusal: null }
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code === 'notFound') throw thrown
    return { amountCents, refusal: thrown.worded(ctx.meta.language) }
  }
})

/**
 * Undoes a payment under way; or all payments of an order, by anyone who took them, while the shift that took them runs.
 * @throws notFound, order.cannotBeRevoked, amount.unusual, pin.proof, and as refund @source decisions.md O13
 */
const revoke = handle(orderRefunds.revoke, async (ctx, { id, body: { remark, confirmAmountCents, pinProof = '' } }) => {
  const order = await orderForUpdate(ctx, id)
  if (order.status === 'lock') return { ...(await releaseLocked(ctx, order)), refundedCents: order.refundedCents }
  const { amountCents, payments } = await revocable(ctx, order)
  await refuseUnconfirmed(ctx, order, amountCents, confirmAmountCents)
  await spendProof(ctx, pinProof, { action: 'order.refund', subject: `orders:${id}`, amountCents })

  const back = await takeGoodsBack(ctx, order, undefined, true)
  await holdReceivers(
    ctx,
    order,
    payments.map(({ userCardId }) => userCardId),
  )
  let lastId: number | null = null
  for (const payment of payments) {
    const restCents = payment.amountCents - payment.refundedCents
    const request = { amountCents: restCents, mode: 'original', reason: 'paidWrong', remark, revoked: true } as const
    if (restCents > 0) lastId = (await refundPayment(ctx, order, payment, request)).id
  }
  await noteGoodsBack(ctx, order, back, lastId)
  ctx.audit('order.revoke', `orders:${id}`, { orderNo: order.orderNo, amountCents, remark }, order.companyId)
  return reduceOrder(ctx, order, amountCents)
})

const isOfPoints = ({ payType }: Pick<Paid, 'payType'>): boolean => payType === 'score'

/** It went for nothing here, and its expense can be taken back. */
const isFree = ({ payType, reason }: Pick<Paid, 'payType' | 'reason'>): boolean => payType === 'free' && reason !== null

type Parts = RefundParts & { readonly points?: number }

/** @throws refund.tooLarge, refund.cashOfFleet, refund.cardOwes, refund.notMoney, points.notPaidOut, points.notWhole, points.accountGone */
async function partsOf(ctx: Ctx, { companyId }: Order, payment: Paid, mode: RefundMode, amountCents: number): Promise<Parts> {
  const maxCents = payment.amountCents - payment.refundedCents
  if (amountCents > maxCents) refuse('refund.tooLarge', { maxCents })
  const outside = { amountCents, paidOutCents: amountCents, principalCents: 0, giftCents: 0, debtCents: 0 }
  if (isOfPoints(payment)) {
    if (mode === 'cash') refuse('points.notPaidOut')
    const points = await pointsPayments().toGiveBack(ctx, companyId, payment.serial, amountCents)
    return { ...outside, points: points ?? refuse('refund.notMoney') }
  }
  if (isFree(payment)) return mode === 'cash' ? refuse('refund.notPaidOut') : { ...outside, paidOutCents: 0 }
  if (payment.detailId === null) return outside
  const { locked: _, paid: __, ...parts } = await planRefund(ctx, { detailId: payment.detailId, amountCents, cash: mode === 'cash' })
  return parts
}

/** Moves the money, notes the refund beside its payment, and tells. */
async function refundPayment(ctx: Ctx, order: Order, payment: Paid, request: RefundRequest) {
  const { id: orderId, orderNo, companyId, stationId } = order
  const { mode, amountCents, reason, remark, revoked } = request
  const parts = await partsOf(ctx, order, payment, mode, amountCents)
  const serial = `${payment.serial}-R${payment.refunds + 1}`
  const { id: shiftId } = await currentState(ctx, stationId)
  const payType: PayType = mode === 'cash' ? 'cash' : payment.payType
  const ref = `refund:${serial}`
  if (payment.detailId !== null) {
    await refundToCard(ctx, { detailId: payment.detailId, amountCents, cash: mode === 'cash', ref, stationId, shiftId })
  } else {
    const { points } = parts
    if (points !== undefined) await pointsPayments().giveBack(ctx, companyId, { serial: payment.serial, points })
    const target = isFree(payment)
      ? freeExpenseAccount(companyId)
      : points === undefined
        ? tenderAccount(stationId, payType)
        : pointsExpenseAccount(companyId)
    await book(ctx, { kind: 'order.refund', ref, companyId, moves: [{ source: salesAccount(stationId), target, amountCents }] })
  }
  const refundedCents = payment.refundedCents + amountCents
  await ctx.tx.updateTable('payTransaction').set({ refundedCents }).where('id', '=', payment.id).execute()
  const { paidOutCents, points } = parts
  const given = points === undefined ? {} : { points }
  const facts = { serial, mode, amountCents, paidOutCents, ...given, payType, reason, remark, revoked, userCardId: payment.userCardId }
  const { id } = await ctx.tx
    .insertInto('refund')
    .values({
      ...facts,
      companyId,
      stationId,
      orderId,
      transactionId: payment.id,
      shiftId,
      userId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      createdDate: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  ctx.audit('order.refund', `orders:${orderId}`, { orderNo, payment: payment.serial, ...facts }, companyId)
  ctx.emit('order.refunded', { orderId, orderNo, refundId: id, serial, amountCents }, { companyId, stationId })
  return { id, serial, transactionId: payment.id, ...parts, payType }
}

/** The order after so much of it was given back. A part payment that is given back whole closes it; a success stays one (decision O13). */
async function reduceOrder(ctx: Ctx, order: Order, amountCents: number) {
  const { id, orderNo, paidCents } = order
  const refundedCents = order.refundedCents + amountCents
  const closes = order.status === 'partiallyPaid' && refundedCents === paidCents
  const status = (closes ? 'close' : order.status) as OrderStatus
  await ctx.tx.updateTable('saleOrder').set({ refundedCents, status, modifiedDate: ctx.now }).where('id', '=', id).execute()
  await takeGiftsBack(ctx, { ...order, refundedCents })
  await takeSaleCouponsBack(ctx, { ...order, refundedCents })
  if (refundedCents === paidCents) await giveCouponsBack({ ctx, orderId: id, companyId: order.companyId, stationId: order.stationId })
  return { id, orderNo, status, refundedCents }
}

export const refundHandlers = [refund, preview, revokePreview, revoke, ...queried(refunds)]
