import type { Ctx } from '../../platform/execution/command.ts'
import { book, purseOf, type Entry, type Move } from '../ledger/index.ts'
import { cardForUpdate, netOf, type LockedCard } from './card.ts'
import { carryLots } from './gift-lots.ts'
import { recordMovement } from './movement.ts'

/** Both cards, the one with the lower id first, so that two transfers never wait for each other. @throws notFound, card.returned */
export async function pairForUpdate(ctx: Ctx, one: number, other: number): Promise<[LockedCard, LockedCard]> {
  const locked = new Map<number, LockedCard>()
  for (const id of new Set([one, other].toSorted((a, b) => a - b))) locked.set(id, await cardForUpdate(ctx, id))
  return [locked.get(one)!, locked.get(other)!]
}

interface Carried {
  readonly payer: LockedCard
  readonly payee: LockedCard
  readonly kind: string
  readonly ref: string
  readonly principalCents: number
  readonly giftCents?: number
  /** What leaves the payer in the same entry and does not reach the payee. */
  readonly besides?: readonly Move[]
  readonly remark: string
}

/**
 * Money from one card to another, principal as principal and gift as gift: nothing comes in or goes out, two movements of one entry.
 * Both cards are locked.
 */
export async function carry(ctx: Ctx, { payer, payee, kind, ref, principalCents, giftCents = 0, ...rest }: Carried): Promise<Entry> {
  const { besides = [], remark } = rest
  const purses = [
    ['principal', principalCents],
    ['gift', giftCents],
  ] as const
  const moves = purses
    .filter(([, cents]) => cents > 0)
    .map(([purse, amountCents]): Move => ({ source: purseOf(purse, payer.card.id), target: purseOf(purse, payee.card.id), amountCents }))
  const entry = await book(ctx, { kind, ref, companyId: payer.card.companyId, moves: [...moves, ...besides] })
  if (moves.length === 0) return entry
  await carryLots(ctx, { card: payer.card, giftCents: payer.giftCents, entryId: entry.id, cents: giftCents }, payee.card)
  for (const [locked, sign] of [
    [payer, -1],
    [payee, 1],
  ] as const) {
    await recordMovement(ctx, locked.card, entry, {
      type: 'assign',
      // Not minus zero.
      principalCents: sign * principalCents + 0,
      giftCents: sign * giftCents + 0,
      debtCents: 0,
      balanceAfterCents: netOf(locked) + sign * (principalCents + giftCents),
      stationId: ctx.actor.stationId ?? null,
      remark,
    })
  }
  return entry
}
