import { allows, manualOrders, orderActs, type ManualSale, type Parsed, type Sale } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { holdCoupons, spendCoupons, type CouponOrder } from '../deal/index.ts'
import { broughtCoupons, refuseUnused } from './coupons.ts'
import { refuseOtherFill } from './hold-price.ts'
import { countersForUpdate, type Counter } from './intake-facts.ts'
import { orderNoOf, writeOrders, type NewOrder } from './intake-write.ts'
import { judge, saleFacts } from './judge.ts'
import { orderForUpdate } from './order.ts'
import { payFromCard, payTaken } from './payment.ts'
import type { NamedDiscount } from './pricing.ts'
import { owned } from './slips.ts'

const dayMs = 24 * 60 * 60_000
/** As far back as devices bring late sales. */
const days = 31
const aheadMs = 60_000

type Facts = Omit<NewOrder, 'orderNo' | 'intakeHash'>
type Basket = Parsed<typeof manualOrders.preview>['body']

/**
 * What a sale that a person tells would be kept as, not paid yet; the station's counter is locked. Its discounts are the cashier's own,
 * and say what for.
 * @param isKept the coupons that it names are used, and locked for that; else they are tried
 * @throws order.stationMissing, order.inFuture, order.tooLongAgo, discount.nameMissing, and what stands against a sale: order.*, against
 *   the coupons that it names: coupon.*, or against the hold that it ends: hold.*
 */
export async function reckon(ctx: Ctx, asked: Basket & Pick<ManualSale, 'employeeId' | 'payType'>, isKept: boolean) {
  const { discountName, payType: _payType, userDealIds, couponCodes, ...basket } = asked
  const [counter] = await countersForUpdate(ctx.tx, [{ ctx }])
  if (!counter || counter instanceof Refusal) throw counter ?? new Refusal('order.stationMissing')
  refuseTime(basket.createdDate, ctx.now)
  const sale = { ...basket, createdDate: basket.createdDate ?? ctx.now.toISOString() } as Sale
  if (discountName === undefined && sale.lineItems.some(line => line.discountCents > 0)) refuse('discount.nameMissing')
  const asksForCoupons = userDealIds !== undefined || couponCodes !== undefined
  const isNamed = basket.userCardId !== undefined || basket.cardNumber !== undefined
  const coupons = asksForCoupons || (!isKept && isNamed) ? await broughtCoupons(ctx, counter, asked, isKept) : undefined
  const sent = { ctx, counter, sale, coupons }
  const known = await saleFacts(ctx.tx, [sent])
  const facts = judge(sent, known)
  if (coupons) refuseUnused(ctx, coupons, facts.coupons ?? [])
  const { authorisationId } = basket
  if (authorisationId !== undefined) refuseOtherFill(known.holds.get(owned(counter.companyId, authorisationId))!, counter.stationId, facts)
  const lines = facts.lines.map((line, at) => {
    const allowedCents = basket.lineItems[at]!.discountCents
    const allowed: NamedDiscount = { kind: 'cashier', name: discountName!, amountCents: allowedCents }
    return allowedCents > 0 && line.discountCents > 0 ? { ...line, discounts: [...(line.discounts ?? []), allowed] } : line
  })
  return { counter, facts: { ...facts, lines } satisfies Facts }
}

function refuseTime(createdDate: string | undefined, now: Date): void {
  const agoMs = createdDate === undefined ? 0 : now.getTime() - Date.parse(createdDate)
  if (agoMs < -aheadMs) refuse('order.inFuture')
  if (agoMs > days * dayMs) refuse('order.tooLongAgo', { days })
}

/**
 * Enters a sale that no device reported: an order of type 99, with the reason. It belongs to the shift in which it was sold, or corrects it
 * from the running one; its money was taken by the running one. A card pays as it would at the counter: nothing is taken from it that
 * its holder would have to allow. A hold that it names is ended by it: its holder has allowed that, and the fuel was delivered.
 * @throws as reckon, and as a payment: card.*, transaction.serialMissing, transaction.serialTaken
 */
const enter = handle(manualOrders.enter, (ctx, { body }) => enterSale(ctx, body))

/** The same of what the product itself sells. @throws as entering it */
export async function enterSale(ctx: Ctx, { payType, externalSerialNo, remark, ...basket }: ManualSale) {
  const { counter, facts } = await reckon(ctx, { ...basket, payType }, true)
  const order = { ...facts, type: 99, remark, orderNo: orderNoOf(counter, 0), intakeHash: null }
  const id = (await writeOrders(ctx.tx, [order]))(order)
  tell(ctx, counter, order, id)
  await keepCoupons({ ctx, orderId: id, ...counter }, order)

  if (payType !== undefined && order.totalCents > 0) {
    const { cardNumber, userCardId, authorisationId } = basket
    const isNamed = cardNumber !== undefined || userCardId !== undefined || authorisationId !== undefined
    if (payType === 'card' && !isNamed) refuse('order.cardUnknown')
    const by = authorisationId !== undefined ? { authorisationId } : userCardId === undefined ? { cardNumber } : { userCardId }
    const paid = payType === 'card' ? await payFromCard(ctx, id, by) : await payTaken(ctx, id, { payType, externalSerialNo })
    if (paid instanceof Refusal) throw paid
  }
  const { orderNo, status, totalCents, paidCents } = await orderForUpdate(ctx, id)
  const { shiftId, belongsShiftId, createdDate } = order
  return { id, orderNo, status: status as 'open', totalCents, paidCents, shiftId, belongsShiftId, createdDate: createdDate.toISOString() }
}

/** Coupons wait for the payment of their order; what they pay whole is paid. */
async function keepCoupons(of: CouponOrder, { coupons = [], status }: Pick<NewOrder, 'coupons' | 'status'>): Promise<void> {
  const used = coupons.filter(({ isUsed }) => isUsed)
  if (status === 'success') return spendCoupons([of], () => used)
  return holdCoupons(
    of,
    used.map(({ id }) => id),
  )
}

function tell(ctx: Ctx, { companyId, stationId }: Counter, order: NewOrder, id: number): void {
  const { orderNo, totalCents, discountCents, createdDate, remark, nozzleControlId } = order
  ctx.audit('order.manual', `orders:${id}`, { orderNo, totalCents, discountCents, createdDate, remark }, companyId)
  ctx.emit('order.taken', { orderId: id, orderNo, status: order.status, totalCents, nozzleControlId }, { companyId, stationId })
}

/** Notes how the customer rates a paid order. @throws notFound, order.notPaid */
const rate = handle(manualOrders.rate, async (ctx, { id, body: { rating } }) => {
  const { orderNo, status, rating: before, companyId } = await orderForUpdate(ctx, id)
  if (!allows(orderActs.rate, status)) refuse('order.notPaid', { orderNo })

  await ctx.tx.updateTable('saleOrder').set({ rating, modifiedDate: ctx.now }).where('id', '=', id).execute()

  ctx.audit('order.rate', `orders:${id}`, { orderNo, before, rating }, companyId)
  return { id, rating }
})

export const manualHandlers = [enter, rate]
