import { sessions } from '@forecourt/contract'
import { randomBytes } from 'node:crypto'
import { setTenantScope, handle } from '../../platform/execution/command.ts'
import { assert, Refusal } from '../../platform/execution/refusal.ts'
import { hashSecret } from './secret.ts'
import { openSession } from './session.ts'
import { restrictionOf } from './sign-in.ts'

const validMs = 60_000

/** A code for a link: used within a minute it signs in as the caller, in their present role, on that client. */
export const makeCode = handle(sessions.code, async (ctx, { body: { client } }) => {
  const { tx, actor, now } = ctx
  assert(actor.sessionId, 'a signed-in user has a session')
  const { company, defaultRole } = await tx
    .selectFrom('session')
    .where('id', '=', actor.sessionId)
    .select(['company', 'defaultRole'])
    .executeTakeFirstOrThrow()
  const code = randomBytes(16).toString('base64url')
  const expiresDate = new Date(now.getTime() + validMs)
  await tx
    .insertInto('loginCode')
    .values({ codeHash: hashSecret(code), userAccount: actor.id, company, defaultRole, client, expiresDate })
    .execute()

  ctx.audit('access.code.issue', `users:${actor.id}`, { client, until: expiresDate.toISOString() }, company)
  const query = new URLSearchParams({ token: code, expiration: String(expiresDate.getTime()), client })
  return { code, path: `/login?${query}`, expiration: expiresDate.toISOString() }
})

/** Exchanges a code for a session. A second use is refused and noted. @throws login.codeSpent, login.forbidden, login.restricted */
export const signInByCode = handle(sessions.loginByCode, async (begun, { body: { code, client, deviceId } }) => {
  const { now } = begun
  const found = await begun.tx.selectFrom('loginCode').where('codeHash', '=', hashSecret(code)).forUpdate().selectAll().executeTakeFirst()
  if (!found) return new Refusal('login.codeSpent')
  const { company, userAccount: userId, defaultRole } = found
  const tx = await setTenantScope(begun.tx, [company])
  const ctx = { ...begun, tx }
  const fresh = !found.usedDate && Date.parse(found.expiresDate) > now.getTime() && found.client === client
  if (!fresh) {
    ctx.audit('access.code.spent', `users:${userId}`, { client, madeFor: found.client, used: found.usedDate }, company)
    return new Refusal('login.codeSpent')
  }
  await tx.updateTable('loginCode').set({ usedDate: now }).where('codeHash', '=', found.codeHash).execute()

  const user = await tx.selectFrom('userAccount').where('id', '=', userId).selectAll().executeTakeFirstOrThrow()
  const holds = await tx
    .selectFrom('userRole')
    .where('userId', '=', userId)
    .where('defaultRole', '=', defaultRole)
    .select('id')
    .executeTakeFirst()
  const refusal = user.disabled || !holds ? new Refusal('login.forbidden') : await restrictionOf(ctx, user, company, deviceId)
  if (refusal) {
    ctx.audit('access.signIn.refused', `users:${userId}`, { name: user.name, code: refusal.code }, company)
    return refusal
  }
  const { token, expiresAt } = await openSession(ctx, { userId, companyId: company, defaultRole })
  await tx.updateTable('userAccount').set({ lastLoginDate: now }).where('id', '=', userId).execute()
  ctx.audit('access.signIn.byLink', `users:${userId}`, { name: user.name, role: defaultRole, client }, company)
  return { token, expiration: expiresAt, userId, name: user.name }
})
