import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { canTellOffers, writeOfferNotices, type OfferNotice } from '../message/index.ts'
import { agreedAmong } from '../notice/index.ts'
import { settingsOfCompany } from '../org/index.ts'

/** So many gifts are told together. */
const most = 500

/** Whether nobody is written to at this hour; from and until the same, there is no such time. */
export const isQuiet = (hour: number, { quietFromHour: from, quietUntilHour: until }: { quietFromHour: number; quietUntilHour: number }) =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until

/** Tells members what activities have given them since, but for the quiet hours. */
export const tellOffers = workOnCompanies({
  name: 'notices',
  path: '/dealTaskGifts',
  where: () => sql`exists (select from deal_task_gift gift where gift.company_id = company.id and gift.notice = 'waiting')`,
  portions: [async (ctx, companyId) => (await tellSome(ctx, companyId, ctx.actor.zone)) > 0],
})

export const rollUpNotices = asRollUp(tellOffers)

interface Waiting {
  readonly id: number
  readonly userId: number
  readonly mobile: string | null
  readonly activity: string
  readonly coupons: readonly { readonly name: string; readonly count: number }[] | null
  readonly ends: string | null
  readonly untilDay: string | null
}

/** Gifts that are not told yet, with what is left of them; nobody else has them until the transaction ends. */
async function takeWaiting({ tx, now }: Ctx, companyId: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with waiting as materialized (
      select id, deal_task_id, user_id from deal_task_gift where company_id = ${companyId} and notice = 'waiting'
      order by id limit ${most}::int for update skip locked
    )
    select waiting.id, waiting.user_id, member.mobile, task.name as activity, given.coupons, given.ends,
      to_char(given.ends at time zone owner.time_zone, 'YYYY-MM-DD') as until_day
    from waiting
    join company owner on owner.id = ${companyId}
    join deal_task task on task.company_id = ${companyId} and task.id = waiting.deal_task_id
    join user_account member on member.company_id = ${companyId} and member.id = waiting.user_id
    cross join lateral (
      select json_agg(json_build_object('name', each_of.name, 'count', each_of.count) order by each_of.name) as coupons,
        min(each_of.ends) as ends
      from (
        select deal.name, count(*)::int as count, min(held.end_time) as ends
        from user_deal held join deal on deal.company_id = ${companyId} and deal.id = held.deal_id
        where held.company_id = ${companyId} and held.source = 'activity' and held.source_id = waiting.id
          and held.user_id = waiting.user_id and held.recalled_date is null and held.used_date is null
          and held.end_time > ${now}::timestamptz
        group by deal.name
      ) as each_of
    ) as given
    order by waiting.id`.execute(tx)
  return rows
}

/** @returns how many gifts were looked at; none in the quiet hours of the company */
export async function tellSome(ctx: Ctx, companyId: number, zone: string): Promise<number> {
  const { notices } = await settingsOfCompany(ctx, companyId)
  const { hour } = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime()).toZonedDateTimeISO(zone)
  if (isQuiet(hour, notices)) return 0
  const waiting = await takeWaiting(ctx, companyId)
  if (waiting.length === 0) return 0
  const canTell = await canTellOffers(ctx, companyId)
  const agreed = await agreedAmong(
    ctx,
    companyId,
    waiting.map(({ userId }) => userId),
  )
  const outcomes = waiting.map(one => ({ one, notice: outcomeOf(one, agreed.has(one.userId), canTell) }))
  const told = outcomes.filter(({ notice }) => notice === 'written').map(({ one }) => noticeOf(one, agreed.get(one.userId)!))
  await writeOfferNotices(ctx, companyId, notices.language, told)
  const rows = outcomes.map(({ one: { id }, notice }) => ({ id, notice }))
  await sql`
    update deal_task_gift gift set notice = became.notice
    from jsonb_to_recordset(${JSON.stringify(rows)}) as became (id bigint, notice text)
    where gift.company_id = ${companyId} and gift.id = became.id`.execute(ctx.tx)
  return waiting.length
}

function outcomeOf({ mobile, coupons }: Waiting, hasAgreed: boolean, canTell: boolean) {
  if (!coupons) return 'gone'
  if (!hasAgreed) return 'notAgreed'
  if (mobile === null) return 'noMobile'
  return canTell ? 'written' : 'noGateway'
}

const noticeOf = ({ userId, mobile, activity, coupons, ends, untilDay }: Waiting, code: string): OfferNotice => ({
  userId,
  mobile: mobile!,
  activity,
  coupons: coupons!,
  untilDay: untilDay!,
  until: new Date(ends!),
  // Behind the #, so that no log of a server has it.
  stopPath: `/login#stop=${code}`,
})
