import { allocationPlans, fleets, quotaNamedMost, type Parsed, type RowOf } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { getOf } from '../../platform/search/list.ts'
import { fleetOf } from '../member/index.ts'
import { outcomeOf, type Plan } from './outcome.ts'
import { askToRun, nextRunOf, planForUpdate, sumsOf, type KeptPlan } from './run.ts'

type Terms = Parsed<typeof allocationPlans.add>['body']
const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, allocationPlans, id, [], ctx.scope)

/** A fleet that the caller sees, and whose sub cards have money of their own. @throws notFound, fleet.shares */
async function allocating(ctx: Ctx, id: number): Promise<{ groupId: number; companyId: number }> {
  await getOf(ctx.tx, fleets, id, [], ctx.scope)
  const { companyId, valueMode } = await fleetOf(ctx, id)
  if (valueMode === 'share') refuse('fleet.shares')
  return { groupId: id, companyId }
}

/** @throws quota.nobody, quota.cardTwice, quota.cardOtherFleet */
async function refuseUnfit({ tx }: Ctx, { groupId, companyId }: { groupId: number; companyId: number }, { amountCents, lines }: Terms) {
  if (amountCents === null && lines.length === 0) refuse('quota.nobody')
  const ids = lines.map(({ userCardId }) => userCardId)
  if (ids.length === 0) return
  const subs = tx.selectFrom('userCard').where('companyId', '=', companyId).where('groupId', '=', groupId).where('kind', '=', 'sub')
  const known = await subs.where('id', 'in', ids).select(['id', 'number']).execute()
  if (known.length < new Set(ids).size) refuse('quota.cardOtherFleet')
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) refuse('quota.cardTwice', { number: known.find(({ id }) => id === twice)!.number })
}

const columnsOf = ({ lines: _lines, ...columns }: Terms) => columns

async function keepLines({ tx }: Ctx, companyId: number, planId: number, lines: Terms['lines']): Promise<void> {
  await tx.deleteFrom('allocationPlanLine').where('companyId', '=', companyId).where('planId', '=', planId).execute()
  await insertRows(
    tx,
    'allocationPlanLine',
    lines.map((line, turn) => ({ companyId, planId, turn, ...line })),
  )
}

/** @throws notFound, fleet.shares, quota.nobody, quota.cardTwice, quota.cardOtherFleet, quota.nameTaken */
const add = handle(allocationPlans.add, async (ctx, { id, body }) => shown(ctx, await addPlan(ctx, id, body)))

