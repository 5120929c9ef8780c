import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'

export interface KeptLevel {
  readonly name: string
  readonly fromGrowth: number
  readonly keepGrowth: number
  readonly times: number
  readonly discountId: number | null
}

/**
 * Keeps these levels for a product of levels, and no others. One is known by its name, or else by its growth; members of one that is gone
 * have none until they are judged again.
 */
export async function keepLevels({ tx }: Ctx, companyId: number, cardId: number, levels: readonly KeptLevel[]): Promise<void> {
  const known = await tx.selectFrom('memberLevel').where('cardId', '=', cardId).select(['id', 'name', 'fromGrowth']).execute()
  const named = levels.map(level => ({ level, id: known.find(({ name }) => name === level.name)?.id }))
  const taken = new Set(named.map(({ id }) => id))
  const placed = named.map(({ level, id }) => ({
    level,
    id: id ?? known.find(each => !taken.has(each.id) && each.fromGrowth === level.fromGrowth)?.id,
  }))
  const kept = new Set(placed.map(({ id }) => id))
  const gone = known.flatMap(({ id }) => (kept.has(id) ? [] : id))
  if (gone.length > 0) {
    // A database on several machines does not do it by the reference.
    await sql`select member_levels_gone(${companyId}, ${gone})`.execute(tx)
    await tx.deleteFrom('memberLevel').where('companyId', '=', companyId).where('id', 'in', gone).execute()
  }
  for (const { level, id } of placed)
    if (id === undefined)
      await tx
        .insertInto('memberLevel')
        .values({ ...level, cardId, companyId })
        .execute()
    else await tx.updateTable('memberLevel').set(level).where('id', '=', id).execute()
}

/** Sets the levels of accounts; the discount of a level counts from the next sale that is reckoned. */
export async function setLevels(
  { tx }: Ctx,
  companyId: number,
  set: readonly { userCardId: number; levelId: number | null }[],
): Promise<void> {
  if (set.length === 0) return
  await sql`
    update user_card set level_id = given.level from jsonb_to_recordset(${JSON.stringify(
      set.map(({ userCardId, levelId }) => ({ card: userCardId, level: levelId })),
    )}) as given (card bigint, level bigint)
    where company_id = ${companyId} and id = given.card`.execute(tx)
}
