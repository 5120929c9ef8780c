import { sql } from 'kysely'
import { z } from 'zod'
import { productClock } from '../../platform/execution/clock.ts'
import { execute, setTenantScope, systemActor, type Actor, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { lockCards } from '../card/index.ts'
import { earnPending } from './earn.ts'
import { endLots } from './end.ts'
import { judgeLevels, toJudge } from './growth.ts'
import { servicesOf } from './service.ts'

/** The product's own work on the points of a company, each portion in one transaction. */
const endpoint = { method: 'POST', path: '/points', permission: 'public', returns: z.unknown(), rows: true } as const
const facts = { requestId: 'points', language: 'zh', ip: '', userAgent: 'points', secure: false } as const

/** Earns what waits, ends what is over, and judges levels where the month is new. What fails of one company leaves the others alone. */
export async function rollUpPoints(db: Database, companies: readonly number[], now: Date, signal?: AbortSignal): Promise<void> {
  const failed: unknown[] = []
  for (const { companyId, zone } of await withWork(db, companies, now))
    await rollUpOf(db, systemActor(companyId, 'points', zone), now, signal).catch(error => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

async function rollUpOf(db: Database, actor: Actor, now: Date, signal: AbortSignal | undefined): Promise<void> {
  for (const work of [earnPending, endLots, judgeMonth])
    for (let count = 1; count > 0 && !signal?.aborted; ) {
      const run = async (ctx: Ctx) => {
        count = await work(ctx, actor.companyId)
      }
      await execute(db, { endpoint, run }, actor, facts, now, {})
    }
}

export const rollUpPending: RollUp = (db, companies, { signal }) => rollUpPoints(db, companies, productClock().now(), signal)

async function judgeMonth(ctx: Ctx, companyId: number): Promise<number> {
  const accounts = await toJudge(ctx, companyId, 500)
  const { level } = accounts.length > 0 ? await servicesOf(ctx, companyId) : {}
  if (!level) return 0
  await judgeLevels(ctx, companyId, level, [...(await lockCards(ctx, accounts)).keys()])
  return accounts.length
}

/** The companies that have anything to do here, in one question. */
async function withWork(db: Database, companies: readonly number[], now: Date): Promise<{ companyId: number; zone: string }[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const { rows } = await sql<{ companyId: number; zone: string }>`${sql.raw(allCompanies)}
      select id as company_id, time_zone as zone from company
      cross join lateral (select (${now}::timestamptz at time zone time_zone)::date as day) as today
      where exists (select from points_pending waiting where waiting.company_id = company.id)
        or exists (select from points_lot lot where lot.company_id = company.id and points_left > 0 and ends_on < day)
        or exists (select from level_judged judged where judged.company_id = company.id and month < date_trunc('month', day))
      order by id`.execute(tx)
    return rows
  })
}
