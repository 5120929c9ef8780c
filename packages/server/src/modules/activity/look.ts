import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { longTask, type Job } from '../../platform/jobs/task.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { lastsAt, noteLooked, noteStopped, taskForUpdate, type GivingTask } from '../deal/index.ts'
import { giveGifts, type Gift } from './give.ts'

/** So many members get their coupons in one transaction. */
const portion = 1000

interface Due {
  readonly userId: number
  readonly factId: number
  readonly isMember: boolean
}

/**
 * Looks through the members for those whom an activity gives something without their doing: who carries a tag, who has their birthday in
 * this month, who has bought nothing for long. In portions by the order of their ids, each in a transaction of its own; stopped anywhere,
 * the next run passes over those who have their coupons.
 */
export const lookForMembers = longTask('activity.look', z.object({ dealTaskId: z.int() }), async (job, { dealTaskId }) => {
  for (let after: number | null = 0; after !== null && !job.signal?.aborted; ) after = await giveToSome(job, dealTaskId, after)
})

/** Gives to those whose ids come next. @returns the last id that it looked at, null where the run is over */
const giveToSome = (job: Job, dealTaskId: number, after: number): Promise<number | null> =>
  job.within(async ctx => {
    const { companyId } = job
    const task = await taskForUpdate(ctx, companyId, dealTaskId)
    if (!task || task.disabled || task.completedDate !== null || !lastsAt(task, ctx.now)) return null
    if (task.maxIssue > 0 && task.givenCount >= task.maxIssue) return null
    const due = await dueOf(ctx, companyId, task, after)
    const fact = task.kind === 'issue' ? 'tag' : (task.kind as 'birthday' | 'lapsed')
    const gifts = due.filter(({ isMember }) => isMember).map(({ userId, factId }): Gift => ({ task, userId, fact, factId }))
    const { given, refused, leftOut, stopped } = await giveGifts(ctx, companyId, gifts, true)
    await noteStopped(ctx, companyId, [{ id: dealTaskId, code: stopped.get(dealTaskId) ?? null }])
    // Those who were left out are asked about again: there may be more coupons by then.
    if (leftOut > 0) return given + refused > 0 ? after : null
    if (due.length === portion) return due.at(-1)!.userId
    if (stopped.size === 0) await noteLooked(ctx, companyId, task)
    return null
  })

/** The next ones in the order of their ids, whether or not they had it before. */
async function dueOf(ctx: Ctx, companyId: number, task: GivingTask, after: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (${membersOf(ctx, companyId, task)} and user_id > ${after} order by user_id limit ${portion})
    select due.user_id, due.fact_id, exists (
      select from member_figure figure where figure.company_id = ${companyId} and figure.user_id = due.user_id) as is_member
    from due order by due.user_id`.execute(ctx.tx)
  return rows
}

function membersOf({ now, actor: { zone } }: Ctx, companyId: number, { kind, tagId, idleDays }: GivingTask) {
  const today = sql`(${now}::timestamptz at time zone ${zone}::text)::date`
  if (kind === 'issue')
    return sql`select user_id, 0::bigint as fact_id from tag_member where company_id = ${companyId} and tag_id = ${tagId}`
  if (kind === 'birthday')
    return sql`select user_id, extract(year from ${today})::bigint as fact_id from member_profile
      where company_id = ${companyId} and birth_month = extract(month from ${today})`
  return sql`select user_id, to_char(day, 'YYYYMMDD')::bigint as fact_id from member_last_purchase
    where company_id = ${companyId} and day <= ${today} - ${idleDays}::int`
}

/**
 * Asks for what gives without anybody's doing: once a day while it lasts, and again where it was stopped or could not be ended. What waits
 * or runs already is not asked for twice.
 */
export async function askToLook(tx: Tx, now: Date): Promise<void> {
  await sql`insert into job (company_id, task, key, payload, run_date, created_by, created_date)
    select own.id, 'activity.look', task.id::text, json_build_object('dealTaskId', task.id), ${now}, 'system:maintenance', ${now}
    from company own
    cross join lateral (select (${now}::timestamptz at time zone own.time_zone)::date as day) as today
    join ${scoped(tx, 'deal_task')} task on task.company_id = own.id and task.kind in ('issue', 'birthday', 'lapsed')
    where ${inScope(tx, 'own.id')} and not task.disabled and task.completed_date is null
      and task.start_time <= ${now}::timestamptz and task.end_time > ${now}::timestamptz
      and (task.max_issue = 0 or task.given_count < task.max_issue)
      and (task.looked_on is null or task.looked_on < today.day)
      and not exists (select from job running where running.company_id = own.id and running.task = 'activity.look'
        and running.key = task.id::text and running.state = 'running')
    on conflict do nothing`.execute(tx)
}
