import { orderRefunds, type RefundMode, type RefundReason } from '@forecourt/contract'
import { proofOf } from './access.ts'
import type { shop } from './order.ts'

type Shop = Awaited<ReturnType<typeof shop>>
type Someone = Pick<Shop['lin'], 'actor' | 'call' | 'refused'>
export interface RefundRequest {
  amountCents: number
  mode?: RefundMode
  reason?: RefundReason
  remark?: string
  returned?: { lineItemId: number; pieces: number }[]
}

/** A refund as its page sends it: the PIN proven first, for this very action. */
export async function refundBody({ actor }: Pick<Shop['lin'], 'actor'>, id: number, request: RefundRequest) {
  const action = { action: 'order.refund', subject: `transactions:${id}`, amountCents: request.amountCents } as const
  return { reason: 'paidWrong' as const, ...request, pinProof: await proofOf(actor, action) }
}

export const refunder = (who: Someone) => ({
  refund: async (id: number, request: RefundRequest) => who.call(orderRefunds.refund, { id, body: await refundBody(who, id, request) }),
  refused: async (id: number, request: RefundRequest) => who.refused(orderRefunds.refund, { id, body: await refundBody(who, id, request) }),
  revoke: async (id: number, amountCents: number) =>
    who.call(orderRefunds.revoke, { id, body: { pinProof: await revokeProof(who, id, amountCents) } }),
})

export const revokeProof = ({ actor }: Pick<Shop['lin'], 'actor'>, id: number, amountCents: number) =>
  proofOf(actor, { action: 'order.refund', subject: `orders:${id}`, amountCents })
