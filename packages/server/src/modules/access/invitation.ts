import { outboxMessages, users } from '@forecourt/contract'
import { setTenantScope, handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { forgetLinks, linkOf, writeLink } from '../message/index.ts'
import { hashPassword, hashSecret, newSecret } from './secret.ts'
import { endSessionsOf } from './session.ts'
import { refusePassword } from './password-rule.ts'
import { managedForUpdate } from './user.ts'

const validMs = 48 * 3_600_000

/**
 * A link for a user to set their own password; it invalidates an earlier one (decision O11).
 * @throws notFound, user.outOfReach, message.tooMany
 */
export const invite = handle(users.invite, async (ctx, { id }) => {
  const user = await managedForUpdate(ctx, id)
  const invitation = await issueInvitation(ctx, id, user.companyId)
  const message = await writeLink(ctx, {
    template: user.passwordHash === null ? 'invitation' : 'passwordReset',
    user,
    companyId: user.companyId,
    language: ctx.meta.language,
    path: invitation.path,
    until: new Date(invitation.expiration),
  })
  return { ...invitation, message }
})

/** The link of a message, for users who may make one for the same person. @throws notFound, user.outOfReach, message.expired */
export const showLink = handle(outboxMessages.link, async (ctx, { id }) => {
  const { path, userId, companyId, expiration } = await linkOf(ctx, id)
  await managedForUpdate(ctx, userId)

  ctx.audit('message.link', `outboxMessages:${id}`, { user: userId }, companyId)
  return { path, expiration }
})

export async function issueInvitation({ tx, now, audit }: Ctx, id: number, companyId: number) {
  const code = newSecret()
  const expiresDate = new Date(now.getTime() + validMs)
  await tx.deleteFrom('invitation').where('userAccount', '=', id).execute()
  await tx
    .insertInto('invitation')
    .values({ codeHash: hashSecret(code), userAccount: id, company: companyId, expiresDate })
    .execute()

  audit('access.invite', `users:${id}`, { until: expiresDate.toISOString() }, companyId)
  // Behind the #, so that no server along the way and no log ever sees it.
  return { code, path: `/login#invitation=${code}`, expiration: expiresDate.toISOString() }
}

/** @throws invitation.spent, password.length, password.common */
export const acceptInvitation = handle(users.accept, async (begun, { body: { code, password } }) => {
  const { now } = begun
  const invitation = await begun.tx
    .deleteFrom('invitation')
    .where('codeHash', '=', hashSecret(code))
    .where('expiresDate', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()
  if (!invitation) refuse('invitation.spent')
  const { company, userAccount: id } = invitation
  const tx = await setTenantScope(begun.tx, [company])
  const ctx = { ...begun, tx }
  const user = await tx
    .selectFrom('userAccount')
    .where('id', '=', id)
    .where('disabled', '=', false)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!user) refuse('invitation.spent')
  await refusePassword(ctx, company, password, user)

  await tx
    .updateTable('userAccount')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  await forgetLinks(ctx, id)
  const ended = await endSessionsOf(ctx, id)
  ctx.audit('access.invitation.accept', `users:${id}`, { ended }, company)
  return { name: user.name }
})
