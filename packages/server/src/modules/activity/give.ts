import type { GiftFact } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { countGiven, issueCoupons, type GivingTask, type Issue } from '../deal/index.ts'

/** Something that an activity gives a member coupons for. */
export interface Gift {
  readonly task: GivingTask
  readonly userId: number
  readonly fact: z.output<typeof GiftFact>
  readonly factId: number
}
interface Outcome extends Gift {
  readonly id: number
  readonly couponCount: number
  /** The first refusal of several. */
  readonly refusal: string | null
}
export interface Given {
  readonly given: number
  readonly coupons: number
  readonly refused: number
  /** Whose turn comes again: nothing is kept of them, for what stopped it is not theirs. */
  readonly leftOut: number
  /** Why a coupon of an activity could not be issued to anybody, by the activity. */
  readonly stopped: ReadonlyMap<number, string>
}

/** What stands against a coupon for everybody. */
const forEverybody: ReadonlySet<string> = new Set([
  'coupon.soldOut',
  'coupon.budgetSpent',
  'coupon.disabled',
  'coupon.notStarted',
  'coupon.over',
  'coupon.nonMembersOnly',
  'notFound',
])

/**
 * Gives what activities give, once for each member and thing: what was given before is left out. The activities are locked. What could not
 * be given is kept with the reason; in a sweep only where the reason is the holder's, so that others have their turn when the coupon can be
 * issued again.
 */
export async function giveGifts(ctx: Ctx, companyId: number, gifts: readonly Gift[], isSweep: boolean): Promise<Given> {
  const outcomes: Outcome[] = []
  const stopped = new Map<number, string>()
  const due = await newOnes(ctx, companyId, gifts)
  for (const [task, its] of Map.groupBy(due, gift => gift.task)) {
    let left = task.maxIssue === 0 ? Number.POSITIVE_INFINITY : task.maxIssue - task.givenCount
    for (let next = 0; next < its.length && left > 0; ) {
      const portion = its.slice(next, next + Math.min(left, its.length))
      next += portion.length
      const issued = await issue(ctx, companyId, portion)
      left -= issued.filter(({ couponCount }) => couponCount > 0).length
      outcomes.push(...issued)
    }
    const against = outcomes.find(one => one.task === task && one.refusal !== null && forEverybody.has(one.refusal))
    if (against) stopped.set(task.id, against.refusal!)
  }
  const kept = outcomes.filter(({ couponCount, refusal }) => couponCount > 0 || !isSweep || !forEverybody.has(refusal!))
  await keep(ctx, companyId, kept)
  const given = kept.filter(({ couponCount }) => couponCount > 0)
  return {
    given: given.length,
    coupons: given.reduce((sum, { couponCount }) => sum + couponCount, 0),
    refused: kept.length - given.length,
    leftOut: due.length - kept.length,
    stopped,
  }
}

async function newOnes({ tx }: Ctx, companyId: number, gifts: readonly Gift[]): Promise<Gift[]> {
  if (gifts.length === 0) return []
  const asked = gifts.map(({ task, userId, fact, factId }, turn) => ({ turn, task: task.id, user: userId, fact, thing: factId }))
  // What each of them was given is read: with few statistics the planner takes reading all that the activity gave for as cheap.
  const { rows } = await sql<{ turn: number }>`
    select asked.turn from jsonb_to_recordset(${JSON.stringify(asked)})
      as asked (turn int, task bigint, "user" bigint, fact text, thing bigint)
    cross join lateral (
      select count(*) filter (where deal_task_id = asked.task and gift.fact = asked.fact and fact_id = asked.thing) as count
      from deal_task_gift gift where gift.company_id = ${companyId} and gift.user_id = asked."user"
    ) as given
    where given.count = 0 order by asked.turn`.execute(tx)
  return rows.map(({ turn }) => gifts[turn]!)
}

async function issue(ctx: Ctx, companyId: number, gifts: readonly Gift[]): Promise<Outcome[]> {
  const ids = await nextIds(ctx.tx, gifts.length)
  const asked = gifts.map(({ task, userId }, turn) =>
    task.coupons.map(({ dealId }): Issue => {
      const source = { source: 'activity', sourceId: ids[turn]! } as const
      return { ctx, companyId, dealId, userIds: [userId], codes: 0, each: task.giftCount, ...source }
    }),
  )
  const became = await issueCoupons(asked.flat())
  return gifts.map((gift, turn) => {
    const own = asked[turn]!.map(one => became.get(one)!)
    const refusal = own.find(one => one instanceof Refusal)
    const couponCount = own.reduce((sum, one) => sum + (one instanceof Refusal ? 0 : one.ids.length), 0)
    return { ...gift, id: ids[turn]!, couponCount, refusal: refusal instanceof Refusal ? refusal.code : null }
  })
}

async function keep(ctx: Ctx, companyId: number, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ id, task, userId, fact, factId, couponCount, refusal }) => ({
    id,
    task: task.id,
    user: userId,
    fact,
    thing: factId,
    coupons: couponCount,
    refusal,
    notice: task.smsNotice && couponCount > 0 ? 'waiting' : null,
  }))
  await sql`
    insert into deal_task_gift (company_id, id, deal_task_id, user_id, fact, fact_id, coupon_count, refusal, notice, created_date)
    select owner.id, given.id, task, "user", fact, thing, coupons, refusal, notice, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as given (id bigint, task bigint, "user" bigint, fact text, thing bigint, coupons int, refusal text, notice text)
    join company owner on owner.id = ${companyId}`.execute(ctx.tx)
  const given = [...Map.groupBy(outcomes, ({ task }) => task)].map(([{ id }, its]) => {
    const giving = its.filter(({ couponCount }) => couponCount > 0)
    const coupons = giving.reduce((sum, { couponCount }) => sum + couponCount, 0)
    return { id, given: giving.length, coupons, refused: its.length - giving.length }
  })
  await countGiven(ctx, companyId, given)
}
