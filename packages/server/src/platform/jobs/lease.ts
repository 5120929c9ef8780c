import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Database } from '../postgres/database.ts'

/** This process among all that share the database. */
export const instance: string = randomUUID()

/** A lease that is not renewed is over after this; anyone who asks next takes it. */
export const leaseSeconds = 12
const renewMs = 3000

/**
 * Takes a lease, or renews one's own. What is another's is taken when it is over, and where it would last longer than any lease: the
 * database's clock was ahead when it was taken. All of it by the database's clock.
 * @returns whether it is held from now on
 */
export async function takeLease(db: Database, name: string, holder = instance): Promise<boolean> {
  const { rows } = await sql`
    insert into lease as held (name, holder, expires_date) values (${name}, ${holder}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (name) do update set holder = excluded.holder, expires_date = excluded.expires_date
    where held.holder = excluded.holder or held.expires_date <= now()
      or held.expires_date > now() + make_interval(secs => ${2 * leaseSeconds}) returning 1`.execute(db)
  return rows.length > 0
}

/** Whether it has not passed to another in the meantime, by the database's clock. */
export async function holdsLease(db: Database, name: string, holder = instance): Promise<boolean> {
  const { rows } = await sql`
    select from lease where name = ${name} and holder = ${holder} and expires_date > now()`.execute(db)
  return rows.length > 0
}

export async function dropLease(db: Database, name: string, holder = instance): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
}

/**
 * Does something in one instance alone: `begin` when the lease is won, what it returned when the lease is lost or given up.
 * An instance that cannot renew ends its work before the lease is over for the others.
 * @returns what gives the lease up, when the work has ended
 */
export function holdLease(
  db: Database,
  name: string,
  begin: () => () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let end: (() => Promise<unknown>) | undefined
  let renewed = 0
  const lose = async () => {
    const ending = end
    end = undefined
    await ending?.()
  }
  const turn = async () => {
    const asked = performance.now()
    try {
      if (!(await takeLease(db, name))) return await lose()
      renewed = asked
      end ??= begin()
    } catch (error) {
      failed(error)
      if (performance.now() - renewed > leaseSeconds * 1000 - 2 * renewMs) await lose()
    }
  }
  let running = turn()
  const timer = setInterval(() => {
    running = running.then(turn)
  }, renewMs)
  return async () => {
    clearInterval(timer)
    await running
    await lose()
    await dropLease(db, name).catch(failed)
  }
}
