import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'

/** Alerts stay as long as the settings of their fleet say, together with who looked at them; what rules remember of fills stays a year. */
export async function forgetFills(tx: Tx, now: Date): Promise<void> {
  const { rows: kept } = await sql<{ companyId: number; days: number }>`
    select distinct company_id, kept_days as days from ${scoped(tx, 'fill_rules')} rules`.execute(tx)
  for (const { companyId, days } of kept)
    await sql`
      delete from fill_alert where company_id = ${companyId} and sold_at < ${now}::timestamptz - make_interval(days => ${days}::int)
        and group_id in (select group_id from fill_rules where company_id = ${companyId} and kept_days = ${days})`.execute(tx)
  await sql`delete from fill_subject where last_date < ${now}::timestamptz - interval '1 year' and ${inScope(tx)}`.execute(tx)
  await sql`delete from fill_tally where day < (${now}::timestamptz - interval '90 days')::date and ${inScope(tx)}`.execute(tx)
}
