import type { QuotaMode, QuotaLeftover, QuotaPeriod, Weekday } from '@forecourt/contract'
import { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { task } from '../../platform/jobs/task.ts'
import { shareOut } from '../card/index.ts'
import { nextTurn, periodAt, type Rhythm } from './calendar.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import type { Share } from './share.ts'

export const taskName = 'quota.run'

/** A plan as it is kept. */
export interface KeptPlan extends Rhythm {
  readonly id: number
  readonly companyId: number
  readonly groupId: number
  readonly name: string
  readonly version: number
  readonly mode: QuotaMode
  readonly leftover: QuotaLeftover
  readonly amountCents: number | null
  readonly active: boolean
  readonly nextRunDate: Date | null
}

/** A plan of the caller's company, locked until the transaction ends. */
export async function planForUpdate({ tx, scope }: Ctx, id: number): Promise<KeptPlan | undefined> {
  const plan = tx
    .selectFrom('allocationPlan')
    .where('companyId', 'in', [...scope.companyIds])
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
  const kept = await plan.executeTakeFirst()
  if (!kept) return undefined
  const { period, weekday, mode, leftover, nextRunDate } = kept
  return {
    ...kept,
    period: period as QuotaPeriod,
    weekday: weekday as Weekday,
    mode: mode as QuotaMode,
    leftover: leftover as QuotaLeftover,
    nextRunDate: nextRunDate === null ? null : new Date(nextRunDate),
  }
}

export async function zoneOf({ tx }: Ctx, companyId: number): Promise<string> {
  return (await tx.selectFrom('company').where('id', '=', companyId).select('timeZone').executeTakeFirstOrThrow()).timeZone
}

interface Timed extends Rhythm {
  readonly id: number | undefined
  readonly companyId: number
}
/** Runs of periods that are longer past than this do not stand in the way of the next one. */
const pastDays = 62

/** The moment after another one at which a plan runs: in the first period in which it has not. */
export async function nextRunOf(ctx: Ctx, plan: Timed, after: Date): Promise<Date> {
  const { id, companyId } = plan
  const runs = ctx.tx
    .selectFrom('allocationRun')
    .where('companyId', '=', companyId)
    .where('planId', '=', id ?? 0)
    .where('dueDate', '>', new Date(after.getTime() - pastDays * 86_400_000).toISOString())
  const done = new Set((await runs.select('period').execute()).map(({ period }) => period))
  return nextTurn(plan, await zoneOf(ctx, companyId), after, period => done.has(period)).at
}

/** Has a plan run at its moment: there is one such job at a time. */
export const askToRun = (ctx: Ctx, id: number, companyId: number, runAt: Date): void =>
  ctx.job(taskName, { id }, { key: `plan:${id}`, runAt, companyId })

/**
 * Does what a plan has to do by now, one period; what is due besides is done by the job that this one asks for. The run, its entry and the
 * next moment are one transaction: a period has its run once, also where a server dies in the midst of it. @source decisions FL12
 */
export async function runDue(ctx: Ctx, id: number): Promise<Outcome | undefined> {
  const plan = await planForUpdate(ctx, id)
  const due = plan?.nextRunDate
  if (!plan || !due) return undefined
  const { companyId } = plan
  const outcome = due <= ctx.now ? await runOnce(ctx, plan, due) : undefined
  const next = outcome ? await nextRunOf(ctx, plan, due) : due
  if (outcome) {
    const row = ctx.tx.updateTable('allocationPlan').set({ nextRunDate: next }).where('companyId', '=', companyId)
    await row.where('id', '=', id).execute()
  }
  askToRun(ctx, id, companyId, next)
  return outcome
}

async function runOnce(ctx: Ctx, plan: KeptPlan, due: Date): Promise<Outcome> {
  const { id, companyId, groupId, name } = plan
  const period = periodAt(plan, await zoneOf(ctx, companyId), due)
  const outcome = await outcomeOf(ctx, { ...plan, lines: await linesOf(ctx, companyId, id) }, { locking: true })
  const sums = sumsOf(outcome)
  const ledgerEntryId = await bookRun(ctx, outcome, { ref: `plan:${id}:${period}`, remark: `${name} ${period}` })
  const { id: runId } = await ctx.tx
    .insertInto('allocationRun')
    .values({ companyId, planId: id, groupId, planName: name, period, dueDate: due, createdDate: ctx.now, ...sums, ledgerEntryId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    ctx.tx,
    'allocationRunLine',
    outcome.shares.map((share, turn) => ({ companyId, runId, planId: id, groupId, turn, ...share })),
  )
  ctx.audit('quota.run', `allocationRuns:${runId}`, { planName: name, period, ...sums }, companyId)
  return outcome
}

async function bookRun(ctx: Ctx, { master, cards, shares }: Outcome, how: { ref: string; remark: string }): Promise<number | null> {
  const moved = shares.flatMap(({ userCardId, givenCents, backCents }) =>
    givenCents === backCents ? [] : [{ sub: cards.get(userCardId)!, principalCents: givenCents - backCents, giftCents: 0 }],
  )
  return master && moved.length > 0 ? (await shareOut(ctx, { master, shares: moved, ...how })).id : null
}

export async function linesOf({ tx }: Ctx, companyId: number, planId: number): Promise<{ userCardId: number; amountCents: number }[]> {
  const lines = tx.selectFrom('allocationPlanLine').where('companyId', '=', companyId).where('planId', '=', planId)
  return lines.select(['userCardId', 'amountCents']).orderBy('turn').execute()
}

/** What a run comes to. */
export function sumsOf({ shares, reason }: Pick<Outcome, 'shares' | 'reason'>) {
  const sum = (of: (share: Share) => number) => shares.reduce((all, share) => all + of(share), 0)
  const count = (...outcomes: Share['outcome'][]) => shares.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    givenCents: sum(({ givenCents }) => givenCents),
    backCents: sum(({ backCents }) => backCents),
    served: count('given', 'enough'),
    short: count('partly', 'without'),
    passedOver: count('passedOver'),
    reason,
  }
}

export const runTask = task(taskName, z.object({ id: z.int() }), async (ctx, { id }) => {
  await runDue(ctx, id)
})
