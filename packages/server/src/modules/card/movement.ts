import type { CardMovementType } from '@forecourt/contract'
import type { Ctx } from '../../platform/command.ts'
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
  remark?: string
}

/** Notes what an entry did to a card, in the words of its holder's statement. Never edited. */
export async function noteMovement({ tx, actor }: Ctx, card: UserCard, entry: Entry, movement: Movement): Promise<number> {
  const { principalCents, giftCents, debtCents } = movement
  const { id } = await tx
    .insertInto('userCardDetail')
    .values({
      ...movement,
      companyId: card.companyId,
      userCardId: card.id,
      userId: card.userId,
      amountCents: principalCents + giftCents + debtCents,
      operatorId: actor.kind === 'user' ? actor.id : null,
      ledgerEntryId: entry.id,
      createdDate: entry.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
