import { assignablePages, assignRole, pageNamed, userRoles, type Role, accessOf, type Assignment, type Entry } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { holdingOf, refuseNotHeld } from './holding.ts'
import { managedForUpdate, keepingAnAdmin } from './user.ts'

/**
 * One entry of somebody's roles, with what it may as it is.
 * @throws notFound, user.outOfReach, access.superAdmin
 */
export async function entryForUpdate(ctx: Ctx, id: number, how: { look?: boolean } = {}) {
  const row = await ctx.tx.selectFrom('userRole').where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) refuse('notFound', { role: id })
  const user = await managedForUpdate(ctx, row.userId, how)
  const role = row.defaultRole as Role
  if (role === 'superAdmin') refuse('access.superAdmin')
  const { entries, changes } = await holdingOf(ctx, row, role)
  const entry = entries.find(each => each.id === id) as Entry
  return { row, user, role, entry, changes, access: (assigned: Assignment) => accessOf(role, changes, assigned) }
}

/** The names are pages that can be assigned. @throws access.pageUnknown */
export function refuseUnknownPages(menus: { web: readonly string[] } | null | undefined): void {
  const wrong = menus?.web.find(name => !assignablePages.some(page => page.name === pageNamed(name)))
  if (wrong !== undefined) refuse('access.pageUnknown', { name: wrong })
}

/**
 * Assigns menus and button rules to one entry of a user's roles.
 * @throws notFound, stale, user.ownRoles, user.outOfReach, user.lastAdmin, access.superAdmin, access.pageUnknown, access.notHeld
 */
export const assign = handle(assignRole, async (ctx, { id, body: { version, menus, buttons } }) => {
  const { row, user, role, entry, access } = await entryForUpdate(ctx, id)
  if (row.userId === ctx.actor.id) refuse('user.ownRoles')
  refuseUnknownPages(menus)
  refuseNotHeld(ctx.actor, access(entry), access({ menus: menus?.web ?? null, buttons }))

  const kept = await keepingAnAdmin(ctx, user.companyId, () =>
    ctx.tx
      .updateTable('userRole')
      .set({ menus: menus && JSON.stringify(menus), buttons: buttons && JSON.stringify(buttons), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!kept) refuse('stale', { id })

  const from = { menus: entry.menus && { web: entry.menus }, buttons: entry.buttons }
  ctx.audit('roles.assign', `users:${row.userId}`, { role, stationId: row.stationId, from, to: { menus, buttons } }, row.companyId)
  return getOf(ctx.tx, userRoles, id, [], ctx.scope)
})
