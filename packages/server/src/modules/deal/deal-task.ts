import { activityScripts, allows, dealTaskActs, dealTasks, products, stations, tags, type Parsed, type Resource } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'

export type ActivityBody = Parsed<typeof dealTasks.create>['body']
type Field = keyof ActivityBody

/** What an activity of a kind depends on: all of it, or one of two. */
const depends: Readonly<Record<ActivityBody['kind'], { readonly all: readonly Field[]; readonly one: readonly Field[] }>> = {
  newMember: { all: [], one: [] },
  topUp: { all: ['fromCents'], one: [] },
  purchase: { all: [], one: ['fromCents', 'fromCl'] },
  birthday: { all: [], one: [] },
  lapsed: { all: ['idleDays'], one: [] },
  issue: { all: ['tagId'], one: [] },
  price: { all: [], one: ['centsPerL', 'percent'] },
}
const conditions = ['fromCents', 'fromCl', 'idleDays', 'tagId', 'centsPerL', 'percent'] as const

/** @throws dealTask.incomplete, dealTask.oneOfBoth, dealTask.couponsMissing, dealTask.couponTwice, dealTask.endsBeforeStart */
function refuseIncomplete(body: ActivityBody): void {
  const { all, one } = depends[body.kind]
  const foreign = conditions.filter(field => !all.includes(field) && !one.includes(field))
  const wrong = all.find(field => body[field] === null) ?? foreign.find(field => body[field] !== null)
  if (wrong) refuse('dealTask.incomplete', { field: wrong })
  const said = one.filter(field => body[field] !== null)
  if (one.length > 0 && said.length === 0) refuse('dealTask.incomplete', { field: one[0]! })
  if (said.length > 1) refuse('dealTask.oneOfBoth', { field: said[1]! })
  const chosen = body.coupons.map(({ dealId }) => dealId)
  if ((chosen.length === 0) !== (body.kind === 'price')) refuse('dealTask.couponsMissing')
  if (new Set(chosen).size < chosen.length) refuse('dealTask.couponTwice')
  if (body.startTime >= body.endTime) refuse('dealTask.endsBeforeStart')
}

/** What it names is the caller's, and its coupons may be given by activities. */
export async function refuseUnfitActivity(ctx: Ctx, body: ActivityBody): Promise<void> {
  refuseIncomplete(body)
  const named = [
    ...body.products.map(({ productId }) => ['products', products, productId] as const),
    ...body.stations.map(({ stationId }) => ['stations', stations, stationId] as const),
    ...(body.tagId === null ? [] : [['tagId', tags, body.tagId] as const]),
  ]
  for (const [field, resource, id] of named)
    await getOf(ctx.tx, resource as unknown as Resource, id, [], ctx.scope, { named: true }).catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
    )
  const chosen = body.coupons.map(({ dealId }) => dealId)
  const { rows } = await sql<{ id: number; name: string; autoIssue: boolean; members: string }>`
    select id, name, auto_issue, members from ${scoped(ctx.tx, 'deal')} deal
    where company_id = ${companyOf(ctx)} and id = any(${chosen}::bigint[]) order by id`.execute(ctx.tx)
  if (rows.length < chosen.length) refuse('notFound', { resource: 'deals', field: 'coupons' })
  const manual = rows.find(({ autoIssue }) => !autoIssue)
  if (manual) refuse('dealTask.couponNotAutomatic', { name: manual.name })
  const strangers = rows.find(({ members }) => members === 'nonMembers')
  if (strangers) refuse('dealTask.couponForNonMembers', { name: strangers.name })
}

/** An issue to a tag begins at its moment; birthdays and those who bought nothing are looked at from then on, day by day. */
function askToLook(ctx: Ctx, id: number, { kind, startTime }: Pick<ActivityBody, 'kind' | 'startTime'>): void {
  if (kind === 'issue' || kind === 'birthday' || kind === 'lapsed')
    ctx.job('activity.look', { dealTaskId: id }, { key: String(id), runAt: new Date(startTime), companyId: companyOf(ctx) })
}

/** @throws notFound, dealTask.* */
export async function addActivity(ctx: Ctx, body: ActivityBody): Promise<number> {
  await refuseUnfitActivity(ctx, body)
  const id = await createRow(ctx, dealTasks, body)
  askToLook(ctx, id, body)
  return id
}

