import { users, type Role } from '@forecourt/contract'
import { sql } from 'kysely'
import { ofCompanyOf } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { counted } from '../org/index.ts'
import { isAbove, isStationRole, signsIn } from './role.ts'

/** A user is always read with their roles. */
const withRoles = (expand: readonly string[] = []) => [...new Set(['roles.station', ...expand])]

export const listUsers = handle(
  users.list,
  ({ tx, scope }, { query }) => listOf(tx, users, { ...query, expand: withRoles(query.expand) }, scope, { last: true }) as never,
)

/** Members and staff, by the day they were added or by what they are. @source decisions ME18 */
export const countUsers = counted(users)

export const getUser = handle(users.get, (ctx, { id, query }) => shownUser(ctx, id, query.expand) as never)

/** Oneself, as an edit of one's own answers: everyone sees as much of themselves, wherever they work. */
export const shownSelf = ({ tx, actor, scope: { companyIds, zone } }: Ctx) => getOf(tx, users, actor.id, withRoles(), { companyIds, zone })

export const shownUser = ({ tx, scope }: Ctx, id: number, expand: string[] = []) => getOf(tx, users, id, withRoles(expand), scope)

/**
 * A user whom the caller may manage, locked for update; with `look`, read only.
 * @throws notFound not of the caller's company or stations; user.outOfReach of a higher role than the caller, or of other stations too
 */
export async function managedForUpdate(ctx: Ctx, id: number, { look = false }: { look?: boolean } = {}) {
  await shownUser(ctx, id)
  const one = (look ? ctx.tx : await ofCompanyOf(ctx, 'userAccount', id)).selectFrom('userAccount').where('id', '=', id)
  const user = await (look ? one : one.forNoKeyUpdate()).selectAll().executeTakeFirstOrThrow()
  await refuseOutOfReach(ctx, id)
  return user
}

/** @throws user.outOfReach */
export async function refuseOutOfReach({ tx, actor }: Ctx, id: number): Promise<void> {
  const held = (await tx.selectFrom('userRole').where('userId', '=', id).select(['defaultRole', 'stationId']).execute()) as {
    defaultRole: Role
    stationId: number | null
  }[]
  const reached =
    id === actor.id ||
    actor.kind !== 'user' ||
    held.every(
      ({ defaultRole, stationId }) =>
        !isAbove(defaultRole, actor.role ?? 'anonymous') &&
        (!actor.stationIds || !signsIn(defaultRole) || (isStationRole(defaultRole) && actor.stationIds.includes(stationId!))),
    )
  if (!reached) refuse('user.outOfReach', { user: id })
}

/**
 * Makes a change after which, if there was an administrator who can sign in, there still is one.
 * Two who lock each other out at the same moment wait for each other here.
 * @throws user.lastAdmin
 */
export async function keepingAnAdmin<T>({ tx }: Ctx, companyId: number, change: () => Promise<T>): Promise<T> {
  await tx.selectFrom('company').where('id', '=', companyId).forNoKeyUpdate().select('id').executeTakeFirstOrThrow()
  const admin = () =>
    tx
      .selectFrom('userAccount')
      .innerJoin('userRole', of =>
        of.onRef('userRole.companyId', '=', 'userAccount.companyId').onRef('userRole.userId', '=', 'userAccount.id'),
      )
      .where('userAccount.companyId', '=', companyId)
      .where('userRole.defaultRole', 'in', ['admin', 'superAdmin'])
      .where('disabled', '=', false)
      .where('passwordHash', 'is not', null)
      // Whom the keys were not assigned to cannot put anything right.
      .where(sql<boolean>`(menus is null or menus -> 'web' ? 'RoleAccessConfig')`)
      .select('userAccount.id')
      .executeTakeFirst()
  const before = await admin()
  const result = await change()
  if (before && !(await admin())) refuse('user.lastAdmin')
  return result
}
