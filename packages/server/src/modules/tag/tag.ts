import { members, memberTags, tags } from '@forecourt/contract'
import { sql } from 'kysely'
import { companyOf, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { countBy, foundBy } from './rule.ts'

export interface NewTag {
  readonly name: string
  readonly description: string
  /** By hand when null. */
  readonly rule: string | null
}

/** Adds a tag. One by rule is applied to all members as soon as this is committed. @throws tag.nameTaken, tag.ruleEmpty, of search */
export async function addTag(ctx: Ctx, companyId: number, { name, description, rule }: NewTag): Promise<number> {
  if (rule !== null) foundBy(rule, ctx.scope)
  const { id } = await ctx.tx
    .insertInto('tag')
    .values({ companyId, name, description, rule, createdById: ctx.actor.id || null, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.audit('tags.create', `tags:${id}`, { name, description, rule }, companyId)
  if (rule !== null) ask(ctx, id)
  return id
}

const ask = (ctx: Ctx, tagId: number) => ctx.job('tag.refresh', { tagId }, { key: String(tagId) })

const create = handle(tags.create, async (ctx, { body }) => {
  const id = await addTag(ctx, companyOf(ctx), body)
  return getOf(ctx.tx, tags, id, [], ctx.scope)
})

/** @throws notFound, stale, tag.nameTaken, tag.kindFixed, tag.ruleEmpty, of search */
const update = handle(tags.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, tags, id, [], ctx.scope)
  if ((body.rule === null) !== (before.rule === null)) refuse('tag.kindFixed')
  if (body.rule !== null) foundBy(body.rule, ctx.scope)

  await updateRow(ctx, tags, id, body)
  if (body.rule !== null && body.rule !== before.rule) ask(ctx, id)
  return getOf(ctx.tx, tags, id, [], ctx.scope)
})

/** Who carries it does so no longer. @throws notFound, inUse */
const remove = handle(tags.delete, async (ctx, { id }) => {
  await deleteRow(ctx, tags, id)
  return { id }
})

const count = handle(tags.count, (ctx, { body: { rule } }) => countBy(ctx, companyOf(ctx), rule))

/** @throws notFound, tag.byHand */
const refresh = handle(tags.refresh, async (ctx, { id }) => {
  const { name, rule, companyId } = await getOf(ctx.tx, tags, id, [], ctx.scope)
  if (rule === null) refuse('tag.byHand', { name })
  ask(ctx, id)
  ctx.audit('tags.refresh', `tags:${id}`, { name }, companyId)
  return { id }
})

/** A tag that is given by hand, locked: how many carry it is kept with it. @throws notFound, tag.byRule */
async function tagForUpdate(ctx: Ctx, id: number, field?: string) {
  const { companyId } = await getOf(ctx.tx, tags, id, [], ctx.scope).catch(() => refuse('notFound', { id, ...(field && { field }) }))
  const tag = await ctx.tx
    .selectFrom('tag')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .select(['id', 'companyId', 'name', 'kind'])
    .forUpdate()
    .executeTakeFirst()
  if (!tag) return refuse('notFound', { id })
  if (tag.kind === 'rule') refuse('tag.byRule', { name: tag.name })
  return tag
}

/** Members of the tag's company, and no others. @throws notFound */
async function membersOf(ctx: Ctx, companyId: number, userIds: readonly number[]): Promise<number[]> {
  const asked = [...new Set(userIds)]
  const { rows } = await sql<{ id: number }>`
    select id from member_state where company_id = ${companyId} and id = any(${asked}::bigint[]) order by id`.execute(ctx.tx)
  if (rows.length < asked.length) refuse('notFound', { resource: members.name, field: 'userIds' })
  return rows.map(({ id }) => id)
}

async function counted(ctx: Ctx, tag: { id: number; companyId: number }, changed: number) {
  const { memberCount } = await ctx.tx
    .updateTable('tag')
    .set(of => ({ memberCount: of('memberCount', '+', changed) }))
    .where('companyId', '=', tag.companyId)
    .where('id', '=', tag.id)
    .returning('memberCount')
    .executeTakeFirstOrThrow()
  return { id: tag.id, changed: Math.abs(changed), memberCount }
}

/** What a member carries, by hand and by rule. */
export async function tagsOfMember({ tx }: Ctx, companyId: number, userId: number): Promise<number[]> {
  const carried = tx.selectFrom('tagMember').where('companyId', '=', companyId).where('userId', '=', userId)
  return (await carried.select('tagId').execute()).map(({ tagId }) => tagId)
}

/** Gives a tag by hand. @throws notFound, tag.byRule */
export async function giveTag(ctx: Ctx, id: number, userIds: readonly number[], field?: string) {
  const tag = await tagForUpdate(ctx, id, field)
  const given = await membersOf(ctx, tag.companyId, userIds)
  const { rows } = await sql<{ userId: number }>`
    insert into tag_member (company_id, tag_id, user_id, created_by_id, created_date)
    select owner.id, ${id}::bigint, member, ${ctx.actor.id || null}::bigint, ${ctx.now}::timestamptz
    from company owner cross join unnest(${given}::bigint[]) as member where owner.id = ${tag.companyId}
    on conflict (company_id, tag_id, user_id) do nothing returning user_id`.execute(ctx.tx)
  if (rows.length > 0) ctx.audit('tags.give', `tags:${id}`, { name: tag.name, userIds: rows.map(row => row.userId) }, tag.companyId)
  return counted(ctx, tag, rows.length)
}
const give = handle(tags.give, (ctx, { body: { tagId, userIds } }) => giveTag(ctx, tagId, userIds, 'tagId'))

/** @throws notFound, tag.byRule */
const take = handle(tags.take, async (ctx, { id, body: { userIds } }) => {
  const tag = await tagForUpdate(ctx, id)
  const taken = await ctx.tx
    .deleteFrom('tagMember')
    .where('companyId', '=', tag.companyId)
    .where('tagId', '=', id)
    .where('userId', 'in', [...new Set(userIds)])
    .returning('userId')
    .execute()
  if (taken.length > 0) ctx.audit('tags.take', `tags:${id}`, { name: tag.name, userIds: taken.map(row => row.userId) }, tag.companyId)
  return counted(ctx, tag, -taken.length)
})

export const tagHandlers: Handler[] = [
  ...crud(tags, ['list', 'get']),
  ...crud(memberTags),
  create,
  update,
  remove,
  count,
  refresh,
  give,
  take,
]
