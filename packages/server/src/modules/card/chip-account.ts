import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { cardsForUpdate, type LockedCard, type UserCard } from './card.ts'
import { askedNumber, replaceCard } from './replacement.ts'

/** An account that waits for a chip, locked. */
export interface AwaitingChip {
  readonly locked: LockedCard
  readonly card: UserCard
  /** Printed on the card that it waits for. */
  readonly number: string
  /** It has a card already, which this one replaces. */
  readonly replaces: boolean
}

/**
 * The caller's own account that waits for a chip, its first or another one, locked until the transaction ends.
 * @throws notFound on the field userCardId, card.returned, card.alreadyIssued
 */
export async function accountToIssue(ctx: Ctx, id: number): Promise<AwaitingChip> {
  const locked = (await cardsForUpdate(ctx, [id])).get(id) ?? refuse('notFound', { field: 'userCardId' })
  const { card } = locked
  if (card.issueTime === null) return { locked, card, number: card.number, replaces: false }
  if (card.closedTime !== null) refuse('card.returned', { number: card.number })
  const number = (await askedNumber(ctx, id)) ?? refuse('card.alreadyIssued', { number: card.number })
  return { locked, card, number, replaces: true }
}

/** Which chip an account has, for those who look for it by that. */
export async function noteChip({ tx }: Ctx, id: number, uuid: string | null): Promise<void> {
  await tx.updateTable('userCard').set({ physicalNumber: uuid }).where('id', '=', id).execute()
}

/** What stands on their chips is not what the server knows: they are to be written, as far as they have a chip. @source decisions CD30 */
export async function markToWrite({ tx }: Ctx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('userCard')
    .set({ toWrite: true })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('physicalNumber', 'is not', null)
    .where('closedTime', 'is', null)
    .where('toWrite', '=', false)
    .execute()
}

/** Notes that a card is to be written when it lies on a reader next; said once more it changes nothing. @throws card.noChip */
export async function askToWrite(ctx: Ctx, { id, number, companyId, physicalNumber, toWrite }: UserCard): Promise<void> {
  if (physicalNumber === null) refuse('card.noChip', { number })
  if (toWrite) return
  await markToWrite(ctx, [id])
  ctx.audit('card.sync.ask', `userCards:${id}`, { number }, companyId)
}

/** Its chip says what the server says. */
export async function endToWrite({ tx }: Ctx, id: number): Promise<void> {
  await tx.updateTable('userCard').set({ toWrite: false }).where('id', '=', id).execute()
}

/**
 * The account has its chip: from now on it is used. It was locked by `accountToIssue`.
 * @throws card.statusForbids, card.numberTaken it was to replace another
 */
export async function issueWithChip(ctx: Ctx, { locked, card, replaces }: AwaitingChip, uuid: string): Promise<void> {
  if (replaces) return replaceCard(ctx, locked, uuid)
  const { id, number, kind, companyId, version } = card
  await ctx.tx
    .updateTable('userCard')
    .set({ issueTime: ctx.now, physicalNumber: uuid, version: version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.audit('card.issue', `userCards:${id}`, { number, kind, uuid }, companyId)
  ctx.emit('card.issued', { userCardId: id, number }, { companyId })
}