/** @throws notFound, dealTask.* */
const create = handle(dealTasks.create, async (ctx, { body }) => getOf(ctx.tx, dealTasks, await addActivity(ctx, body), [], ctx.scope))

/** What was given stays given. @throws notFound, stale, dealTask.* */
const update = handle(dealTasks.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, dealTasks, id, [], ctx.scope)
  if (body.kind !== before.kind) refuse('dealTask.kindFixed')
  if (before.timing === 'completed') refuse('dealTask.completed', { name: before.name })
  await refuseUnfitActivity(ctx, body)
  const { givenCount } = await ctx.tx.selectFrom('dealTask').where('id', '=', id).select('givenCount').forUpdate().executeTakeFirstOrThrow()
  if (body.maxIssue > 0 && body.maxIssue < givenCount) refuse('dealTask.limitBelowGiven', { given: givenCount })
  await updateRow(ctx, dealTasks, id, body)
  askToLook(ctx, id, body)
  return getOf(ctx.tx, dealTasks, id, [], ctx.scope)
})

/** @throws notFound, dealTask.gaveAlready */
const remove = handle(dealTasks.delete, async (ctx, { id }) => {
  const { name, givenCount, refusedCount } = await getOf(ctx.tx, dealTasks, id, [], ctx.scope)
  if (givenCount + refusedCount > 0) refuse('dealTask.gaveAlready', { name })
  await deleteRow(ctx, dealTasks, id)
  return { id }
})

async function setDisabled(ctx: Ctx, id: number, disabled: boolean): Promise<void> {
  await ctx.tx
    .updateTable('dealTask')
    .set(of => ({ disabled, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** @throws notFound, dealTask.notDisabled */
const enable = handle(dealTasks.enable, async (ctx, { id }) => {
  const { timing, name, companyId, kind, startTime } = await getOf(ctx.tx, dealTasks, id, [], ctx.scope)
  if (!allows(dealTaskActs.enable, timing)) refuse('dealTask.notDisabled', { name })
  await setDisabled(ctx, id, false)
  askToLook(ctx, id, { kind, startTime })
  ctx.audit('dealTasks.enable', `dealTasks:${id}`, { name }, companyId)
  return getOf(ctx.tx, dealTasks, id, [], ctx.scope)
})

/** @throws notFound, dealTask.isDisabled, dealTask.completed, dealTask.ended */
const disable = handle(dealTasks.disable, async (ctx, { id }) => {
  const { timing, name, companyId } = await getOf(ctx.tx, dealTasks, id, [], ctx.scope)
  if (timing === 'disabled') refuse('dealTask.isDisabled', { name })
  if (timing === 'completed') refuse('dealTask.completed', { name })
  if (!allows(dealTaskActs.disable, timing)) refuse('dealTask.ended', { name })
  await setDisabled(ctx, id, true)
  ctx.audit('dealTasks.disable', `dealTasks:${id}`, { name }, companyId)
  return getOf(ctx.tx, dealTasks, id, [], ctx.scope)
})

/** Of each kind, from what is kept of activities: it costs the same after years. */
const overview = handle(dealTasks.overview, async ctx => {
  const { rows } = await sql<{ kind: string; activities: number; inEffect: number; given: number; coupons: number }>`
    select kind, count(*)::int as activities,
      (count(*) filter (where not disabled and start_time <= ${ctx.now}::timestamptz and end_time > ${ctx.now}::timestamptz
        and completed_date is null and (max_issue = 0 or given_count < max_issue)))::int as in_effect,
      sum(given_count)::int as given, sum(coupon_count)::int as coupons
    from ${scoped(ctx.tx, 'deal_task')} task where company_id = ${companyOf(ctx)} group by kind`.execute(ctx.tx)
  const none = { activities: 0, inEffect: 0, given: 0, coupons: 0 }
  return {
    kinds: activityScripts.map(({ id, activity }) => {
      const { kind: _kind, ...sums } = rows.find(({ kind }) => kind === activity) ?? { kind: activity, ...none }
      return { scriptId: id, ...sums }
    }),
  }
})

export const dealTaskHandlers: readonly Handler[] = [
  overview,
  ...crud(dealTasks, ['list', 'get', 'totals']),
  create,
  update,
  remove,
  enable,
  disable,
]
