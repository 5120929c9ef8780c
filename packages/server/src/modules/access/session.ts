import { sessions } from '@forecourt/contract'
import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { handle, type Ctx, type IssuedSession } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { endDisplay, sweepDisplays } from './display.ts'
import { hashSecret, newSecret } from './secret.ts'

const hour = 3_600_000
/** A session lasts twelve hours; renewed again and again, two days. */
const lifeMs = 12 * hour
const chainMs = 48 * hour
const parallelMax = 5

interface Opened {
  userId: number
  companyId: number
  defaultRole: string
}

/** Opens a session and hands it to the browser. The oldest beyond five in parallel end. */
export async function openSession(ctx: Ctx, { userId, companyId, defaultRole }: Opened): Promise<IssuedSession> {
  const { tx, now } = ctx
  await tx
    .deleteFrom('session')
    .where('userAccount', '=', userId)
    .where(of =>
      of.or([
        of('expiresDate', '<=', now.toISOString()),
        of(
          'family',
          'not in',
          tx
            .selectFrom('session')
            .where('userAccount', '=', userId)
            .where('replacedDate', 'is', null)
            .where('expiresDate', '>', now.toISOString())
            .orderBy('createdDate', 'desc')
            .orderBy('id', 'desc')
            .limit(parallelMax - 1)
            .select('family'),
        ),
      ]),
    )
    .execute()
  const {
    rows: [made],
  } = await sql<{ id: number }>`select next_id() as id`.execute(tx)
  const endsDate = new Date(now.getTime() + chainMs)
  return insert(ctx, { id: made!.id, family: made!.id, userAccount: userId, company: companyId, defaultRole, endsDate })
}

async function insert(
  { tx, now, meta, issue }: Ctx,
  session: { id?: number; family: number; userAccount: number; company: number; defaultRole: string; endsDate: Date },
) {
  const token = newSecret(),
    cookie = newSecret()
  const expiresAt = Math.min(now.getTime() + lifeMs, session.endsDate.getTime())
  await tx
    .insertInto('session')
    .values({
      ...session,
      tokenHash: hashSecret(token),
      cookieHash: hashSecret(cookie),
      createdDate: now,
      seenDate: now,
      expiresDate: new Date(expiresAt),
      client: `${meta.client ?? ''} ${meta.userAgent}`.trim().slice(0, 200),
      source: meta.ip,
    })
    .execute()
  const issued = { token, cookie, expiresAt }
  issue(issued)
  return issued
}

/** A new token for the old one, which from now on only gives its thief away. */
export const refresh = handle(sessions.refresh, async ctx => {
  const { tx, actor, now } = ctx
  assert(actor.sessionId, 'a signed-in user has a session')
  const old =
    (await tx
      .updateTable('session')
      .set({ replacedDate: now })
      .where('id', '=', actor.sessionId)
      .where('replacedDate', 'is', null)
      .returningAll()
      .executeTakeFirst()) ?? refuse('auth.required')
  const { token, expiresAt } = await insert(ctx, {
    family: old.family,
    userAccount: old.userAccount,
    company: old.company,
    defaultRole: old.defaultRole,
    endsDate: new Date(old.endsDate),
  })
  return { token, expiration: expiresAt }
})

/** Ends the session, if there is one: an expired one is as gone as it can be. */
export const logout = handle(sessions.logout, async ctx => {
  const { tx, actor } = ctx
  if (actor.sessionId) {
    await tx
      .deleteFrom('session')
      .where('family', 'in', tx.selectFrom('session').where('id', '=', actor.sessionId).select('family'))
      .execute()
    ctx.audit('access.signOut', `users:${actor.id}`)
  }
  if (actor.display) await endDisplay(ctx, actor.display)
  ctx.issue(null)
  return {}
})

export const listSessions = handle(sessions.list, ctx => openSessionsOf(ctx, ctx.actor.id))

/** Where a user is signed in, the latest first. */
export async function openSessionsOf({ tx, actor, now }: Ctx, userId: number) {
  const rows = await tx
    .selectFrom('session')
    .where('userAccount', '=', userId)
    .where('replacedDate', 'is', null)
    .where('expiresDate', '>', now.toISOString())
    .orderBy('seenDate', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'client', 'source', 'defaultRole', 'createdDate', 'seenDate', 'expiresDate'])
    .execute()
  const content = rows.map(({ expiresDate, ...row }) => ({ ...row, expiration: expiresDate, current: row.id === actor.sessionId }))
  return { content: content as never, totalElements: content.length }
}

/** @throws notFound it is someone else's, or has ended */
export const endSession = handle(sessions.end, async (ctx, { id }) => {
  const mine = await ctx.tx
    .selectFrom('session')
    .where('id', '=', id)
    .where('userAccount', '=', ctx.actor.id)
    .select('family')
    .executeTakeFirst()
  if (!mine) refuse('notFound', { session: id })
  await ctx.tx.deleteFrom('session').where('family', '=', mine.family).execute()
  ctx.audit('access.session.end', `users:${ctx.actor.id}`, { session: id })
  if (id === ctx.actor.sessionId) ctx.issue(null)
  return { id }
})

export const endAllSessions = handle(sessions.endAll, async ctx => {
  const ended = await endSessionsOf(ctx, ctx.actor.id)
  ctx.audit('access.session.endAll', `users:${ctx.actor.id}`, { ended })
  ctx.issue(null)
  return { ended }
})

/** Ends a user's sessions, all of them or all but one; the next request that shows one is refused. */
export async function endSessionsOf({ tx }: Ctx, userId: number, but?: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('userAccount', '=', userId)
    .$if(but !== undefined, of => of.where('id', '!=', but!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * What has expired tells nothing any more; what was given out while the clock was ahead would be good for as long as the clock was off.
 * A job calls it now and then.
 */
export async function sweepSessions(tx: Ctx['tx'], now: Date): Promise<void> {
  const ahead = (ms: number) => new Date(now.getTime() + ms + apartMaxMs).toISOString()
  await tx
    .deleteFrom('session')
    .where(of => of.or([of('expiresDate', '<=', now.toISOString()), of('createdDate', '>', ahead(0))]))
    .execute()
  await sweepDisplays(tx, now)
  await tx.deleteFrom('pinProof').where('expiresDate', '>', ahead(hour)).execute()
  await tx.deleteFrom('invitation').where('expiresDate', '<=', now.toISOString()).execute()
  await tx.deleteFrom('pinProof').where('expiresDate', '<=', now.toISOString()).execute()
  await tx
    .deleteFrom('loginCode')
    .where('expiresDate', '<', new Date(now.getTime() - 24 * hour).toISOString())
    .execute()
  await tx
    .deleteFrom('loginAttempt')
    .where('at', '<', new Date(now.getTime() - 24 * hour).toISOString())
    .execute()
}
