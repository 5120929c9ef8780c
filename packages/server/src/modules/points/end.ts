import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { lockCards } from '../card/index.ts'
import { dayOf } from '../shift/index.ts'
import { bookPoints, holdingsOf, type Done } from './account.ts'
import { end } from './lots.ts'

/** Accounts are ended so many at a time. */
const most = 500

/**
 * Books what has ended of the points of a company: what a lot has left is nothing afterwards, so it is done once.
 * @returns how many accounts
 */
export async function endLots(ctx: Ctx, companyId: number): Promise<number> {
  const today = dayOf(ctx.now, ctx.actor.zone)
  const { rows } = await sql<{ id: number }>`
    select distinct user_card_id as id from points_lot
    where company_id = ${companyId} and ends_on < ${today}::date and points_left > 0 order by 1 limit ${most}::int`.execute(ctx.tx)
  if (rows.length === 0) return 0
  const locked = await lockCards(
    ctx,
    rows.map(({ id }) => id),
  )
  const accounts = await holdingsOf(
    ctx,
    companyId,
    [...locked].map(([id, { card }]) => ({ id, userId: card.userId })),
  )
  const ended = [...accounts.values()].map(account => ({ account, ...end(account, today) }))
  const done = ended.map(({ account, step, points, owed }): Done => ({ account, type: 'end', step, pointsAfter: points - owed }))
  const after = ended.map(({ account, points, owed, lots }) => ({ ...account, points, owed, lots }))
  await bookPoints(ctx, companyId, { kind: 'points.end', ref: `pointsEnd:${crypto.randomUUID()}`, done, after })
  return rows.length
}
