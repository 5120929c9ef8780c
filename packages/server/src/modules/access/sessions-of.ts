import { users } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { endSessionsOf, openSessionsOf } from './session.ts'
import { managedForUpdate, refuseOutOfReach, shownUser } from './user.ts'

/** Where somebody is signed in. @throws notFound, user.outOfReach */
export const sessionsOf = handle(users.sessions, async (ctx, { id }) => {
  await shownUser(ctx, id)
  await refuseOutOfReach(ctx, id)
  return openSessionsOf(ctx, id)
})

/** Ends one of somebody's sign-ins, or all of them. @throws notFound, user.outOfReach */
export const endSessions = handle(users.endSessions, async (ctx, { id, body: { sessionId } }) => {
  const { companyId } = await managedForUpdate(ctx, id)
  const ended = sessionId === undefined ? await endSessionsOf(ctx, id) : await endFamily(ctx, id, sessionId)
  ctx.audit('access.session.endOf', `users:${id}`, { ended, ...(sessionId && { session: sessionId }) }, companyId)
  return { ended }
})

/** With the ones that it was renewed from. @throws notFound */
async function endFamily({ tx }: Parameters<typeof openSessionsOf>[0], userId: number, id: number): Promise<number> {
  const one = await tx.selectFrom('session').where('id', '=', id).where('userAccount', '=', userId).select('family').executeTakeFirst()
  if (!one) refuse('notFound', { session: id })
  const { numDeletedRows } = await tx.deleteFrom('session').where('family', '=', one.family).executeTakeFirst()
  return Number(numDeletedRows)
}
