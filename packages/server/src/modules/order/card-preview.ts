import { orderPayments } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { payableWithoutPassword } from '../card/index.ts'
import { orderForUpdate } from './order.ts'

/** Whether a payment from a card will ask for the payment password, before anybody presses. @throws notFound */
const preview = handle(orderPayments.cardPreview, async (ctx, { id, body: { amountCents, ...card } }) => {
  const { id: orderId, companyId, stationId, totalCents, paidCents } = await orderForUpdate(ctx, id)
  const withoutPasswordCents = await payableWithoutPassword(ctx, { ...card, orderId, companyId, stationId })
  const wantedCents = amountCents ?? totalCents - paidCents
  return { passwordNeeded: withoutPasswordCents !== null && wantedCents > withoutPasswordCents, withoutPasswordCents }
})

export const cardPreviewHandlers = [preview]
