import { orderPayments, type OrderStatus, type Parsed } from '@forecourt/contract'
import { runRule } from '../../platform/execution/batch-rule.ts'
import { handle } from '../../platform/execution/command.ts'
import { assert, Refusal, refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { bookMany, freeExpenseAccount, salesAccount } from '../ledger/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { refOf } from './delivered.ts'
import { orderForUpdate, paymentRefusal, type Order } from './order.ts'
import { payment, type PayCall, type Taken, type TakingOf } from './payment-rule.ts'

type Free = Parsed<typeof orderPayments.free>['body']

/** Nobody pays: the company bears all that is still due. @source decisions MK8 */
const forNothing: TakingOf<Free, undefined, Taken> = {
  wayOf: () => 'free',
  load: async () => undefined,
  partOf: () => undefined,
  decide: ({ body }) => ({ payType: 'free', reason: body.reason }),
  async write(decided) {
    await bookMany(
      decided.map(({ paying: { ctx, order, due } }) => {
        const { companyId, stationId } = order
        const moves = [{ source: freeExpenseAccount(companyId), target: salesAccount(stationId), amountCents: due.amountCents }]
        return { ctx, fact: { kind: 'order.payment', ref: refOf(due.serial), companyId, moves } }
      }),
    )
    return decided.map(({ decision }) => decision)
  },
}
const byNobody = payment(forNothing)

/**
 * Lets an order go for nothing: what is still due of it is the company's expense. It can be taken back as other payments can, and is never
 * paid out.
 * @param prove what has to be shown for that, once nothing else stands against it @throws notFound, order.alreadyPaid, order.statusForbids
 */
export async function goForNothing(call: PayCall<Free>, prove: (order: Order, amountCents: number) => Promise<void>) {
  const { ctx, id } = call
  const order = await orderForUpdate(ctx, id)
  const { orderNo, status } = order
  const code = paymentRefusal(status as OrderStatus, 'free')
  if (code) refuse(code, { orderNo, status })
  await prove(order, order.totalCents - order.paidCents)
  const paid = (await runRule(byNobody, [call])).get(call)
  if (paid instanceof Refusal) throw paid
  assert(paid, 'a payment is taken or refused')
  return paid
}

/** @throws as goForNothing, and amount.unusual, pin.proof */
const free = handle(orderPayments.free, (ctx, { id, body, query }) =>
  goForNothing({ ctx, id, body, expand: query.expand }, async (order, amountCents) => {
    await refuseUnconfirmed(ctx, order, amountCents, body.confirmAmountCents)
    await spendProof(ctx, body.pinProof, { action: 'order.free', subject: `orders:${id}`, amountCents })
  }),
)

export const freeHandlers = [free]
