import { orderPayments, type OrderStatus, type Parsed } from '@forecourt/contract'
import { runRule } from '../../platform/execution/batch-rule.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { assert, Refusal, refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import type { PointsPayer, PointsPayments, PointsPurse } from '../../platform/points-payments.ts'
import { receiversForUpdate } from '../card/index.ts'
import { bookMany, pointsExpenseAccount, salesAccount } from '../ledger/index.ts'
import { refOf } from './delivered.ts'
import { orderForUpdate, paymentRefusal, type Order } from './order.ts'
import { dueFacts, type DueFacts } from './payment-write.ts'
import { payment, type PayCall, type TakingOf } from './payment-rule.ts'
import { mostPoints, pointsToPay, type Due } from './points-terms.ts'

type PointsPay = Parsed<typeof orderPayments.points>['body']
type Named = Pick<PointsPay, 'cardNumber' | 'userCardId'>
interface Known {
  readonly payer: PointsPayer
  readonly purse: PointsPurse
}

/** Points are booked by the module that keeps them. */
export const pointsPayments = (): PointsPayments => everyModule().find(each => each.pointsPayments)!.pointsPayments!

/**
 * Whose points they are, and what their account holds, locked. A card that goods of the order give something to is locked before it, as
 * everywhere.
 */
async function knownOf(ctx: Ctx, order: Order, { cardNumber, userCardId }: Named): Promise<Known> {
  const { companyId, hasGifts } = order
  const points = pointsPayments()
  await points.terms(ctx, companyId)
  const isNamed = cardNumber !== undefined || userCardId !== undefined
  const payer = await points.payerOf(ctx, companyId, isNamed ? { cardNumber, userCardId } : { userCardId: order.userCardId })
  if (hasGifts) await receiversForUpdate(ctx, companyId, [order.userCardId ?? payer.userCardId])
  return { payer, purse: await points.purseOf(ctx, companyId, payer.accountId) }
}

const dueBy = ({ id, totalCents, paidCents }: Order, { tenders }: DueFacts): Due => ({
  totalCents,
  restCents: totalCents - paidCents,
  byPointsCents: (tenders.get(id) ?? []).reduce((sum, { payType, cents }) => (payType === 'score' ? sum + cents : sum), 0),
})

/** From the points of a member: their lots in points, the sales of the station in money. @source decisions PT1 */
const fromPoints: TakingOf<PointsPay, Known | undefined, { readonly points: number }> = {
  wayOf: () => 'points',
  load: async ([paying]) => paying && knownOf(paying.ctx, paying.order, paying.body),
  partOf: ({ order, body }, known, dues) => pointsToPay(dueBy(order, dues), known!.purse, body.points) * known!.purse.pointCents,
  decide: ({ due }, known) => ({ points: due.amountCents / known!.purse.pointCents }),
  async write(decided, known) {
    const { payer, purse } = known!
    const taken = []
    for (const { paying, decision } of decided) {
      const { ctx, order, due } = paying
      const { companyId, stationId, id: orderId } = order
      const { points } = decision
      await pointsPayments().take(ctx, companyId, payer.accountId, { orderId, serial: due.serial, points, pointCents: purse.pointCents })
      const moves = [{ source: pointsExpenseAccount(companyId), target: salesAccount(stationId), amountCents: due.amountCents }]
      await bookMany([{ ctx, fact: { kind: 'order.payment', ref: refOf(due.serial), companyId, moves } }])
      taken.push({ payType: 'score' as const, points: { points, card: payer } })
    }
    return taken
  },
}
const byPoints = payment(fromPoints)

/**
 * Pays with points of a member, those that end first before others; never more than the company allows of an order.
 * @throws notFound, order.alreadyPaid, order.statusForbids, points.notOpened, points.payNothing, points.noHolder, order.cardUnknown,
 *   points.ofFleet, points.noAccount, points.owes, points.insufficient, points.aboveShare, points.aboveRest, member.disabled, and what
 *   stands against the card or the account: card.*
 */
const pay = handle(orderPayments.points, async (ctx, { id, body, query }) => {
  const call: PayCall<PointsPay> = { ctx, id, body, expand: query.expand }
  const paid = (await runRule(byPoints, [call])).get(call)
  if (paid instanceof Refusal) throw paid
  assert(paid, 'a payment is taken or refused')
  return paid
})

const nothing = { number: null, points: 0, owedPoints: 0, pointCents: null, percent: 100, mostPoints: 0, mostCents: 0, refusal: null }

/** What points could pay of an order, and what they are worth. @throws notFound */
const preview = handle(orderPayments.pointsPreview, async (ctx, { id, body }) => {
  const order = await orderForUpdate(ctx, id)
  let shown: Omit<typeof nothing, 'number' | 'pointCents' | 'refusal'> & { number: string | null; pointCents: number | null } = nothing
  try {
    const code = paymentRefusal(order.status as OrderStatus, 'points')
    if (code) refuse(code, { orderNo: order.orderNo, status: order.status })
    const due = dueBy(order, await dueFacts([{ ctx, order }]))
    shown = { ...shown, ...(await pointsPayments().terms(ctx, order.companyId)) }
    const { purse } = await knownOf(ctx, order, body)
    const { number, points, owedPoints, pointCents } = purse
    const { most } = mostPoints(due, purse)
    shown = { ...shown, number, points, owedPoints, mostPoints: most, mostCents: most * pointCents }
    pointsToPay(due, purse)
    return { ...shown, refusal: null }
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code === 'notFound') throw thrown
    return { ...shown, mostPoints: 0, mostCents: 0, refusal: thrown.worded(ctx.meta.language) }
  }
})

export const pointsPayHandlers = [pay, preview]
