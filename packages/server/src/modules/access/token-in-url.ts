import { z } from 'zod'
import { execute, handle, systemActor, type RequestMeta } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { hashSecret, isDisplayToken } from './secret.ts'

/** What a history, a log and a referrer keep is no secret any more: such a request is refused and noted. @throws auth.tokenInUrl */
export async function refuseTokenInUrl(db: Database, meta: RequestMeta, now: Date): Promise<void> {
  for (const value of meta.inUrl ?? []) {
    const tokenHash = hashSecret(value)
    const found = isDisplayToken(value)
      ? await db
          .selectFrom('display')
          .where('tokenHash', '=', tokenHash)
          .select(['userAccount', 'userCompany as company'])
          .executeTakeFirst()
      : await db.selectFrom('session').where('tokenHash', '=', tokenHash).select(['userAccount', 'company']).executeTakeFirst()
    if (found) await execute(db, caught(found.userAccount), systemActor(found.company, 'guard'), meta, now, {})
  }
}

const caught = (userId: number) =>
  handle({ method: 'POST', path: '/any', permission: 'public', returns: z.never() }, async ctx => {
    ctx.audit('access.token.inUrl', `users:${userId}`)
    return new Refusal('auth.tokenInUrl')
  })
