import { z } from 'zod'
import { TopUp } from '../card/top-up.ts'
import { FileRef } from '../file/attachment.ts'
import { endpoint } from '../kit.ts'
import { FleetValueMode, fleets } from '../member/fleet.ts'
import { CardNumber, Cents, Id, Mobile, Name, Ref, SixDigits } from '../units.ts'

/** Contracts, licences and the like of a fleet. */
const attachments = z
  .array(z.object({ attachmentId: FileRef('fleetPaper') }))
  .max(10)
  .default([])
const paid = TopUp.shape

/**
 * 新增单位会员: the fleet, its leader, its master card and the first money on it, all of it or nothing. The master card asks for the
 * permission to issue cards besides, and the money for that to top them up. @source FLT-001, FLT-016, FLT-021
 */
export const openFleet = endpoint('POST', '/groups/open', {
  permission: 'member.fleet.write',
  idempotent: true,
  body: z
    .strictObject({
      ...fleets.body.shape,
      valueMode: FleetValueMode.default('assign'),
      /** Found by this number, or made a member. */
      leaderMobile: Mobile,
      leaderName: Name(60),
      attachments,
      masterNumber: CardNumber.optional(),
      cardId: Ref('cards').optional(),
      payPassword: SixDigits.optional(),
      /** The document of the leader was seen at the counter. @source decisions CD16 */
      identityChecked: z.boolean().default(false),
      amountCents: Cents.min(1).max(100_000_000_00).optional(),
      payType: paid.payType,
      confirmAmountCents: paid.confirmAmountCents,
      receiptId: paid.receiptId,
      withoutReceipt: paid.withoutReceipt,
      stationId: paid.stationId,
    })
    .refine(({ masterNumber, cardId }) => (masterNumber === undefined) === (cardId === undefined), {
      error: 'masterBoth',
      path: ['cardId'],
    })
    .refine(({ masterNumber, amountCents }) => masterNumber !== undefined || amountCents === undefined, {
      error: 'masterFirst',
      path: ['masterNumber'],
    })
    .refine(({ amountCents, payType }) => (amountCents === undefined) === (payType === undefined), {
      error: 'topUpTender',
      path: ['payType'],
    }),
  returns: z.object({ id: Id, userId: Id, userCardId: Id.nullable() }),
  summary: 'Opens a fleet with its leader, its master card and the first top-up, all of it or nothing',
})

/** PUT /groups/{id}/leader: who leads the fleet, by number or by mobile; nobody when null. @source FLT-006, FLT-007 */
export const setFleetLeader = endpoint('PUT', '/groups/:id/leader', {
  permission: 'member.fleet.write',
  body: z
    .strictObject({
      userId: Ref('users').nullable().optional(),
      /** Instead of a user there is: found by this number, or made a member of that name. */
      mobile: Mobile.optional(),
      name: Name(60).optional(),
    })
    .refine(({ userId, mobile }) => (userId === undefined) !== (mobile === undefined), { error: 'leaderOneOfBoth', path: ['mobile'] })
    .refine(({ mobile, name }) => (mobile === undefined) === (name === undefined), { error: 'holderBoth', path: ['name'] }),
  returns: z.object({ id: Id, userId: Id.nullable() }),
  summary: 'Says who leads a fleet and signs in for it; the user who led it before does not any more',
})

export const setFleetAttachments = endpoint('PUT', '/groups/:id/attachments', {
  permission: 'member.fleet.write',
  body: z.strictObject({ attachments }),
  returns: z.object({ id: Id }),
  summary: 'The papers of a fleet; those that are left out are let go of',
})
