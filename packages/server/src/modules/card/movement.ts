import type { CardMovementType } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { inSlices } from '../../platform/execution/slices.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import type { Entry } from '../ledger/index.ts'
import type { UserCard } from './card.ts'

export interface Movement {
  type: CardMovementType
  principalCents: number
  giftCents: number
  debtCents: number
  balanceAfterCents: number
  stationId: number | null
  /** The shift that took the money. */
  shiftId?: number | null
  payType?: string | null
  orderId?: number | null
  reversesId?: number
  packageId?: number | null
  /** Of cash that was paid in: its receipt, or that it has none. */
  receiptId?: number | null
  withoutReceipt?: boolean | null
  /** The sub card that spent the money of its master. */
  spentById?: number | null
  remark?: string
  /** What it uses of the limits of its card; below zero what it gives back. */
  useDay?: string | null
  useCl?: number | null
  useFills?: number | null
}

/** What an entry did to a card. */
interface CardMovement {
  readonly card: UserCard
  readonly entry: Entry
  readonly movement: Movement
}

/** Records what an entry did to a card, in the words of its holder's statement. Never edited. */
export async function recordMovement(ctx: Ctx, card: UserCard, entry: Entry, movement: Movement): Promise<number> {
  const row = rowOf(ctx, { card, entry, movement })
  const { id } = await ctx.tx.insertInto('userCardDetail').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The same for many, that all say the same of themselves. */
export async function recordMovements(ctx: Ctx, movements: readonly CardMovement[]): Promise<void> {
  for await (const some of inSlices(movements))
    await insertRows(
      ctx.tx,
      'userCardDetail',
      some.map(each => rowOf(ctx, each)),
    )
}

const rowOf = ({ actor }: Ctx, { card, entry, movement }: CardMovement) => ({
  ...movement,
  companyId: card.companyId,
  userCardId: card.id,
  userId: card.userId,
  amountCents: movement.principalCents + movement.giftCents + movement.debtCents,
  operatorId: actor.kind === 'user' ? actor.id : null,
  ledgerEntryId: entry.id,
  billingType: card.billingType,
  createdDate: entry.at,
})
