import { companyGroups, type CompanyGroupBody } from '@forecourt/contract'
import { sql } from 'kysely'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { z } from 'zod'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { addUser } from './staff.ts'
import { managedForUpdate } from './user.ts'

interface Row {
  readonly id: number
  readonly version: number
  readonly name: string
}

/** With the companies of each group that the caller may see, and how many of their users see all of it. */
async function withMembers({ tx, scope }: Ctx, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { rows: members } = await sql<{ groupId: number; id: number; code: string; name: string }>`
    select m.company_group_id as group_id, c.id, c.code, c.name from company_group_member m join company c on c.id = m.company
    where m.company_group_id = any(${ids}) and c.id = any(${scope.companyIds}) order by c.name, c.id`.execute(tx)
  const { rows: users } = await sql<{ groupId: number; count: number }>`
    select company_group_id as group_id, count(distinct user_id) as count from user_role
    where ${inScope(tx)} and company_group_id = any(${ids}) group by 1`.execute(tx)
  return rows.map(row => {
    const companies = members.filter(({ groupId }) => groupId === row.id).map(({ groupId: _group, ...company }) => company)
    const companyIds = companies.map(({ id }) => id)
    return { ...row, companies, companyIds, users: users.find(({ groupId }) => groupId === row.id)?.count ?? 0 }
  })
}

const shown = async (ctx: Ctx, id: number) => (await withMembers(ctx, [await getOf(ctx.tx, companyGroups, id, [], ctx.scope)]))[0]

const list = handle(companyGroups.list, async (ctx, { query }) => {
  const { content, totalElements } = await listOf(ctx.tx, companyGroups, query, ctx.scope)
  return { content: await withMembers(ctx, content), totalElements } as never
})
const get = handle(companyGroups.get, (ctx, { id }) => shown(ctx, id) as never)

/** @throws companyGroup.nameTaken, notFound a company is not there */
const create = handle(companyGroups.create, async (ctx, { body }) => {
  const { id } = await ctx.tx
    .insertInto('companyGroup')
    .values({ name: body.name, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setMembers(ctx, id, body)
  ctx.audit('companyGroups.create', `companyGroups:${id}`, body)
  return shown(ctx, id) as never
})

/** @throws notFound, stale, companyGroup.nameTaken */
const update = handle(companyGroups.update, async (ctx, { id, body: { version, ...body } }) => {
  const before = await shown(ctx, id)
  const row = await ctx.tx
    .updateTable('companyGroup')
    .set({ name: body.name, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!row) refuse('stale', { id })
  await setMembers(ctx, id, body)
  const from = { name: before!.name, companyIds: before!.companies.map(company => company.id) }
  ctx.audit('companyGroups.update', `companyGroups:${id}`, { from, to: body })
  return shown(ctx, id) as never
})

async function setMembers({ tx, scope }: Ctx, id: number, { companyIds }: Pick<z.output<typeof CompanyGroupBody>, 'companyIds'>) {
  const outside = companyIds.find(company => !scope.companyIds.includes(company))
  if (outside !== undefined) refuse('notFound', { field: 'companyIds' })
  await tx.deleteFrom('companyGroupMember').where('companyGroupId', '=', id).execute()
  await tx
    .insertInto('companyGroupMember')
    .values([...new Set(companyIds)].map(company => ({ companyGroupId: id, company })))
    .execute()
}

/** @throws notFound, companyGroup.hasUsers */
const remove = handle(companyGroups.delete, async (ctx, { id }) => {
  const before = await shown(ctx, id)
  if (before!.users > 0) refuse('companyGroup.hasUsers', { users: before!.users })
  await ctx.tx.deleteFrom('companyGroupMember').where('companyGroupId', '=', id).execute()
  await ctx.tx.deleteFrom('companyGroup').where('id', '=', id).execute()
  ctx.audit('companyGroups.delete', `companyGroups:${id}`, before)
  return { id }
})

/** Somebody new who sees all companies of the group. @throws notFound, companyGroup.companyOutside, and what adding a user refuses */
const join = handle(companyGroups.addUser, async (ctx, { id, body: { companyId, ...body } }) => {
  const group = await shown(ctx, id)
  if (!group!.companies.some(company => company.id === companyId)) refuse('companyGroup.companyOutside')
  const home: Ctx = { ...ctx, scope: { ...ctx.scope, companyIds: [companyId] } }
  const userId = await addUser(home, { ...body, roles: [] })
  await ctx.tx.insertInto('userRole').values({ userId, companyId, defaultRole: 'company_group', companyGroupId: id }).execute()
  await ctx.tx.updateTable('userAccount').set({ isStaff: true }).where('id', '=', userId).execute()
  ctx.audit('companyGroups.addUser', `companyGroups:${id}`, { user: userId }, companyId)
  return { id: userId }
})

/** Sessions in this role end with it. @throws notFound, user.outOfReach */
const dismiss = handle(companyGroups.dismissUser, async (ctx, { id, body: { userId } }) => {
  await shown(ctx, id)
  const user = await managedForUpdate(ctx, userId)
  const gone = await ctx.tx
    .deleteFrom('userRole')
    .where('userId', '=', userId)
    .where('companyGroupId', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) refuse('notFound', { user: userId })
  ctx.audit('companyGroups.dismissUser', `companyGroups:${id}`, { user: userId }, user.companyId)
  return { id: userId }
})

export const companyGroupHandlers: readonly Handler[] = [list, get, create, update, remove, join, dismiss]
