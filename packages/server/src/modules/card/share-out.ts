import type { Ctx } from '../../platform/execution/command.ts'
import { book, purseOf, type Entry, type Move } from '../ledger/index.ts'
import { netOf, type LockedCard } from './card.ts'
import { recordMovements, type Movement } from './movement.ts'

/** What one sub card gets from its master, or gives back to it. */
export interface Share {
  readonly sub: LockedCard
  readonly principalCents: number
  readonly giftCents: number
}

interface SharedOut {
  readonly master: LockedCard
  readonly shares: readonly Share[]
  /** To the sub cards, or back to the master. */
  readonly way: 'out' | 'back'
  readonly kind: string
  readonly ref: string
  readonly remark: string
}

/**
 * Money between a master card and many of its sub cards, in one entry: principal as principal, gift as gift. Each sub card has a movement,
 * and the master one of all of it. All of them are locked, and each share moves something.
 */
export async function shareOut(ctx: Ctx, { master, shares, way, kind, ref, remark }: SharedOut): Promise<Entry> {
  const moves = shares.flatMap(share => movesOf(master, share, way))
  const entry = await book(ctx, { kind, ref, companyId: master.card.companyId, moves })
  const sign = way === 'out' ? 1 : -1
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
  const all = [
    movement(master, -sign * sumOf(shares, 'principalCents'), -sign * sumOf(shares, 'giftCents')),
    ...shares.map(({ sub, principalCents, giftCents }) => movement(sub, sign * principalCents, sign * giftCents)),
  ]
  await recordMovements(
    ctx,
    all.map(each => ({ ...each, entry })),
  )
  return entry
}

export const sumOf = (shares: readonly Pick<Share, 'principalCents' | 'giftCents'>[], of: 'principalCents' | 'giftCents'): number =>
  shares.reduce((cents, share) => cents + share[of], 0)

function movesOf(master: LockedCard, { sub, principalCents, giftCents }: Share, way: 'out' | 'back'): Move[] {
  const [from, to] = way === 'out' ? [master.card.id, sub.card.id] : [sub.card.id, master.card.id]
  return (
    [
      ['principal', principalCents],
      ['gift', giftCents],
    ] as const
  ).flatMap(([purse, amountCents]) => (amountCents > 0 ? [{ source: purseOf(purse, from), target: purseOf(purse, to), amountCents }] : []))
}
