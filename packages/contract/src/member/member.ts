import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, Mobile } from '../units.ts'
import { UserCardKind, UserCardStatus } from '../card/user-card.ts'

/** 会员: a user who holds cards and does not sign in here. The status is that of the card (decision A9). */
export const Member = z.object({
  id: Id,
  name: z.string(),
  mobile: Mobile.nullable(),
  isStaff: z.boolean(),
  userCards: z.array(z.object({ id: Id, number: CardNumber, kind: UserCardKind, status: UserCardStatus, value: Cents, lockValue: Cents })),
})
export type Member = z.output<typeof Member>

/** GET /users/mobile: the member with this mobile number, so that nobody is added twice; or the holder of this card. */
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
  summary: 'Finds a member by mobile number, or by a card',
})
