import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { hashSecret } from './secret.ts'

const triesMax = 10
const lockMs = 30 * 60_000

/** One guess at a secret, counted before it is compared, so that many at once count as many. */
export interface Attempt {
  readonly key: Buffer
  readonly tries: number
  readonly lockedMinutes?: number
}

/** Counts a guess of this kind by what is guessed at and where from; a stranger elsewhere locks nobody out. */
export async function countAttempt({ tx, now, meta }: Ctx, kind: string, ...about: (string | number)[]): Promise<Attempt> {
  const key = hashSecret(JSON.stringify([kind, meta.ip, ...about]))
  const fresh = new Date(now.getTime() - lockMs)
  // A lock that would last longer than any was set while the clock was ahead.
  const locked = sql`login_attempt.locked_until > ${now} and login_attempt.locked_until <= ${new Date(now.getTime() + lockMs + apartMaxMs)}`
  const { tries, lockedUntil } = await tx
    .insertInto('loginAttempt')
    .values({ key, tries: 1, at: now })
    .onConflict(on =>
      on.column('key').doUpdateSet({
        tries: sql<number>`case when ${locked} then login_attempt.tries
        when login_attempt.locked_until is not null or login_attempt.at < ${fresh} then 1 else login_attempt.tries + 1 end`,
        lockedUntil: sql<string>`case when ${locked} then login_attempt.locked_until end`,
        at: now,
      }),
    )
    .returning(['tries', 'lockedUntil'])
    .executeTakeFirstOrThrow()
  return { key, tries, ...(lockedUntil && { lockedMinutes: Math.ceil((Date.parse(lockedUntil) - now.getTime()) / 60_000) }) }
}

/** The guess was wrong: the tenth in a row locks for half an hour. */
export async function recordFailure({ tx, now }: Ctx, { key, tries }: Attempt): Promise<void> {
  if (tries < triesMax) return
  await tx
    .updateTable('loginAttempt')
    .set({ lockedUntil: new Date(now.getTime() + lockMs) })
    .where('key', '=', key)
    .execute()
}

export async function forgive({ tx }: Ctx, { key }: Attempt): Promise<void> {
  await tx.deleteFrom('loginAttempt').where('key', '=', key).execute()
}
