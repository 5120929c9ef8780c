import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/** Alerts stay as long as the settings of their fleet say, together with who looked at them; what rules remember of fills stays a year. */
export async function forgetFills(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from fill_alert using fill_rules rules
    where rules.company_id = fill_alert.company_id and rules.group_id = fill_alert.group_id
      and fill_alert.sold_at < ${now}::timestamptz - make_interval(days => rules.kept_days)
      and ${inScope(tx, 'fill_alert.company_id')} and ${inScope(tx, 'rules.company_id')}`.execute(tx)
  await sql`delete from fill_subject where last_date < ${now}::timestamptz - interval '1 year' and ${inScope(tx)}`.execute(tx)
  await sql`delete from fill_tally where day < (${now}::timestamptz - interval '90 days')::date and ${inScope(tx)}`.execute(tx)
}
