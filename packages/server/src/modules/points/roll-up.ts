import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { lockCards } from '../card/index.ts'
import { earnPending } from './earn.ts'
import { endLots } from './end.ts'
import { judgeLevels, toJudge } from './growth.ts'
import { servicesOf } from './service.ts'

const dayThere = (now: Date) => sql`(${now}::timestamptz at time zone company.time_zone)::date`

/** Earns what waits, ends what is over, and judges levels where the month is new. */
export const rollUpPoints = workOnCompanies({
  name: 'points',
  path: '/points',
  where: now => sql`exists (select from points_pending waiting where waiting.company_id = company.id)
    or exists (select from points_lot lot where lot.company_id = company.id and points_left > 0 and ends_on < ${dayThere(now)})
    or exists (select from level_judged judged where judged.company_id = company.id and month < date_trunc('month', ${dayThere(now)}))`,
  portions: [earnPending, endLots, judgeMonth].map(work => async (ctx: Ctx, companyId: number) => (await work(ctx, companyId)) > 0),
})

export const rollUpPending = asRollUp(rollUpPoints)

async function judgeMonth(ctx: Ctx, companyId: number): Promise<number> {
  const accounts = await toJudge(ctx, companyId, 500)
  const { level } = accounts.length > 0 ? await servicesOf(ctx, companyId) : {}
  if (!level) return 0
  await judgeLevels(ctx, companyId, level, [...(await lockCards(ctx, accounts)).keys()])
  return accounts.length
}
