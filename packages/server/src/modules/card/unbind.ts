import type { Ctx } from '../../platform/execution/command.ts'
import { cardsForUpdate } from './card.ts'
import { markToWrite } from './chip-account.ts'

/** Takes cards of a fleet from those who hold them: they stay what they are, and go to somebody else. */
export async function unbindCards(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const locked = await cardsForUpdate(ctx, ids)
  for (const {
    card: { id, number, userId, companyId, version },
  } of locked.values()) {
    await ctx.tx
      .updateTable('userCard')
      .set({ userId: null, version: version + 1 })
      .where('id', '=', id)
      .execute()
    ctx.audit('card.unbind', `userCards:${id}`, { number, userId }, companyId)
    ctx.emit('card.unbound', { userCardId: id, number, userId }, { companyId })
  }
  if (ids.length > 0) await markToWrite(ctx, ids)
}
