import { refuse } from '../../platform/execution/refusal.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { captureHolds, heldFor, type Payer } from '../card/index.ts'
import { raiseBeyond } from './beyond-hold.ts'
import type { OrderToPay } from './order.ts'

type Paid = Pick<Payer['sale'], 'userCardId' | 'plate' | 'proven' | 'askedAt' | 'delivered'>

/**
 * Ends the hold that an order names, so that its payment finds the money; what was delivered is paid whole, whatever the card is now.
 * @throws order.authorisationUnknown, hold.ended, hold.fuelOnly
 */
export async function paidByHold(ctx: Ctx, order: OrderToPay, authorisationId: number): Promise<Paid> {
  const { id, companyId, stationId, orderNo, fill } = order
  if (!fill?.lines.some(({ volumeCl }) => volumeCl > 0)) refuse('hold.fuelOnly')
  const { userCardId } = (await heldFor(ctx, companyId, authorisationId)) ?? refuse('order.authorisationUnknown')
  const paidCents = order.totalCents - order.paidCents
  const [captured] = (await captureHolds([{ ctx, companyId, userCardId, authorisationId, orderId: id, paidCents }])).values()
  const { held, beyond } = captured!
  if (beyond === 'after' || beyond === 'twice') refuse('hold.ended')
  await raiseBeyond({ ctx, id, orderNo, paidCents, stationId }, captured!)
  const asked = { plate: held.plate ?? undefined, proven: held.withPassword, askedAt: new Date(held.createdDate) }
  return { userCardId, ...asked, delivered: true }
}
