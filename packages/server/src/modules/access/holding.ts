import { type AccessChanges, type Role, type Access, type Holding } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Actor, Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

/** What a user's access is computed from, read by the same function as for their requests. */
export async function holdingOf({ tx }: Ctx, { companyId, userId }: { companyId: number; userId: number }, role: Role): Promise<Holding> {
  const {
    rows: [row],
  } = await sql<{ held: { entries: Holding['entries'] | null; changes: AccessChanges | null } }>`
    select access_of(${companyId}, ${userId}, ${role}) as held`.execute(tx)
  return { role, entries: row!.held.entries ?? [], changes: row!.held.changes }
}

/** What one has and the other has not. */
export const beyond = (more: Access, less: Access) => ({
  pages: [...more.pages].filter(name => !less.pages.has(name)),
  permissions: [...more.permissions].filter(name => !less.permissions.has(name)),
})

/** Nobody can grant a right that they do not have. @throws access.notHeld */
export function refuseNotHeld(actor: Actor, before: Access, after: Access): void {
  if (actor.kind !== 'user') return
  const { pages, permissions } = beyond(after, before)
  const lacking = [
    ...pages.filter(name => actor.pages && !actor.pages.has(name)),
    ...permissions.filter(name => !actor.permissions.has(name)),
  ]
  if (lacking.length > 0) refuse('access.notHeld', { names: lacking.join(', ') })
}
