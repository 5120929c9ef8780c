import { pagesOf, savedViews, viewsAtMost, type SavedView } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'

type Shown = SavedView & { readonly userId: number }

const pagesHeld = ({ actor }: Ctx): ReadonlySet<string> => actor.pages ?? new Set(actor.role ? pagesOf(actor.role) : [])
const mayShare = ({ actor }: Ctx) => actor.permissions.has('access.view.share')

/** The caller's own views, and those shared in their own company; never another company's, whatever else they may see. */
async function viewsOf(ctx: Ctx, id?: number): Promise<Shown[]> {
  const { tx, actor } = ctx
  const rows = await tx
    .selectFrom('savedView as v')
    .select(['v.id', 'v.version', 'v.page', 'v.name', 'v.search', 'v.columns', 'v.shared', 'v.modifiedDate', 'v.userId'])
    .where('v.companyId', '=', actor.companyId)
    .where(of => of.or([of('v.userId', '=', actor.id), of('v.shared', '=', true)]))
    .$if(id !== undefined, query => query.where('v.id', '=', id!))
    .orderBy('v.shared')
    .orderBy('v.createdDate')
    .orderBy('v.id')
    .execute()
  // Asked by themselves: a view may be of somebody whose company lies on another machine.
  const savers = [...new Set(rows.map(({ userId }) => userId))]
  const people = savers.length > 0 ? await tx.selectFrom('userAccount').where('id', 'in', savers).select(['id', 'name']).execute() : []
  const names = new Map(people.map(({ id: user, name }) => [user, name]))
  const pages = pagesHeld(ctx)
  return rows.flatMap(found => {
    const row = { ...found, savedBy: names.get(found.userId) }
    if (row.savedBy === undefined) return []
    const own = row.userId === actor.id
    if (!own && !pages.has(row.page)) return []
    return [{ ...row, savedBy: row.savedBy, own, mayEdit: own || mayShare(ctx) }]
  })
}

/** @throws notFound neither the caller's nor shared with them; auth.forbidden shared, and the caller may not share */
async function viewForUpdate(ctx: Ctx, id: number): Promise<Shown> {
  const [seen] = await viewsOf(ctx, id)
  if (!seen) refuse('notFound', { id })
  if (!seen.mayEdit) refuse('auth.forbidden', { permission: 'access.view.share' })
  await ctx.tx.selectFrom('savedView').select('id').where('id', '=', id).where('companyId', '=', ctx.actor.companyId).forUpdate().execute()
  return seen
}

const list = handle(savedViews.list, async ctx => {
  const content = await viewsOf(ctx)
  return { content, totalElements: content.length }
})

/** @throws notFound the caller may not open the page; savedView.tooMany, savedView.taken */
const create = handle(savedViews.create, async (ctx, { body: { page, name, search, columns } }) => {
  const { tx, actor, now } = ctx
  if (!pagesHeld(ctx).has(page)) refuse('notFound', { field: 'page' })
  const kept = await viewsOf(ctx)
  if (kept.filter(view => view.own && view.page === page).length >= viewsAtMost) refuse('savedView.tooMany', { count: viewsAtMost })
  const { id } = await tx
    .insertInto('savedView')
    .values({
      companyId: actor.companyId,
      userId: actor.id,
      userCompany: homeOf(actor),
      page,
      name,
      search: JSON.stringify(search),
      columns: columns && JSON.stringify(columns),
      createdDate: now,
      modifiedDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.audit('savedViews.create', `savedViews:${id}`, { page, name, search })
  return (await viewsOf(ctx, id))[0]!
})

/** @throws notFound, auth.forbidden, stale, savedView.taken, savedView.sharedTaken */
const update = handle(savedViews.update, async (ctx, { id, body: { version, name, search, columns } }) => {
  const before = await viewForUpdate(ctx, id)
  const row = await ctx.tx
    .updateTable('savedView')
    .set({
      name,
      search: JSON.stringify(search),
      columns: columns && JSON.stringify(columns),
      version: version + 1,
      modifiedDate: ctx.now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!row) refuse('stale', { id })
  ctx.audit('savedViews.update', `savedViews:${id}`, { from: { name: before.name, search: before.search }, to: { name, search } })
  return (await viewsOf(ctx, id))[0]!
})

/** @throws notFound, auth.forbidden */
const remove = handle(savedViews.delete, async (ctx, { id }) => {
  const { page, name, search, shared } = await viewForUpdate(ctx, id)
  await ctx.tx.deleteFrom('savedView').where('id', '=', id).execute()
  ctx.audit('savedViews.delete', `savedViews:${id}`, { page, name, search, shared })
  return { id }
})

/** @throws notFound, savedView.sharedTaken */
async function setShared(ctx: Ctx, id: number, shared: boolean): Promise<SavedView> {
  const view = await viewForUpdate(ctx, id)
  await ctx.tx
    .updateTable('savedView')
    .set(of => ({ shared, version: of('version', '+', 1), modifiedDate: ctx.now }))
    .where('id', '=', id)
    .execute()
  ctx.audit(shared ? 'savedViews.share' : 'savedViews.unshare', `savedViews:${id}`, { page: view.page, name: view.name })
  // No longer shared, another user's view is not visible to the caller any more: the answer says what it was.
  return (await viewsOf(ctx, id))[0] ?? { ...view, shared }
}
const share = handle(savedViews.share, (ctx, { id }) => setShared(ctx, id, true))
const unshare = handle(savedViews.unshare, (ctx, { id }) => setShared(ctx, id, false))

export const savedViewHandlers: readonly Handler[] = [list, create, update, remove, share, unshare]
