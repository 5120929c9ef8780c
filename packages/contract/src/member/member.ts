import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, Mobile } from '../units.ts'
import { UserCardKind, UserCardStatus } from '../card/user-card.ts'

/** 会员: a user who holds cards and does not sign in here. His status is his card's (decision A9). */
export const Member = z.object({
  id: Id,
  name: z.string(),
  mobile: Mobile.nullable(),
  isStaff: z.boolean(),
  userCards: z.array(z.object({ id: Id, number: CardNumber, kind: UserCardKind, status: UserCardStatus, value: Cents, lockValue: Cents })),
})
export type Member = z.output<typeof Member>

/** GET /users/mobile: who has this mobile number, before he is added a second time; or who holds this card. */
export const memberByMobile = endpoint('GET', '/users/mobile', {
  permission: 'member.read',
  query: z
    .strictObject({
      mobile: Mobile.optional(),
      cardNumber: CardNumber.optional(),
      companyId: z.coerce.number().int().positive().optional(),
    })
    .refine(({ mobile, cardNumber }) => mobile !== undefined || cardNumber !== undefined, { path: ['mobile'], message: 'mobileOrCard' }),
  returns: Member,
  summary: 'Finds a member by his mobile number, or by a card he holds',
})
