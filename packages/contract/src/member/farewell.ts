import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, LocalDate, Name } from '../units.ts'

/**
 * What stands where the name of a member stood who has left. It is kept as the name itself, so that every list, export and print says it;
 * pages and exported files say it in the language of who reads them.
 */
export const formerMember = '已注销会员'
export const formerMemberIn = { zh: formerMember, en: 'Former member' } as const

const Holding = z.object({
  id: Id,
  number: CardNumber,
  valueCents: Cents,
  lockCents: Cents,
  debtCents: Cents,
  /** Points in it, which lapse with it. */
  points: z.int(),
  /** What is to be done first; null of an empty card, which ends with the membership. */
  stands: z.enum(['money', 'frozen', 'debt', 'chip', 'fleet', 'lost']).nullable(),
})

/** 注销会员: a member leaves. @source decisions ME14 */
export const memberFarewell = {
  preview: endpoint('GET', '/users/:id/farewell', {
    permission: 'member.farewell',
    returns: z.object({
      cards: z.array(Holding),
      /** Until when what was sealed can still be opened for an audit. */
      keepUntil: LocalDate,
    }),
    summary: 'What a member still holds, and what stands against closing the membership',
  }),
  farewell: endpoint('POST', '/users/:id/farewell', {
    permission: 'member.farewell',
    idempotent: true,
    body: z.strictObject({
      reason: Name(200),
      /** Of the action `member.farewell` and the subject `members:<id>`. */
      pinProof: PinProof,
    }),
    returns: z.object({ id: Id, keepUntil: LocalDate, cards: z.int() }),
    summary: 'Closes a membership: empty cards end, name and numbers are sealed, and gone when their time is over',
  }),
}
