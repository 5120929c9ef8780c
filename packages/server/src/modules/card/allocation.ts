import type { Ctx } from '../../platform/execution/command.ts'
import type { Refusal } from '../../platform/execution/refusal.ts'
import { book, purseOf, type Entry } from '../ledger/index.ts'
import { againstReceiver, type Receiver } from './assign-many.ts'
import { netOf, type LockedCard } from './card.ts'
import { recordMovements, type Movement } from './movement.ts'
import { prepaidOf } from './prepaid.ts'

/** What a sub card gets from its master card in all; below zero it goes back. */
export interface Allocation {
  readonly sub: LockedCard
  readonly cents: number
}
interface Allocating {
  readonly master: LockedCard
  readonly shares: readonly Allocation[]
  /** The fact: booked a second time it is refused. */
  readonly ref: string
  readonly remark: string
}

/**
 * Principal between a master card and its sub cards, in one entry: to some of them, and back from others. All of them are locked, each
 * share moves something, and what comes back may be given in the same entry. @throws ledger.alreadyBooked, ledger.insufficientFunds
 */
export async function allocate(ctx: Ctx, { master, shares, ref, remark }: Allocating): Promise<Entry> {
  const [main, { companyId }] = [purseOf('principal', master.card.id), master.card]
  const moves = shares.map(({ sub, cents }) => {
    const own = purseOf('principal', sub.card.id)
    return cents > 0 ? { source: main, target: own, amountCents: cents } : { source: own, target: main, amountCents: -cents }
  })
  const entry = await book(ctx, { kind: 'card.assign', ref, companyId, moves })
  const movement = (locked: LockedCard, cents: number): { card: LockedCard['card']; entry: Entry; movement: Movement } => ({
    card: locked.card,
    entry,
    movement: {
      type: 'assign',
      principalCents: cents,
      giftCents: 0,
      debtCents: 0,
      balanceAfterCents: netOf(locked) + cents,
      stationId: null,
      remark,
    },
  })
  const given = shares.reduce((sum, { cents }) => sum + cents, 0)
  await recordMovements(ctx, [
    // Where as much came back as was given, the master card holds what it held.
    ...(given === 0 ? [] : [movement(master, -given)]),
    ...shares.map(({ sub, cents }) => movement(sub, cents)),
  ])
  return entry
}

/** What stands against each of the sub cards that are to receive, by its id. */
export async function againstReceivers(ctx: Ctx, master: LockedCard, all: readonly Receiver[]): Promise<Map<number, Refusal>> {
  const rules = await prepaidOf(ctx, master.card.companyId)
  return new Map(
    all.flatMap(receiver => {
      const refusal = againstReceiver(ctx, rules, master, receiver)
      return refusal ? [[receiver.toId, refusal] as const] : []
    }),
  )
}
