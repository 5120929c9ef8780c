import { allows, userCardActs, type LossReason, type UserCardStatus } from '@forecourt/contract'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { cardForUpdate, type LockedCard, type UserCard } from './card.ts'
import { freeStatus } from './stop.ts'

/** How long a new card that was asked for with a PIN may wait for its chip. */
export const reissueMs = 15 * 60_000

export interface Reissue {
  readonly number: string
  readonly reason: z.output<typeof LossReason>
  readonly remark: string
}

/**
 * The card that is to be replaced, locked until the transaction ends; the PIN of the user who answers for it is spent.
 * @throws notFound, card.notIssued, card.returned, card.statusForbids, card.numberTaken, pin.proof
 */
export async function cardToReplace(ctx: Ctx, id: number, number: string, pinProof: string): Promise<LockedCard> {
  const locked = await cardForUpdate(ctx, id)
  refuseStatus(locked.card)
  const taken = await ctx.tx.selectFrom('userCard').where('number', '=', number).select('id').executeTakeFirst()
  if (taken) refuse('card.numberTaken')
  await refuseUsed(ctx, [number])
  await spendProof(ctx, pinProof, { action: 'card.reissue', subject: `userCards:${id}` })
  return locked
}

/** @throws card.statusForbids */
function refuseStatus({ number, status }: UserCard): void {
  if (!allows(userCardActs.reissue, status)) refuse('card.statusForbids', { number, status })
}

/**
 * Numbers that cards had before they were replaced. To be asked after a number was written: what was given up at the same moment is
 * seen then. @throws card.numberTaken
 */
export async function refuseUsed({ tx }: Ctx, numbers: readonly string[]): Promise<void> {
  const past = tx
    .selectFrom('cardReplacement')
    .where('number', 'in', [...numbers])
    .where('replacedAt', 'is not', null)
  if (await past.select('id').limit(1).executeTakeFirst()) refuse('card.numberTaken')
}

/** Notes what the new card is to be; one that was asked for before, and has not come, is forgotten. */
export async function askReplacement(ctx: Ctx, { id, number, companyId }: UserCard, { number: successor, ...why }: Reissue): Promise<void> {
  await ctx.tx.deleteFrom('cardReplacement').where('userCardId', '=', id).where('replacedAt', 'is', null).execute()
  const asked = { companyId, userCardId: id, number, successor, askedAt: ctx.now, askedBy: ctx.actor.key }
  await ctx.tx
    .insertInto('cardReplacement')
    .values({ ...asked, ...why })
    .execute()
}

/** The number that the new card of an account will have, if one was asked for not long ago. */
export async function askedNumber({ tx, now }: Ctx, id: number): Promise<string | undefined> {
  const since = new Date(now.getTime() - reissueMs).toISOString()
  const asked = tx.selectFrom('cardReplacement').where('userCardId', '=', id).where('replacedAt', 'is', null).where('askedAt', '>=', since)
  return (await asked.select('successor').executeTakeFirst())?.successor
}

/**
 * The account has its new plastic: the number that was asked for, and the chip, if there is one. A loss is over; what it owes it still
 * owes. Nothing is posted. The account is locked. @throws card.statusForbids, card.numberTaken @source decisions CD4, CD31
 */
export async function replaceCard(ctx: Ctx, locked: LockedCard, uuid: string | null): Promise<void> {
  const { card } = locked
  const { id, number, companyId, version } = card
  refuseStatus(card)
  const { successor, reason, remark } = await ctx.tx
    .updateTable('cardReplacement')
    .set({ replacedAt: ctx.now })
    .where('userCardId', '=', id)
    .where('replacedAt', 'is', null)
    .returning(['successor', 'reason', 'remark'])
    .executeTakeFirstOrThrow()
  const status: UserCardStatus = freeStatus(locked)
  await ctx.tx
    .updateTable('userCard')
    .set({ number: successor, physicalNumber: uuid, toWrite: false, status, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await refuseUsed(ctx, [successor])
  await ctx.tx
    .updateTable('cardLoss')
    .set({ closedAt: ctx.now, closedBy: ctx.actor.key })
    .where('userCardId', '=', id)
    .where('closedAt', 'is', null)
    .execute()

  ctx.audit('card.reissue', `userCards:${id}`, { number: successor, before: number, uuid, reason, remark }, companyId)
  ctx.emit('card.replaced', { userCardId: id, number: successor, before: number }, { companyId })
}
