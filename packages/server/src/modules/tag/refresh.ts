import { sql } from 'kysely'
import { z } from 'zod'
import { task } from '../../platform/jobs/task.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { applyRule } from './rule.ts'

/** Applies the rule of a tag; of one that was deleted meanwhile nothing is left to do. */
export const refreshTag = task('tag.refresh', z.object({ tagId: z.int() }), async (ctx, { tagId }) => {
  const { companyId } = ctx.actor
  const tag = await ctx.tx
    .selectFrom('tag')
    .where('companyId', '=', companyId)
    .where('id', '=', tagId)
    .select(['id', 'rule'])
    .forUpdate()
    .executeTakeFirst()
  if (tag?.rule) await applyRule(ctx, companyId, { id: tag.id, rule: tag.rule })
})

/** From this hour on, a company's night is quiet enough. */
const nightHour = 1

/** Asks for the rules of each company whose night it is and that were not applied on this day: figures have moved on by a day. */
export async function askForRules(tx: Tx, now: Date): Promise<void> {
  await sql`insert into job (company_id, task, key, payload, run_date, created_by, created_date)
    select own.id, 'tag.refresh', tag.id::text, json_build_object('tagId', tag.id), ${now}, 'system:maintenance', ${now}
    from company own
    cross join lateral (select ${now}::timestamptz at time zone own.time_zone as at) as local
    join ${scoped(tx, 'tag')} tag on tag.company_id = own.id and tag.rule is not null
    where ${inScope(tx, 'own.id')} and extract(hour from local.at) >= ${nightHour}
      and (tag.counted_date is null or (tag.counted_date at time zone own.time_zone)::date < local.at::date)
    on conflict do nothing`.execute(tx)
}
