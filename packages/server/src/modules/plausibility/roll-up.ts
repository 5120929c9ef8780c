import { sql } from 'kysely'
import { z } from 'zod'
import { productClock } from '../../platform/execution/clock.ts'
import { execute, setTenantScope, systemActor, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { judgeWaiting } from './judge.ts'

/** The product's own work on the fills of a company, each portion in one transaction. */
const endpoint = { method: 'POST', path: '/fills', permission: 'public', returns: z.unknown(), rows: true } as const
const facts = { requestId: 'fills', language: 'zh', ip: '', userAgent: 'fills', secure: false } as const

/** Judges what waits. What fails of one company leaves the others alone. */
export async function judgeFills(db: Database, companies: readonly number[], now: Date, signal?: AbortSignal): Promise<void> {
  const failed: unknown[] = []
  for (const { companyId, zone } of await withWork(db, companies)) {
    const actor = systemActor(companyId, 'fills', zone)
    for (let count = 1; count > 0 && !signal?.aborted; ) {
      const run = async (ctx: Ctx) => {
        count = await judgeWaiting(ctx, companyId)
      }
      await execute(db, { endpoint, run }, actor, facts, now, {}).catch(error => {
        failed.push(error)
        count = 0
      })
    }
  }
  if (failed.length > 0) throw failed[0]
}

export const judgePending: RollUp = (db, companies, { signal }) => judgeFills(db, companies, productClock().now(), signal)

/** The companies in which fills wait, in one question. */
async function withWork(db: Database, companies: readonly number[]): Promise<{ companyId: number; zone: string }[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select id as company_id, time_zone as zone from company
      where exists (select from fill_pending waiting where waiting.company_id = company.id) order by id`.execute(tx)
    return rows
  })
}
