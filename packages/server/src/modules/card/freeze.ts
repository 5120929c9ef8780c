import { cardMoney } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { book, purseOf, reverse, type Entry, type Move } from '../ledger/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { cardForUpdate, refuseNoStoredValue } from './card.ts'
import { giveBack, takeGift } from './gift-lots.ts'
import { cardStateOf } from './money.ts'

/**
 * Keeps money of a card from being spent (冻结), with the reason. Undone by staff with `thaw`.
 * @throws notFound, card.returned, card.notStoredValue, card.insufficientBalance, amount.unusual, pin.proof @source decisions CD15
 */
const freezeByStaff = handle(cardMoney.freeze, async (ctx, { id, body: { amountCents, remark, pinProof, confirmAmountCents } }) => {
  const locked = await cardForUpdate(ctx, id)
  const { card, principalCents, giftCents } = locked
  refuseNoStoredValue(locked)
  refuseMore(card, amountCents, principalCents + giftCents)
  await refuseUnconfirmed(ctx, { companyId: card.companyId, stationId: ctx.actor.stationId }, amountCents, confirmAmountCents)
  await spendProof(ctx, pinProof, { action: 'card.freeze', subject: `userCards:${id}`, amountCents })

  const entry = await freeze(ctx, { userCardId: id, amountCents, ref: `freeze:${crypto.randomUUID()}` })

  ctx.audit('card.freeze', `userCards:${id}`, { number: card.number, amountCents, remark }, card.companyId)
  ctx.emit('card.frozen', { userCardId: id, number: card.number, amountCents }, { companyId: card.companyId })
  return { id: null, createdDate: entry.at, ...(await cardStateOf(ctx, id)) }
})

/** @throws card.insufficientBalance */
function refuseMore({ number }: { number: string }, amountCents: number, limitCents: number): void {
  if (amountCents > limitCents) refuse('card.insufficientBalance', { number, limitCents })
}

/**
 * Freezes part of what a card can spend, principal first: it still shows, no pump takes it (冻结). Undone by `thaw` of the same fact.
 * @throws notFound, card.insufficientBalance, ledger.alreadyBooked
 */
export async function freeze(
  ctx: Ctx,
  { userCardId, amountCents, ref }: { userCardId: number; amountCents: number; ref: string },
): Promise<Entry> {
  const { card, principalCents, giftCents } = await cardForUpdate(ctx, userCardId)
  refuseMore(card, amountCents, principalCents + giftCents)
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
  const entry = await book(ctx, { kind: 'card.freeze', ref, companyId: card.companyId, moves })
  await takeGift(ctx, { card, giftCents, entryId: entry.id, cents: amountCents - fromPrincipal, lotsLast: true })
  return entry
}

/** Gives back what was frozen under a fact, each cent to the purse it came from (解冻). @throws notFound, ledger.alreadyReversed */
export async function thaw(ctx: Ctx, { userCardId, ref }: { userCardId: number; ref: string }): Promise<void> {
  const { card } = await cardForUpdate(ctx, userCardId)
  const { reversesId } = await reverse(ctx, { kind: 'card.thaw', ref, companyId: card.companyId })
  await giveBack(ctx, card.companyId, reversesId)
}

export const freezeHandlers = [freezeByStaff]
