import { sql } from 'kysely'
import { z } from 'zod'
import { productClock } from '../../platform/execution/clock.ts'
import { execute, setTenantScope, systemActor, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import { limitsOf, raiseSilent } from './tank-alarm.ts'

/** The product's own work, each company in one transaction. */
const endpoint = { method: 'POST', path: '/tankAlarms', permission: 'public', returns: z.unknown(), rows: true } as const
const facts = { requestId: 'tankAlarms', language: 'zh', ip: '', userAgent: 'tankAlarms', secure: false } as const

/** Raises an alarm for each gauge that has been silent for too long. What fails of one company leaves the others alone. */
export async function watchGauges(db: Database, companies: readonly number[], now: Date): Promise<void> {
  const failed: unknown[] = []
  for (const { companyId, zone } of await withSilence(db, companies, now)) {
    const run = (ctx: Ctx) => raiseSilent(ctx, companyId)
    const actor = systemActor(companyId, 'tankAlarms', zone)
    await execute(db, { endpoint, run }, actor, facts, now, {}).catch(error => failed.push(error))
  }
  if (failed.length > 0) throw failed[0]
}

export const silentGauges: RollUp = (db, companies) => watchGauges(db, companies, productClock().now())

/** The companies in which a gauge is silent and has no alarm for it yet, in one question. */
async function withSilence(db: Database, companies: readonly number[], now: Date): Promise<{ companyId: number; zone: string }[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select company.id as company_id, company.time_zone as zone
      from tank join station on station.company_id = tank.company_id and station.id = tank.station_id
      join company on company.id = tank.company_id
      where (${limitsOf('tankAlarms')}->>'silentMinutes')::int > 0
        and tank.gauge_at <= ${now}::timestamptz - make_interval(mins => (${limitsOf('tankAlarms')}->>'silentMinutes')::int)
        and not exists (select from tank_alarm alarm where alarm.company_id = tank.company_id and alarm.tank_id = tank.id
          and alarm.kind = 'silent' and alarm.state <> 'cleared')
      group by company.id, company.time_zone
      order by company.id`.execute(tx)
    return rows
  })
}
