import { sql } from 'kysely'
import { z } from 'zod'
import { setTenantScope, systemActor } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { keepJobs } from '../../platform/jobs/schedule.ts'
import { longTask } from '../../platform/jobs/task.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { issueUnseen, prepareBill } from './bills.ts'
import { monthBefore } from './period.ts'

const name = 'bill.prepare'

/** Fleets that had cards in the last month that is over, and have no bill of it, by company. */
async function dueFleets(tx: Tx, now: Date): Promise<{ companyId: number; zone: string; groupId: number }[]> {
  const { rows } = await sql<{ companyId: number; zone: string; groupId: number }>`
    select fleet.company_id, company.time_zone as zone, fleet.id as group_id
    from fleet join company on company.id = fleet.company_id and ${inScope(tx, 'company.id')}
    cross join lateral (select date_trunc('month', ${now}::timestamptz at time zone company.time_zone) as ends) as month
    where ${inScope(tx, 'fleet.company_id')}
      and exists (select from user_card card where card.company_id = fleet.company_id and card.group_id = fleet.id and card.service is null
        and least(card.created_date, card.issue_time) < month.ends at time zone company.time_zone)
      and not exists (select from fleet_bill bill where bill.company_id = fleet.company_id and bill.group_id = fleet.id
        and bill.month = (month.ends - interval '1 month')::date)
    order by fleet.company_id, fleet.id`.execute(tx)
  return rows
}

/** Asks for the bills of the last month, where there are fleets without one: soon after the first of the month of their company. */
export async function askForBills(tx: Tx, now: Date): Promise<void> {
  const companies = new Map((await dueFleets(tx, now)).map(({ companyId, zone }) => [companyId, zone]))
  const jobs = [...companies].map(([companyId, zone]) => {
    const month = monthBefore(now, zone)
    const createdBy = systemActor(companyId, 'maintenance').key
    return { companyId, task: name, key: month, payload: JSON.stringify({ month }), runDate: now, createdBy, createdDate: now }
  })
  await keepJobs(tx, jobs)
}

/**
 * Draws up the bills of a month for all fleets of a company that have none, each in a transaction of its own; and issues those whose
 * agreement says so. One that cannot be issued stays open for a person. A fleet has one bill of a month, however often this runs.
 */
export const prepareTask = longTask(name, z.object({ month: z.string() }), async ({ within, signal, companyId }, { month }) => {
  const due = await within(async ({ tx, now }) => dueFleets(await setTenantScope(tx, [companyId]), now))
  for (const { groupId } of due) {
    if (signal?.aborted) throw new Error('the server ends: the rest is done by the next run')
    const id = await within(ctx => prepareBill(ctx, groupId, month))
    if (await within(ctx => isAutomatic(ctx.tx, groupId, month)))
      await within(ctx => issueUnseen(ctx, id)).catch(thrown => (thrown instanceof Refusal ? undefined : Promise.reject(thrown)))
  }
})

/** Whether the agreement that is in force when the month ends lets its bills be issued without a person. */
async function isAutomatic(tx: Tx, groupId: number, month: string): Promise<boolean> {
  const lastDay = Temporal.PlainDate.from(month).add({ months: 1 }).subtract({ days: 1 }).toString()
  const agreement = await tx
    .selectFrom('fleetAgreement')
    .where('groupId', '=', groupId)
    .where('fromDate', '<=', lastDay)
    .where(each => each.or([each('untilDate', 'is', null), each('untilDate', '>=', lastDay)]))
    .where('autoIssue', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return agreement !== undefined
}
