import { invalid, ownFields, UserEdit, users, type UserBody } from '@forecourt/contract'
import type { z } from 'zod'
import { ofCompanyOf } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, lockFiles } from '../../platform/execution/crud.ts'
import { refuse, type Refusal } from '../../platform/execution/refusal.ts'
import { forgetLinks } from '../message/index.ts'
import { refuseOwnPassword } from './pin.ts'
import { setRoles, signsIn, type Grant } from './role.ts'
import { refusePassword } from './password-rule.ts'
import { hashPassword } from './secret.ts'
import { endSessionsOf } from './session.ts'
import { managedForUpdate, keepingAnAdmin, shownSelf, shownUser } from './user.ts'

/**
 * Adds a user with their roles, to the caller's company. Other modules add members with it.
 * @throws user.mobileTaken, user.emailTaken, password.length, password.common, user.roleAbove, user.roleStation, user.roleTwice, notFound
 */
export async function addUser(ctx: Ctx, { roles, password, ...facts }: z.output<typeof UserBody>): Promise<number> {
  const companyId = companyOf(ctx)
  if (password !== undefined) await refusePassword(ctx, companyId, password, facts)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const { id } = await ctx.tx
    .insertInto('userAccount')
    .values({ ...facts, companyId, passwordHash, createdById: ctx.actor.id || null, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setRoles(ctx, id, companyId, roles)

  ctx.audit('users.create', `users:${id}`, { ...facts, roles }, companyId)
  return id
}

/** @throws notFound the company is not one that the caller administers; user.roleMissing, and what adding a user refuses */
export const createUser = handle(users.create, async (ctx, { body: { companyId, ...body } }) => {
  refuseRoleless(ctx, body.roles)
  const home = companyId === undefined ? ctx : inCompany(ctx, companyId)
  const id = await addUser(home, body)
  return shownUser(ctx, id)
})

/** The company that an administrator names, instead of the selected one. Nobody else names one. @throws notFound */
function inCompany(ctx: Ctx, companyId: number): Ctx {
  const { role } = ctx.actor
  const may = (role === 'superAdmin' || role === 'admin') && ctx.scope.companyIds.includes(companyId)
  if (!may) refuse('notFound', { field: 'companyId' })
  return { ...ctx, scope: { ...ctx.scope, companyIds: [companyId] } }
}

/**
 * What is left out stays as it is. Everyone edits a few fields of themselves.
 * @throws auth.forbidden, auth.readOnly, notFound, stale, user.outOfReach, user.ownRoles, user.lastAdmin, user.passwordNeeded,
 *   password.wrong, login.locked, and what adding a user refuses
 */
export const updateUser = handle(users.update, async (ctx, { id, body: { version, roles, password, ...facts } }) => {
  const own = id === ctx.actor.id
  const manages = ctx.actor.permissions.has('access.user.write')
  if (!manages) refuseBeyondOwn(own, { ...facts, ...(roles && { roles }) })
  if (ctx.actor.readOnly) refuse('auth.readOnly')
  const user = manages ? await managedForUpdate(ctx, id) : await selfForUpdate(ctx)
  if (user.version !== version) refuse('stale', { id })
  if (roles) refuseRoleless(ctx, roles)
  refuseNameless(ctx, { ...user, ...facts })
  await lockFiles(ctx, UserEdit, facts, user.companyId)
  const wrong = own && (await refuseUnproven(ctx, user, facts, password))
  if (wrong) return wrong

  const changed = await keepingAnAdmin(ctx, user.companyId, async () => {
    await ctx.tx
      .updateTable('userAccount')
      .set({ ...facts, version: version + 1, modifiedById: ctx.actor.id || null })
      .where('id', '=', id)
      .execute()
    return roles ? setRoles(ctx, id, user.companyId, roles) : { from: [], to: [] }
  })
  if (id === ctx.actor.id && changed.from.length + changed.to.length > 0) refuse('user.ownRoles')

  const before = user as Record<string, unknown>
  const edited = Object.entries(facts)
    .filter(([field, value]) => before[field] !== value)
    .map(([field, to]) => [field, { from: before[field], to }])
  ctx.audit(
    'users.update',
    `users:${id}`,
    { ...Object.fromEntries(edited), ...(changed.from.length + changed.to.length > 0 && { roles: changed }) },
    user.companyId,
  )
  return manages ? shownUser(ctx, id) : shownSelf(ctx)
})

/** @throws auth.forbidden it is somebody else, or a field that is for those who manage users */
function refuseBeyondOwn(own: boolean, asked: object): void {
  const beyond = Object.keys(asked).find(field => !(ownFields as readonly string[]).includes(field))
  if (!own || beyond) refuse('auth.forbidden', { permission: 'access.user.write', ...(own && { field: beyond }) })
}

const selfForUpdate = async (ctx: Ctx) => {
  const tx = await ofCompanyOf(ctx, 'userAccount', ctx.actor.id)
  return tx.selectFrom('userAccount').where('id', '=', ctx.actor.id).forNoKeyUpdate().selectAll().executeTakeFirstOrThrow()
}

interface SignInBy {
  mobile?: string | null | undefined
  email?: string | null | undefined
}
/** Anyone can sit at an open screen: the password is asked for before what one signs in by changes. @throws user.passwordNeeded */
async function refuseUnproven(
  ctx: Ctx,
  before: { mobile: string | null; email: string | null; passwordHash: string | null },
  { mobile = before.mobile, email = before.email }: SignInBy,
  password: string | undefined,
): Promise<Refusal | undefined> {
  if (mobile === before.mobile && email === before.email) return undefined
  if (!password) refuse('user.passwordNeeded')
  return refuseOwnPassword(ctx, password, before.passwordHash, 'password')
}

/** Ends the user's sessions and lets them open no other. @throws notFound, user.self, user.outOfReach, user.lastAdmin */
export const disableUser = handle(users.disable, async (ctx, { id }) => {
  if (id === ctx.actor.id) refuse('user.self')
  const user = await managedForUpdate(ctx, id)
  await keepingAnAdmin(ctx, user.companyId, () => ctx.tx.updateTable('userAccount').set({ disabled: true }).where('id', '=', id).execute())
  const ended = await endSessionsOf(ctx, id)

  ctx.audit('users.disable', `users:${id}`, { ended }, user.companyId)
  return { id }
})

export const enableUser = handle(users.enable, async (ctx, { id }) => {
  const user = await managedForUpdate(ctx, id)
  await ctx.tx.updateTable('userAccount').set({ disabled: false }).where('id', '=', id).execute()

  ctx.audit('users.enable', `users:${id}`, {}, user.companyId)
  return { id }
})

/**
 * A new password, one's own or that of somebody one manages. Every other session of the user ends.
 * @throws notFound, user.outOfReach, auth.forbidden, auth.readOnly, password.length, password.common, password.wrong, login.locked
 */
export const setPassword = handle(users.password, async (ctx, { id, body }) => {
  const { actor, tx } = ctx
  const own = id === actor.id
  if (!own && !actor.permissions.has('access.user.write')) refuse('auth.forbidden', { permission: 'access.user.write' })
  if (!own && actor.readOnly) refuse('auth.readOnly')
  const user = own ? await selfForUpdate(ctx) : await managedForUpdate(ctx, id)
  await refusePassword(ctx, user.companyId, body.password, user)
  const wrong = own && (await refuseOwnPassword(ctx, body.oldPassword ?? '', user.passwordHash, 'oldPassword'))
  if (wrong) return wrong

  await tx
    .updateTable('userAccount')
    .set({ passwordHash: await hashPassword(body.password) })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('invitation').where('userAccount', '=', id).execute()
  await forgetLinks(ctx, id)
  const ended = await endSessionsOf(ctx, id, own ? actor.sessionId : undefined)
  ctx.audit(own ? 'access.password.set' : 'access.password.reset', `users:${id}`, { ended }, user.companyId)
  return { id }
})

/** One of the two is needed to sign in. @throws validation */
function refuseNameless({ meta: { language } }: Ctx, { mobile, email }: { mobile: string | null; email: string | null }): void {
  const message = invalid['mobileOrEmail']![language]
  if (!mobile && !email) refuse('validation', { field: 'mobile', issues: [{ field: 'mobile', code: 'mobileOrEmail', message }] })
}

/** Without any role a user would vanish from the station master's list: that is what disabling is for. @throws user.roleMissing */
function refuseRoleless({ actor }: Ctx, roles: readonly Grant[]): void {
  if (actor.stationIds && !roles.some(({ defaultRole }) => signsIn(defaultRole))) refuse('user.roleMissing')
}
