import { keysOfAdmin, roleAccesses, type AccessChanges, type Role, accessOf } from '@forecourt/contract'
import type { Ctx, Handler } from '../../platform/execution/command.ts'
import { handle } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { refuseNotHeld } from './holding.ts'
import { isAbove } from './role.ts'

/** What a company changed of a role, seen by the caller and locked until the transaction ends. @throws notFound */
export async function roleAccessForUpdate(ctx: Ctx, id: number) {
  await getOf(ctx.tx, roleAccesses, id, [], ctx.scope)
  const row = await ctx.tx.selectFrom('roleAccess').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const { menus, buttons, interfaces, tasks } = row as unknown as AccessChanges
  return { ...row, role: row.defaultRole as Role, changes: { menus, buttons, interfaces, tasks } }
}

/**
 * Changes what a role may in its company. It holds from the next request of everyone who has the role: access is read with every request.
 * @throws notFound, stale, auth.forbidden the role stands above the caller; access.contradiction, access.notHeld, access.lockout
 */
const update = handle(roleAccesses.update, async (ctx, { id, body: { version, ...changes } }) => {
  const locked = await roleAccessForUpdate(ctx, id)
  refuseContradiction(changes)
  if (ctx.actor.kind === 'user' && isAbove(locked.role, ctx.actor.role ?? 'anonymous')) refuse('auth.forbidden', { role: locked.role })
  const [before, after] = [locked.changes, changes].map(each => accessOf(locked.role, each, null)) as [Opened, Opened]
  refuseNotHeld(ctx.actor, before, after)
  if (locked.role === 'admin' && !keepsKeys(after)) refuse('access.lockout')

  const json = Object.fromEntries(Object.entries(changes).map(([kind, names]) => [kind, JSON.stringify(names)]))
  const row = await ctx.tx
    .updateTable('roleAccess')
    .set({ ...json, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!row) refuse('stale', { id })

  ctx.audit('roleAccesses.update', `roleAccesses:${id}`, { role: locked.role, from: locked.changes, to: changes }, locked.companyId)
  return getOf(ctx.tx, roleAccesses, id, [], ctx.scope)
})
type Opened = ReturnType<typeof accessOf>

/** An administrator can put things right again. */
const keepsKeys = ({ pages, permissions }: Opened) =>
  keysOfAdmin.pages.every(name => pages.has(name)) && keysOfAdmin.permissions.every(name => permissions.has(name))

/** @throws access.contradiction */
function refuseContradiction(changes: AccessChanges): void {
  for (const { on, off } of Object.values(changes) as { on: string[]; off: string[] }[]) {
    const both = on.find(name => off.includes(name))
    if (both) refuse('access.contradiction', { name: both })
  }
}

export const roleAccessHandlers: readonly Handler[] = [...crud(roleAccesses, ['list', 'get']), update]