export async function addPlan(ctx: Ctx, fleetId: number, terms: Terms): Promise<number> {
  const of = await allocating(ctx, fleetId)
  await refuseUnfit(ctx, of, terms)
  const nextRunDate = await nextRunOf(ctx, { ...terms, ...of, id: undefined }, ctx.now)
  const { id } = await ctx.tx
    .insertInto('allocationPlan')
    .values({ ...columnsOf(terms), ...of, nextRunDate, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepLines(ctx, of.companyId, id, terms.lines)
  askToRun(ctx, id, of.companyId, nextRunDate)
  ctx.audit('allocationPlans.create', `allocationPlans:${id}`, terms, of.companyId)
  return id
}

/** A plan that the caller sees, locked. @throws notFound */
async function seen(ctx: Ctx, id: number): Promise<{ before: RowOf<typeof allocationPlans>; plan: KeptPlan }> {
  await shown(ctx, id)
  const plan = (await planForUpdate(ctx, id)) ?? refuse('notFound', { id })
  return { before: await shown(ctx, id), plan }
}

/**
 * The next run is by the new terms, also where it is due already and about to be done.
 * @throws notFound, stale, fleet.shares, quota.nobody, quota.cardTwice, quota.cardOtherFleet, quota.nameTaken
 */
const update = handle(allocationPlans.update, async (ctx, { id, body: { version, ...terms } }) => {
  const { before, plan } = await seen(ctx, id)
  if (version !== before.version) refuse('stale', { id })
  const of = await allocating(ctx, plan.groupId)
  await refuseUnfit(ctx, of, terms)
  const isDue = plan.nextRunDate !== null && plan.nextRunDate <= ctx.now
  const next = isDue ? plan.nextRunDate : await nextRunOf(ctx, { ...terms, ...of, id }, ctx.now)
  await change(ctx, plan, { ...columnsOf(terms), ...(plan.active && { nextRunDate: next }) })
  await keepLines(ctx, of.companyId, id, terms.lines)
  if (plan.active) askToRun(ctx, id, of.companyId, next)
  const changed = Object.entries(terms).filter(([field, to]) => compared(before[field as keyof Terms]) !== compared(to))
  const told = changed.map(([field, to]) => [field, { from: before[field as keyof Terms], to }])
  ctx.audit('allocationPlans.update', `allocationPlans:${id}`, Object.fromEntries(told), of.companyId)
  return shown(ctx, id)
})

/** The database keeps the members of a line in an order of its own. */
const compared = (value: Terms[keyof Terms]): string =>
  JSON.stringify(Array.isArray(value) ? value.map(({ userCardId, amountCents }) => [userCardId, amountCents]) : value)

async function change({ tx }: Ctx, { id, companyId, version }: KeptPlan, to: object): Promise<void> {
  const row = tx.updateTable('allocationPlan').set({ ...to, version: version + 1 })
  await row.where('companyId', '=', companyId).where('id', '=', id).execute()
}

/** @throws notFound, quota.paused */
const pause = handle(allocationPlans.pause, async (ctx, { id }) => {
  await pausePlan(ctx, id)
  return shown(ctx, id)
})

export async function pausePlan(ctx: Ctx, id: number): Promise<void> {
  const { plan } = await seen(ctx, id)
  const { name, companyId } = plan
  if (!plan.active) refuse('quota.paused', { name })
  await change(ctx, plan, { active: false, nextRunDate: null })
  ctx.audit('quota.pause', `allocationPlans:${id}`, { name }, companyId)
}

/** What passed while it was paused is not made up for. @throws notFound, quota.running, fleet.shares */
const resume = handle(allocationPlans.resume, async (ctx, { id }) => {
  const { plan } = await seen(ctx, id)
  const { name, companyId, groupId } = plan
  if (plan.active) refuse('quota.running', { name })
  await allocating(ctx, groupId)
  const nextRunDate = await nextRunOf(ctx, plan, ctx.now)
  await change(ctx, plan, { active: true, nextRunDate })
  askToRun(ctx, id, companyId, nextRunDate)
  ctx.audit('quota.resume', `allocationPlans:${id}`, { name }, companyId)
  return shown(ctx, id)
})

/** @throws notFound, fleet.shares, quota.nobody, quota.cardTwice, quota.cardOtherFleet */
const preview = handle(allocationPlans.preview, async (ctx, { id: fleetId, body: { planId, ...terms } }) => {
  const of = await allocating(ctx, fleetId)
  await refuseUnfit(ctx, of, terms)
  if (planId !== undefined && (await shown(ctx, planId)).groupId !== fleetId) refuse('notFound', { id: planId })
  const plan: Plan = { ...terms, ...of, id: planId }
  const { master, cards, ...outcome } = await outcomeOf(ctx, plan, { locking: false })
  const less = outcome.shares.filter(({ outcome: each }) => each !== 'given' && each !== 'enough').slice(0, quotaNamedMost)
  const nextRunDate = await nextRunOf(ctx, { ...terms, ...of, id: planId }, ctx.now)
  return {
    nextRunDate: nextRunDate.toISOString(),
    availableCents: master?.principalCents ?? 0,
    ...sumsOf(outcome),
    rows: less.map(share => {
      const { number, name } = cards.get(share.userCardId)!.card
      return { ...share, number, name }
    }),
  }
})

export const planHandlers = [add, update, pause, resume, preview]
