import { sql } from 'kysely'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { limitsOf, raiseSilent } from './tank-alarm.ts'

/** Raises an alarm for each gauge that has been silent for too long and has none for it yet. */
export const watchGauges = workOnCompanies({
  name: 'tankAlarms',
  path: '/tankAlarms',
  where: now => sql`exists (
    select from tank join station on station.company_id = tank.company_id and station.id = tank.station_id
    where tank.company_id = company.id and (${limitsOf('tankAlarms')}->>'silentMinutes')::int > 0
      and tank.gauge_at <= ${now}::timestamptz - make_interval(mins => (${limitsOf('tankAlarms')}->>'silentMinutes')::int)
      and not exists (select from tank_alarm alarm where alarm.company_id = tank.company_id and alarm.tank_id = tank.id
        and alarm.kind = 'silent' and alarm.state <> 'cleared'))`,
  portions: [
    async (ctx, companyId) => {
      await raiseSilent(ctx, companyId)
      return false
    },
  ],
})

export const silentGauges = asRollUp(watchGauges)
