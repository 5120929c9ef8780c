import type { Ctx } from '../../platform/execution/command.ts'
import { book, purseOf, type Entry, type Move } from '../ledger/index.ts'
import { netOf, type LockedCard } from './card.ts'
import { recordMovements, type Movement } from './movement.ts'

/** What one sub card gets from its master; below zero, what goes back to it. */
export interface Share {
  readonly sub: LockedCard
  readonly principalCents: number
  readonly giftCents: number
}

interface SharedOut {
  readonly master: LockedCard
  readonly shares: readonly Share[]
  /** The fact: booked a second time it is refused. */
  readonly ref: string
  readonly remark: string
}

/**
 * Money between a master card and its sub cards, in one entry: to some of them, and back from others; principal as principal, gift as
 * gift. Each sub card has a movement, and the master one of all of it, where it is not nothing. All of them are locked, each share moves
 * something, and what comes back may be given in the same entry. @throws ledger.alreadyBooked, ledger.insufficientFunds
 */
export async function shareOut(ctx: Ctx, { master, shares, ref, remark }: SharedOut): Promise<Entry> {
  const moves = shares.flatMap(share => movesOf(master, share))
  const entry = await book(ctx, { kind: 'card.assign', ref, companyId: master.card.companyId, moves })
  const movement = (locked: LockedCard, principalCents: number, giftCents: number): { card: LockedCard['card']; movement: Movement } => ({
    card: locked.card,
    movement: {
      type: 'assign',
      // Not minus zero.
      principalCents: principalCents + 0,
      giftCents: giftCents + 0,
      debtCents: 0,
      balanceAfterCents: netOf(locked) + principalCents + giftCents,
      stationId: ctx.actor.stationId ?? null,
      remark,
    },
  })
  const [principal, gift] = [sumOf(shares, 'principalCents'), sumOf(shares, 'giftCents')]
  const all = [
    ...(principal === 0 && gift === 0 ? [] : [movement(master, -principal, -gift)]),
    ...shares.map(({ sub, principalCents, giftCents }) => movement(sub, principalCents, giftCents)),
  ]
  await recordMovements(
    ctx,
    all.map(each => ({ ...each, entry })),
  )
  return entry
}

export const sumOf = (shares: readonly Pick<Share, 'principalCents' | 'giftCents'>[], of: 'principalCents' | 'giftCents'): number =>
  shares.reduce((cents, share) => cents + share[of], 0)

function movesOf(master: LockedCard, { sub, principalCents, giftCents }: Share): Move[] {
  return (
    [
      ['principal', principalCents],
      ['gift', giftCents],
    ] as const
  ).flatMap(([purse, cents]) => {
    const [mains, own] = [purseOf(purse, master.card.id), purseOf(purse, sub.card.id)]
    if (cents === 0) return []
    return [cents > 0 ? { source: mains, target: own, amountCents: cents } : { source: own, target: mains, amountCents: -cents }]
  })
}
