import { sql } from 'kysely'
import { z } from 'zod'
import { productClock } from '../../platform/execution/clock.ts'
import { execute, setTenantScope, systemActor, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { tellWaiting } from './tell.ts'

/** The product's own work, each portion in one transaction. */
const endpoint = { method: 'POST', path: '/lowBalances', permission: 'public', returns: z.unknown(), rows: true } as const
const facts = { requestId: 'lowBalances', language: 'zh', ip: '', userAgent: 'lowBalances', secure: false } as const

/** Tells of what waits. What fails of one company leaves the others alone. */
export async function tellLowBalances(db: Database, companies: readonly number[], now: Date, signal?: AbortSignal): Promise<void> {
  const failed: unknown[] = []
  for (const { companyId, zone } of await withWork(db, companies)) {
    const actor = systemActor(companyId, 'lowBalances', zone)
    for (let count = 1; count > 0 && !signal?.aborted; ) {
      const run = async (ctx: Ctx) => {
        count = await tellWaiting(ctx, companyId)
      }
      await execute(db, { endpoint, run }, actor, facts, now, {}).catch(error => {
        failed.push(error)
        count = 0
      })
    }
  }
  if (failed.length > 0) throw failed[0]
}

export const tellPending: RollUp = (db, companies, { signal }) => tellLowBalances(db, companies, productClock().now(), signal)

/** The companies in which notices wait, in one question. */
async function withWork(db: Database, companies: readonly number[]): Promise<{ companyId: number; zone: string }[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select id as company_id, time_zone as zone from company
      where exists (select from low_balance_notice waiting where waiting.company_id = company.id and waiting.outcome is null)
      order by id`.execute(tx)
    return rows
  })
}
