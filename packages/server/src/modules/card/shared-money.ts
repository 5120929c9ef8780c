import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { UserCard } from './card.ts'

/** Locks cards, and the masters whose money they spend, in the order of their ids. */
export async function lockCards({ tx }: Ctx, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`select card_lock(${companyId}, ${[...ids]}::bigint[])`.execute(tx)
}

/** @throws notFound */
export async function companyOfCard({ tx }: Ctx, id: number): Promise<number> {
  const card = await tx.selectFrom('userCard').where('id', '=', id).select('companyId').executeTakeFirst()
  return card?.companyId ?? refuse('notFound', { userCard: id })
}

/** Whose money a locked card spends: its own, or its master's, where its fleet shares. */
export async function payerOf({ tx }: Ctx, companyId: number, id: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ master: number | null }>`select (card_masters(${companyId}, ${[id]}::bigint[]))[1] as master`.execute(tx)
  return row?.master ?? id
}

/** Nothing is given to the sub cards of a fleet that shares: their purses stay empty. The card is locked. @throws fleet.shares */
export async function refuseSharing({ tx }: Ctx, { companyId, groupId }: UserCard): Promise<void> {
  if (groupId === null) return
  const fleet = tx.selectFrom('fleet').where('companyId', '=', companyId).where('id', '=', groupId)
  if ((await fleet.select('valueMode').executeTakeFirst())?.valueMode === 'share') refuse('fleet.shares')
}
