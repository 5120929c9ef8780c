import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { productClock } from '../execution/clock.ts'
import { execute, setTenantScope, systemActor, type Ctx } from '../execution/command.ts'
import type { RollUp } from '../module.ts'
import type { Database } from '../postgres/database.ts'
import { allCompanies } from '../postgres/name-companies.ts'

/** Work that the product does by itself, company by company. */
export interface CompanyWork {
  /** Who does it: in the audit log, and as the id of the request. */
  readonly name: string
  /** What it is about. */
  readonly path: `/${string}`
  /** Whether a company has anything of it to do: a condition on its row in `company`, asked of all companies at once. */
  readonly where: (now: Date) => RawBuilder<unknown>
  /** Done one after another. Each call is a transaction of its own; as long as it answers that there may be more, it is called again. */
  readonly portions: readonly ((ctx: Ctx, companyId: number) => Promise<boolean>)[]
}
export type WorkOnCompanies = (db: Database, companies: readonly number[], now: Date, signal?: AbortSignal) => Promise<void>

/** Does work in each of these companies that has any. What fails of one leaves the others alone; then the first failure is thrown. */
export const workOnCompanies = (work: CompanyWork): WorkOnCompanies => {
  const { name, path, portions } = work
  const endpoint = { method: 'POST', path, permission: 'public', returns: z.unknown(), rows: true } as const
  const facts = { requestId: name, language: 'zh', ip: '', userAgent: name, secure: false } as const
  return async (db, companies, now, signal) => {
    const failed: unknown[] = []
    for (const { companyId, zone } of await withWork(db, companies, work.where(now))) {
      const actor = systemActor(companyId, name, zone)
      const all = async () => {
        for (const portion of portions)
          for (let more = true; more && !signal?.aborted; ) {
            const run = async (ctx: Ctx) => {
              more = await portion(ctx, companyId)
            }
            await execute(db, { endpoint, run }, actor, facts, now, {})
          }
      }
      await all().catch(error => failed.push(error))
    }
    if (failed.length > 0) throw failed[0]
  }
}

/** The same at the time of the product, as one of a module's roll-ups or watches. */
export const asRollUp =
  (work: WorkOnCompanies): RollUp =>
  (db, companies, { signal }) =>
    work(db, companies, productClock().now(), signal)

async function withWork(db: Database, companies: readonly number[], where: RawBuilder<unknown>) {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select company.id as company_id, company.time_zone as zone from company where ${where} order by company.id`.execute(tx)
    return rows
  })
}
