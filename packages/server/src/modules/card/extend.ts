import { cardLife } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { dayOf } from '../shift/index.ts'
import { cardForUpdate, shown } from './card.ts'

/**
 * Lets a card be used for longer (延期), or for ever. Its money was its holder's all the time.
 * @throws notFound, card.returned, card.withoutEnd, card.notLater @source decisions CD14
 */
export const extend = handle(cardLife.extend, async (ctx, { id, body: { validUntil, remark } }) => {
  const { card } = await cardForUpdate(ctx, id)
  const { number, companyId } = card
  if (card.validUntil === null) refuse('card.withoutEnd', { number })
  if (validUntil !== null && (validUntil <= card.validUntil || validUntil < dayOf(ctx.now, ctx.actor.zone)))
    refuse('card.notLater', { number })

  await ctx.tx
    .updateTable('userCard')
    .set({ validUntil, version: card.version + 1 })
    .where('id', '=', id)
    .execute()

  ctx.audit('card.extend', `userCards:${id}`, { number, before: card.validUntil, validUntil, remark }, companyId)
  ctx.emit('card.extended', { userCardId: id, number, validUntil }, { companyId })
  return shown(ctx, id)
})
