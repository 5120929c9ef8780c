import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { UserCardKind, UserCardStatus } from '../card/user-card.ts'
import { OrderStatus } from '../order/order.ts'
import { CardNumber, Cents, Id, Instant, Mobile } from '../units.ts'

/** How many of each kind the command box shows. */
export const foundMost = 5

/**
 * GET /commandSearch: what bears this number, of the kinds that the caller may see. A number is looked up from its beginning;
 * a few digits alone are also an order of the chosen station.
 */
export const commandSearch = endpoint('GET', '/commandSearch', {
  permission: 'signedIn',
  query: z.strictObject({ text: z.string().trim().min(1).max(60) }),
  returns: z.object({
    members: z.array(z.object({ id: Id, name: z.string(), mobile: Mobile })),
    userCards: z.array(z.object({ id: Id, number: CardNumber, kind: UserCardKind, status: UserCardStatus, holder: z.string().nullable() })),
    orders: z.array(z.object({ id: Id, orderNo: z.string(), status: OrderStatus, totalCents: Cents, createdDate: Instant })),
  }),
  summary: 'Finds members, cards and orders by their number, at most five of each',
})
