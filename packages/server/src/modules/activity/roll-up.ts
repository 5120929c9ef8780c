import { sql } from 'kysely'
import { z } from 'zod'
import { productClock } from '../../platform/execution/clock.ts'
import { execute, setTenantScope, systemActor, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import { givePending } from './pending.ts'

/** The product's own work on the activities of a company, each portion in one transaction. */
const endpoint = { method: 'POST', path: '/dealTasks', permission: 'public', returns: z.unknown(), rows: true } as const
const facts = { requestId: 'activities', language: 'zh', ip: '', userAgent: 'activities', secure: false } as const

/** Gives what activities give for what has happened since. What fails of one company leaves the others alone. */
export async function rollUpActivities(db: Database, companies: readonly number[], now: Date, signal?: AbortSignal): Promise<void> {
  const failed: unknown[] = []
  for (const { companyId, zone } of await withPending(db, companies)) {
    const run = async () => {
      for (let count = 1; count > 0 && !signal?.aborted; ) {
        const give = async (ctx: Ctx) => {
          count = await givePending(ctx, companyId)
        }
        await execute(db, { endpoint, run: give }, systemActor(companyId, 'activities', zone), facts, now, {})
      }
    }
    await run().catch(error => failed.push(error))
  }
  if (failed.length > 0) throw failed[0]
}

export const rollUpPending: RollUp = (db, companies, { signal }) => rollUpActivities(db, companies, productClock().now(), signal)

async function withPending(db: Database, companies: readonly number[]): Promise<{ companyId: number; zone: string }[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select id as company_id, time_zone as zone from company
      where exists (select from deal_task_pending waiting where waiting.company_id = company.id) order by id`.execute(tx)
    return rows
  })
}
