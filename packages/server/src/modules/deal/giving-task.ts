import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'

/** An activity that gives coupons, locked while it gives. */
export interface GivingTask {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly coupons: readonly { readonly dealId: number }[]
  readonly giftCount: number
  readonly maxIssue: number
  readonly givenCount: number
  readonly startTime: string
  readonly endTime: string
  readonly fromCents: number | null
  readonly fromCl: number | null
  readonly idleDays: number | null
  readonly tagId: number | null
  readonly products: readonly { readonly productId: number }[]
  readonly stations: readonly { readonly stationId: number }[]
  readonly smsNotice: boolean
  readonly disabled: boolean
  readonly completedDate: string | null
}

const columns = sql.raw(`id, kind, name, coupons, gift_count, max_issue, given_count, start_time, end_time, from_cents, from_cl, idle_days,
  tag_id, products, stations, sms_notice, disabled, completed_date`)

/** One activity, locked; nothing where there is none of this id. */
export async function taskForUpdate({ tx }: Ctx, companyId: number, id: number): Promise<GivingTask | undefined> {
  const { rows } = await sql<GivingTask>`
    select ${columns} from deal_task where company_id = ${companyId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The activities of these kinds, locked in the order of their ids; those that have ended since give for what happened before. */
export async function tasksForUpdate({ tx }: Ctx, companyId: number, kinds: readonly string[], since: Date): Promise<GivingTask[]> {
  const { rows } = await sql<GivingTask>`
    select ${columns} from deal_task
    where company_id = ${companyId} and kind = any(${[...kinds]}::text[]) and not disabled and end_time > ${since}::timestamptz
    order by id for update`.execute(tx)
  return rows
}

/** Whether it lasts at a moment. */
export const lastsAt = ({ startTime, endTime }: Pick<GivingTask, 'startTime' | 'endTime'>, at: string | Date): boolean => {
  const moment = new Date(at).getTime()
  return Date.parse(startTime) <= moment && moment < Date.parse(endTime)
}

/** What an activity gave just now. */
export interface GivenBy {
  readonly id: number
  readonly given: number
  readonly coupons: number
  readonly refused: number
}

/** Counts what activities gave. They are locked. */
export async function countGiven({ tx }: Ctx, companyId: number, given: readonly GivenBy[]): Promise<void> {
  await sql`
    update deal_task task set given_count = given_count + sums.given, coupon_count = coupon_count + sums.coupons,
      refused_count = refused_count + sums.refused
    from jsonb_to_recordset(${JSON.stringify(given)}) as sums (id bigint, given int, coupons int, refused int)
    where task.company_id = ${companyId} and task.id = sums.id`.execute(tx)
}

/** Notes why activities give nothing for now, by the code of a refusal; null of those that gave. */
export async function noteStopped({ tx }: Ctx, companyId: number, all: readonly { id: number; code: string | null }[]): Promise<void> {
  if (all.length === 0) return
  await sql`
    update deal_task task set stopped_by = now.code from jsonb_to_recordset(${JSON.stringify(all)}) as now (id bigint, code text)
    where task.company_id = ${companyId} and task.id = now.id and task.stopped_by is distinct from now.code`.execute(tx)
}

/** All members were looked at on this day; an issue to a tag is completed with that. */
export async function noteLooked(ctx: Ctx, companyId: number, { id, kind, name }: GivingTask): Promise<void> {
  const { rows } = await sql<{ givenCount: number; couponCount: number; refusedCount: number }>`
    update deal_task set looked_on = (${ctx.now}::timestamptz at time zone ${ctx.actor.zone}::text)::date,
      completed_date = case when kind = 'issue' then ${ctx.now}::timestamptz end
    where company_id = ${companyId} and id = ${id} returning given_count, coupon_count, refused_count`.execute(ctx.tx)
  if (kind === 'issue') ctx.audit('dealTasks.completed', `dealTasks:${id}`, { name, ...rows[0] }, companyId)
}
