import { cardLife, type Parsed } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { dayOf } from '../shift/index.ts'
import { cardForUpdate, shown, type LockedCard } from './card.ts'
import { markToWrite } from './chip-account.ts'

type Body = Parsed<typeof cardLife.extend>['body']

/**
 * Lets a card be used for longer (延期), or for ever. Its money was its holder's all the time.
 * @throws notFound, card.returned, card.withoutEnd, card.notLater @source decisions CD14
 */
export const extend = handle(cardLife.extend, async (ctx, { id, body }) => {
  await extendCard(ctx, await cardForUpdate(ctx, id), body)
  return shown(ctx, id)
})

/** @throws card.withoutEnd, card.notLater */
export async function extendCard(ctx: Ctx, { card }: LockedCard, { validUntil, remark }: Body): Promise<void> {
  const { id, number, companyId } = card
  if (card.validUntil === null) refuse('card.withoutEnd', { number })
  if (validUntil !== null && (validUntil <= card.validUntil || validUntil < dayOf(ctx.now, ctx.actor.zone)))
    refuse('card.notLater', { number })

  await ctx.tx
    .updateTable('userCard')
    .set({ validUntil, version: card.version + 1 })
    .where('id', '=', id)
    .execute()
  await markToWrite(ctx, [id])

  ctx.audit('card.extend', `userCards:${id}`, { number, before: card.validUntil, validUntil, remark }, companyId)
  ctx.emit('card.extended', { userCardId: id, number, validUntil }, { companyId })
}
