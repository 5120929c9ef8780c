import { cardLife } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { askReplacement, cardToReplace, replaceCard, shownCard } from '../card/index.ts'
import { chipsOf, isReserved, letGo } from './chip.ts'
import { giveUp } from './set.ts'

/**
 * Replaces the plastic of an account (补卡): at once where the new card is known by its number alone; where it has a chip, when that is
 * confirmed, and until then the account is as it was. The old chip is scrapped. Nothing is posted.
 * @throws notFound, card.notIssued, card.returned, card.statusForbids, card.numberTaken, pin.proof @source decisions CD4, CD9, CD31
 */
export const reissue = handle(cardLife.reissue, async (ctx, { id, body: { number, awaitsChip, reason, remark, pinProof } }) => {
  const locked = await cardToReplace(ctx, id, number, pinProof)
  const { card } = locked

  await askReplacement(ctx, card, { number, reason, remark })
  const chips = await chipsOf(ctx, id)
  for (const coming of chips.filter(isReserved)) await giveUp(ctx, coming)
  if (awaitsChip) {
    ctx.audit('card.reissue.ask', `userCards:${id}`, { number: card.number, successor: number, reason, remark }, card.companyId)
    return shownCard(ctx, id)
  }
  for (const old of chips.filter(chip => !isReserved(chip))) await letGo(ctx, old, 'scrap', number)
  await replaceCard(ctx, locked, null)
  return shownCard(ctx, id)
})
