import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { bookCards, openingAccount } from '../ledger/index.ts'
import { cardsForUpdate, netOf, setStatus, type LockedCard } from './card.ts'
import { recordMovements } from './movement.ts'

/** What a card held before this book began. */
export interface Opening {
  readonly userCardId: number
  readonly amountCents: number
  readonly at: Date
  /** The fact, booked once. */
  readonly ref: string
}

/** Brings in what cards held before this book began, each card once. What it owes is paid first. @throws notFound, ledger.alreadyBooked */
export async function openBalances(ctx: Ctx, openings: readonly Opening[]): Promise<void> {
  if (openings.length === 0) return
  const locked = await cardsForUpdate(
    ctx,
    openings.map(({ userCardId }) => userCardId),
  )
  const opened = openings.map(opening => {
    const card = locked.get(opening.userCardId) ?? refuse('notFound', { userCard: opening.userCardId })
    const debtCents = Math.min(-card.debtCents, opening.amountCents)
    return { ...opening, locked: card, debtCents, principalCents: opening.amountCents - debtCents }
  })
  const entries = await bookCards(
    ctx,
    opened.map(({ locked: { card }, userCardId, at, ref, principalCents, debtCents }) => ({
      kind: 'card.topUp',
      ref,
      companyId: card.companyId,
      userCardId,
      at,
      other: openingAccount(card.companyId),
      // Into the purses.
      principalCents: -principalCents,
      giftCents: 0,
      debtCents: -debtCents,
    })),
  )
  await recordMovements(
    ctx,
    opened.map(({ locked: before, amountCents, principalCents, debtCents }, turn) => {
      const balanceAfterCents = netOf(before) + amountCents
      const movement = { type: 'charge' as const, principalCents, giftCents: 0, debtCents, balanceAfterCents, stationId: null }
      return { card: before.card, entry: entries[turn]!, movement }
    }),
  )
  for (const { locked: before, debtCents } of opened) if (isCleared(before, debtCents)) await setStatus(ctx, before.card, 'normal')
}

const isCleared = ({ card, debtCents }: LockedCard, paidCents: number) => card.status === 'overspend' && debtCents + paidCents === 0
