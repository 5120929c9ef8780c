import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { book, purseOf, reverse, type Move } from '../ledger/index.ts'
import { cardForUpdate } from './card.ts'

/**
 * Freezes part of what a card can spend, principal first: it still shows, no pump takes it (冻结). Undone by `thaw` of the same fact.
 * @throws notFound, card.insufficientBalance, ledger.alreadyBooked
 */
export async function freeze(
  ctx: Ctx,
  { userCardId, amountCents, ref }: { userCardId: number; amountCents: number; ref: string },
): Promise<void> {
  const { card, principalCents, giftCents } = await cardForUpdate(ctx, userCardId)
  if (amountCents > principalCents + giftCents)
    refuse('card.insufficientBalance', { number: card.number, limitCents: principalCents + giftCents })
  const fromPrincipal = Math.min(amountCents, principalCents)
  const target = purseOf('lock', card.id)
  const moves = (
    [
      ['principal', fromPrincipal],
      ['gift', amountCents - fromPrincipal],
    ] as const
  )
    .filter(([, cents]) => cents > 0)
    .map(([purse, cents]): Move => ({ source: purseOf(purse, card.id), target, amountCents: cents }))
  await book(ctx, { kind: 'card.freeze', ref, companyId: card.companyId, moves })
}

/** Gives back what was frozen under a fact, each cent to the purse it came from (解冻). @throws notFound, ledger.alreadyReversed */
export async function thaw(ctx: Ctx, { userCardId, ref }: { userCardId: number; ref: string }): Promise<void> {
  const { card } = await cardForUpdate(ctx, userCardId)
  await reverse(ctx, { kind: 'card.thaw', ref, companyId: card.companyId })
}
