import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, Instant, Mobile, Name, Ref } from '../units.ts'

const Person = z.object({ id: Id, name: z.string(), mobile: Mobile.nullable(), createdDate: Instant })
const Card = z.object({ id: Id, number: CardNumber, valueCents: Cents })

/** 合并会员: somebody who was added twice becomes one member again. The elder of the two stays. @source decisions ME14 */
export const memberMerge = {
  preview: endpoint('GET', '/users/:id/merge', {
    permission: 'member.merge',
    query: z.strictObject({ otherId: z.coerce.number().int().positive() }),
    returns: z.object({
      /** Added first: whom everything goes to. */
      into: Person,
      from: Person,
      /** What goes over. */
      cards: z.array(Card),
      /** Whose mobile number the member can have from then on: of those who have one. */
      mobiles: z.array(Mobile),
    }),
    summary: 'Which of two members stays when they are merged, and what goes over to them',
  }),
  merge: endpoint('POST', '/users/:id/merge', {
    permission: 'member.merge',
    idempotent: true,
    body: z.strictObject({
      otherId: Ref('members'),
      /** The number in use from then on, one of both; the elder's when absent. The other one goes on finding the member. */
      mobile: Mobile.optional(),
      reason: Name(200),
      /** Of the action `member.merge` and the subject `members:<id>`. */
      pinProof: PinProof,
    }),
    returns: z.object({ id: Id, mergedId: Id, cards: z.int() }),
    summary: 'Makes two members one: the elder takes over cards and numbers of the younger, who is listed no more',
  }),
}
