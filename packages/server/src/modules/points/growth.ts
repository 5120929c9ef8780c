import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { setLevels } from '../card/index.ts'
import { dayOf } from '../shift/index.ts'
import { levelAt } from './rule.ts'
import type { OfLevels } from './service.ts'

export interface Grown {
  readonly userCardId: number
  readonly orderId: number
  /** Below zero where a refund takes it back. */
  readonly growth: number
  readonly at: string
}

/** Appends growth: it is never edited, and never spent. */
export const grow = (ctx: Ctx, companyId: number, grown: readonly Grown[]): Promise<void> =>
  insertRows(
    ctx.tx,
    'growthEntry',
    grown.map(({ userCardId, orderId, growth, at }) => ({ companyId, userCardId, orderId, growth, createdDate: at })),
  )

/** Growth that counts at a moment: of the last twelve months, or all there ever was. */
export async function growthOf({ tx, now }: Ctx, companyId: number, accounts: readonly number[], span: OfLevels['span']) {
  const since = span === 'ever' ? new Date(0) : new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate()))
  const { rows } = await sql<{ id: number; growth: number }>`
    select user_card_id as id, sum(growth)::bigint as growth from growth_entry
    where company_id = ${companyId} and user_card_id = any(${accounts}::bigint[]) and created_date >= ${since}
    group by user_card_id`.execute(tx)
  const found = new Map(rows.map(({ id, growth }) => [id, growth]))
  return new Map(accounts.map(id => [id, Math.max(0, found.get(id) ?? 0)]))
}

/**
 * Judges the levels of accounts that are locked: one that was reached counts at once, one that is no longer kept ends with the month.
 */
export async function judgeLevels(ctx: Ctx, companyId: number, service: OfLevels, accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return
  const month = `${dayOf(ctx.now, ctx.actor.zone).slice(0, 7)}-01`
  const { rows } = await sql<{ id: number; levelId: number | null; judged: string | null }>`
    select held.id, held.level_id, judged.month::text as judged from user_card held
    left join level_judged judged on judged.company_id = ${companyId} and judged.user_card_id = held.id
    where held.company_id = ${companyId} and held.id = any(${accounts}::bigint[])`.execute(ctx.tx)
  const growth = await growthOf(ctx, companyId, accounts, service.span)
  const changed = rows.flatMap(({ id, levelId, judged }) => {
    const level = levelAt(service.levels, growth.get(id) ?? 0, levelId, judged === null || judged < month)?.id ?? null
    return level === levelId ? [] : [{ userCardId: id, levelId: level }]
  })
  await setLevels(ctx, companyId, changed)
  await sql`
    insert into level_judged as kept (company_id, user_card_id, month)
    select owner.id, card, ${month}::date from unnest(${accounts}::bigint[]) as card join company owner on owner.id = ${companyId}
    on conflict (company_id, user_card_id) do update set month = excluded.month where kept.month <> excluded.month`.execute(ctx.tx)
  for (const { userCardId, levelId } of changed) ctx.emit('member.level', { userCardId, levelId }, { companyId })
}

/** Accounts whose level was last judged in an earlier month. */
export async function toJudge({ tx, now, actor }: Ctx, companyId: number, most: number): Promise<number[]> {
  const month = `${dayOf(now, actor.zone).slice(0, 7)}-01`
  const { rows } = await sql<{ id: number }>`
    select user_card_id as id from level_judged where company_id = ${companyId} and month < ${month}::date
    order by month limit ${most}::int`.execute(tx)
  return rows.map(({ id }) => id)
}
