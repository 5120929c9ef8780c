import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { UserCardKind, UserCardStatus } from '../card/user-card.ts'
import { OrderStatus } from '../order/order.ts'
import { CardNumber, Cents, Id, Instant, Mobile } from '../units.ts'

/** How many of each kind the command box shows. */
export const foundMost = 5

const Person = z.object({ id: Id, name: z.string(), mobile: Mobile.nullable() })

/**
 * GET /commandSearch: what bears this number or name, of the kinds that the caller may see. A number is looked up from its beginning;
 * a few digits alone are also an order of the chosen station. People are found by a part of their name, or by the first letters of it:
 * `wxf` for 王小芳, `wf` for Wang Fang.
 */
export const commandSearch = endpoint('GET', '/commandSearch', {
  permission: 'signedIn',
  query: z.strictObject({ text: z.string().trim().min(1).max(60) }),
  returns: z.object({
    members: z.array(Person),
    /** Staff. */
    users: z.array(Person),
    userCards: z.array(z.object({ id: Id, number: CardNumber, kind: UserCardKind, status: UserCardStatus, holder: z.string().nullable() })),
    orders: z.array(z.object({ id: Id, orderNo: z.string(), status: OrderStatus, totalCents: Cents, createdDate: Instant })),
  }),
  summary: 'Finds people by name, initials or mobile number, cards and orders by their number, at most five of each',
})
