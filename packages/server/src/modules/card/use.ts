import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tables } from '../../platform/postgres/tables.ts'

/**
 * Gives back what a payment used of the limits of its card: on the day on which it was paid, so that money that comes back of another day
 * leaves no room today. The card is held. @returns what its movement says of it
 */
export async function giveBackUse({ tx }: Ctx, paid: Selectable<Tables['userCardDetail']>, amountCents: number) {
  const { companyId, useDay, useCl, useFills } = paid
  const userCardId = paid.spentById ?? paid.userCardId
  if (useDay === null) return {}
  const { cents, volumeCl } = await tx
    .selectFrom('userCardDetail')
    .where('reversesId', '=', paid.id)
    .select(of => [
      sql<number>`coalesce(${of.fn.sum('amountCents')}, 0)::bigint`.as('cents'),
      sql<number>`coalesce(-${of.fn.sum('useCl')}, 0)::bigint`.as('volumeCl'),
    ])
    .executeTakeFirstOrThrow()
  const backCents = cents + amountCents
  const backCl = Number((BigInt(useCl ?? 0) * BigInt(backCents)) / BigInt(-paid.amountCents)) - volumeCl
  const fills = backCents === -paid.amountCents ? (useFills ?? 0) : 0
  await sql`select card_use_add(${companyId}::bigint, ${userCardId}::bigint, ${useDay}::date, ${-amountCents}::bigint, ${-backCl}::bigint,
    ${-fills}::int)`.execute(tx)
  // Not minus zero.
  return { useDay, useCl: -backCl + 0, useFills: -fills + 0 }
}
