import { sql } from 'kysely'
import { setTenantScope } from '../execution/command.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { allCompanies, inScope } from '../postgres/name-companies.ts'
import { files, keyOf, keyShape } from './store.ts'

const day = 24 * 60 * 60_000
/** While somebody reads the files of a moment (a backup), none of them goes. */
export const filesLock = 7_062_028

/** One at a time for what lies under a key: recording a file there, and taking it away. */
export const lockKey = (tx: Tx, key: string) => sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)

/**
 * Forgets what nobody uses: files of the day before that no record refers to, and those kept apart for a month; then the bytes
 * that no row names any more, or never did.
 */
export async function sweepFiles(db: Database, now: Date, companies: readonly number[]): Promise<void> {
  await db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    await deleteUnused(tx, new Date(now.getTime() - day))
    await tx
      .deleteFrom('quarantinedFile')
      .where('createdDate', '<', new Date(now.getTime() - 30 * day).toISOString())
      .execute()
  })
  const batch: string[] = []
  const clear = () => removeNameless(db, batch.splice(0), companies)
  // Whose company is not ours is not ours to judge: a store may hold the files of another installation too.
  const ours = new Set(companies.map(String))
  for await (const { key, at } of files().list()) {
    if (now.getTime() - at.getTime() < day || !ours.has(keyShape.exec(key)?.[2] ?? '')) continue
    if (batch.push(key) === 500) await clear()
  }
  await clear()
}

/** Forgets a file at once that is not needed any more; during a backup that is left to the sweep. */
export async function forgetFile(tx: Tx, { id, companyId, sha256 }: { id: number; companyId: number; sha256: string }): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${filesLock}::bigint) as free`.execute(tx)
  if (!rows[0]!.free) return
  const key = keyOf(companyId, sha256)
  await lockKey(tx, key)
  await tx.deleteFrom('attachment').where('companyId', '=', companyId).where('id', '=', id).execute()
  if ((await namedOf(tx, [key])).length === 0) await files().remove(key)
}

/** Which columns refer to files, the database itself says. */
async function deleteUnused(tx: Tx, before: Date): Promise<void> {
  const { rows: columns } = await sql<{ from: string; column: string }>`
    select c.conrelid::regclass::text as from, a.attname as column from pg_constraint c
    join pg_attribute file on file.attrelid = c.confrelid and file.attname = 'id'
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[array_position(c.confkey, file.attnum)]
    where c.contype = 'f' and c.confrelid = 'attachment'::regclass`.execute(tx)
  const used = columns.map(({ from, column }) => {
    const company = sql.ref(from === 'company' ? 'used.id' : 'used.company_id')
    return sql`and not exists (
      select from ${sql.table(from)} used where ${company} = attachment.company_id and used.${sql.ref(column)} = attachment.id)`
  })
  await sql`${sql.raw(allCompanies)}
    delete from attachment where ${inScope(tx)} and created_date < ${before} ${sql.join(used, sql` `)}`.execute(tx)
}

async function removeNameless(db: Database, keys: readonly string[], companies: readonly number[]): Promise<void> {
  for (const key of keys.length > 0 ? await nameless(db, keys, companies) : []) {
    await db.transaction().execute(async begun => {
      const tx = await setTenantScope(begun, companies)
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${filesLock}::bigint) as free`.execute(tx)
      if (!rows[0]!.free) return
      await lockKey(tx, key)
      if ((await namedOf(tx, [key])).length === 0) await files().remove(key)
    })
  }
}

async function nameless(db: Database, keys: readonly string[], companies: readonly number[]): Promise<string[]> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companies)
    const named = new Set(await namedOf(tx, keys))
    return keys.filter(key => !named.has(key))
  })
}

/** Those of the keys that a row names. */
async function namedOf(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const hashes = keys.map(key => Buffer.from(keyShape.exec(key)![3]!, 'hex'))
  const { rows } = await sql<{ key: string }>`
    select 'kept/' || company_id || '/' || left(encode(sha256, 'hex'), 2) || '/' || encode(sha256, 'hex') as key
      from attachment where ${inScope(tx)} and sha256 = any (${hashes})
    union all
    select 'quarantine/' || company_id || '/' || left(encode(sha256, 'hex'), 2) || '/' || encode(sha256, 'hex')
      from quarantined_file where ${inScope(tx)} and sha256 = any (${hashes})`.execute(tx)
  return rows.map(({ key }) => key)
}
