import { refuse } from '../../platform/execution/refusal.ts'
import type { Actor, Ctx } from '../../platform/execution/command.ts'
import { givenElsewhere, permissionsOf, roleHeight, type AccessChanges, type Role, accessOf } from '@forecourt/contract'

export const isAbove = (role: Role, other: Role): boolean => roleHeight[role] > roleHeight[other]
export const isStationRole = (role: Role): boolean => role.startsWith('station_')
export const signsIn = (role: Role): boolean => role !== 'user' && role !== 'anonymous'

export interface Grant {
  readonly defaultRole: Role
  readonly stationId: number | null
}

/** The entries of a user's roles, in the order they were given. */
export async function heldRoles({ tx }: Ctx, userId: number, role?: Role) {
  const rows = await tx
    .selectFrom('userRole')
    .leftJoin('station', of => of.onRef('station.companyId', '=', 'userRole.companyId').onRef('station.id', '=', 'userRole.stationId'))
    .where('userRole.userId', '=', userId)
    .$if(role !== undefined, of => of.where('defaultRole', '=', role!))
    .orderBy('userRole.id')
    .select(['userRole.id', 'defaultRole', 'stationId', 'station.name as stationName'])
    .execute()
  return rows.map(({ id, defaultRole, stationId, stationName }) => ({
    id,
    defaultRole: defaultRole as Role,
    station: stationId === null ? null : { id: stationId, name: stationName ?? '' },
  }))
}

/**
 * Puts these roles in place of the ones a user has. What a head office or a fleet gave stays: it is not given here.
 * @throws user.roleAbove, user.roleStation, user.roleTwice, notFound a station is not the caller's
 */
export async function setRoles(
  ctx: Ctx,
  userId: number,
  companyId: number,
  sent: readonly Grant[],
): Promise<{ from: Grant[]; to: Grant[] }> {
  const { tx, actor } = ctx
  const all = (await tx
    .selectFrom('userRole')
    .where('userId', '=', userId)
    .select(['id', 'defaultRole', 'stationId', 'companyGroupId', 'fleetId'])
    .execute()) as (Grant & { id: number; companyGroupId: number | null; fleetId: number | null })[]
  const before = all.filter(({ companyGroupId, fleetId }) => companyGroupId === null && fleetId === null)
  // What was given elsewhere stays, whether or not the form sends it back.
  const elsewhere = new Set(all.filter(held => !before.includes(held)).map(({ defaultRole }) => defaultRole))
  const grants = sent.filter(({ defaultRole }) => !elsewhere.has(defaultRole))
  const added = grants.filter(grant => !before.some(held => same(held, grant)))
  const gone = before.filter(held => !grants.some(grant => same(held, grant)))
  refuseGrants(actor, grants, [...added, ...gone])
  await refuseTaken(ctx, companyId, added)
  await refuseStations(ctx, companyId, grants)

  if (gone.length)
    await tx
      .deleteFrom('userRole')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  if (added.length)
    await tx
      .insertInto('userRole')
      .values(added.map(grant => ({ ...grant, userId, companyId })))
      .execute()
  await noteStaff(tx, userId)
  return { from: gone.map(bare), to: added.map(bare) }
}

function refuseGrants({ kind, role }: Actor, all: readonly Grant[], changed: readonly Grant[]): void {
  const wrong = all.find(({ defaultRole, stationId }) => isStationRole(defaultRole) !== (stationId !== null))
  if (wrong) refuse('user.roleStation', { role: wrong.defaultRole })
  if (all.some((grant, at) => all.findIndex(other => same(other, grant)) !== at)) refuse('user.roleTwice')
  const above = changed.find(
    ({ defaultRole }) => givenElsewhere.includes(defaultRole) || (kind === 'user' && isAbove(defaultRole, role ?? 'anonymous')),
  )
  if (above) refuse('user.roleAbove', { role: above.defaultRole })
}

/** Rights taken from the caller cannot be regained through another account. @throws access.notHeld */
async function refuseTaken({ tx, actor }: Ctx, companyId: number, added: readonly Grant[]): Promise<void> {
  if (actor.kind !== 'user' || !actor.role || !actor.pages || added.length === 0) return
  const taken = [...permissionsOf(actor.role)].filter(name => !actor.permissions.has(name))
  if (taken.length === 0) return
  const rows = await tx.selectFrom('roleAccess').where('companyId', '=', companyId).selectAll().execute()
  const given = added.flatMap(({ defaultRole }) => {
    const changes = rows.find(row => row.defaultRole === defaultRole) as unknown as AccessChanges | undefined
    const { permissions } = accessOf(defaultRole, changes ?? null, null)
    return taken.filter(name => permissions.has(name))
  })
  if (given.length > 0) refuse('access.notHeld', { names: [...new Set(given)].join(', ') })
}

async function refuseStations({ tx, actor }: Ctx, companyId: number, grants: readonly Grant[]): Promise<void> {
  const ids = [...new Set(grants.flatMap(({ stationId }) => stationId ?? []))]
  if (ids.length === 0) return
  const own = await tx.selectFrom('station').where('id', 'in', ids).where('companyId', '=', companyId).select('id').execute()
  const reachable = own.filter(({ id }) => !actor.stationIds || actor.stationIds.includes(id))
  if (reachable.length < ids.length) refuse('notFound', { field: 'roles' })
}

const same = (one: Grant, other: Grant) => one.defaultRole === other.defaultRole && one.stationId === other.stationId
const bare = ({ defaultRole, stationId }: Grant): Grant => ({ defaultRole, stationId })

/**
 * Gives a fleet to the one who leads it, and takes it from the user who led it before; what else they are stays.
 * @throws fleet.leaderTaken the user leads another fleet already
 */
export async function giveFleet(
  { tx }: Ctx,
  { fleetId, companyId, userId }: { fleetId: number; companyId: number; userId: number | null },
): Promise<void> {
  const leads = tx.selectFrom('userRole').where('defaultRole', '=', 'group_master').select(['userId', 'fleetId'])
  const other = userId !== null && (await leads.where('userId', '=', userId).where('fleetId', '!=', fleetId).executeTakeFirst())
  if (other) refuse('fleet.leaderTaken')
  const before = await tx.deleteFrom('userRole').where('fleetId', '=', fleetId).returning('userId').execute()
  if (userId !== null) await tx.insertInto('userRole').values({ companyId, userId, fleetId, defaultRole: 'group_master' }).execute()
  for (const id of new Set([...before.map(held => held.userId), ...(userId === null ? [] : [userId])])) await noteStaff(tx, id)
}

/** Anyone who has a role that signs in is staff, but for who leads a fleet: a customer, and a member like others (decision FL1). */
const isStaffRole = (role: Role): boolean => signsIn(role) && role !== 'group_master'

async function noteStaff(tx: Ctx['tx'], userId: number): Promise<void> {
  const held = await tx.selectFrom('userRole').where('userId', '=', userId).select('defaultRole').execute()
  await tx
    .updateTable('userAccount')
    .set({ isStaff: held.some(({ defaultRole }) => isStaffRole(defaultRole as Role)) })
    .where('id', '=', userId)
    .execute()
}
