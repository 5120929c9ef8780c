import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { citusPrograms, startCitusCluster } from '../../testing/citus.ts'
import { asOwner } from '../../testing/cluster.ts'
import { freshDatabase } from '../../testing/database.ts'
import { restoreToTime } from '../../restore-pitr.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase, openPool } from './database.ts'
import { distribute } from './distribute.ts'
import { proveUnkept } from './unkept.ts'

// Where Citus is not built there is no cluster to try it on.
const programs = citusPrograms()
const cluster = programs ? await startCitusCluster(programs) : undefined
const database = await freshDatabase(cluster?.url ?? inject('cluster'))
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const rows = async (text: string) => (await client.query<Record<string, never>>(text)).rows
afterAll(async () => {
  await client.end()
  await database.drop()
  await cluster?.stop()
})
// oxlint-disable-next-line vitest/no-disabled-tests vitest/valid-title vitest/expect-expect -- the condition is no title
const onCluster = test.skipIf(!cluster)

test('a database without Citus is not spread, and stays as it is', async () => {
  const plain = await freshDatabase(inject('cluster'), 'template0')
  await expect(distribute(plain.url)).rejects.toThrow('The database has no Citus')
  const other = new pg.Client({ connectionString: plain.url })
  await other.connect()
  expect((await other.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).rows).toEqual([])
  await other.end()
  await plain.drop()
})

onCluster('all tables of companies lie by the company, and rows of one company on one machine', async () => {
  for (const [id, code] of [
    [1, 'riverside'],
    [2, 'harbour'],
  ]) {
    await rows(`insert into company (id, code, name) values (${id}, '${code}', '${code}')`)
    await rows(`insert into station (id, company_id, code, name) values (${id}1, ${id}, 'S', 'Station')`)
  }
  const strays = await rows(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id')
      and oid not in (select logicalrelid from pg_dist_partition where partmethod = 'h')`)
  expect(strays).toEqual([])
  expect(await rows(`select count(distinct colocationid)::int as groups from pg_dist_partition where partmethod = 'h'`)).toEqual([
    { groups: 1 },
  ])
})

onCluster('a reference into another company is refused, a taken code, and a change of what is final', async () => {
  await expect(rows(`insert into printer (company_id, station_id, name) values (1, 21, 'of the neighbours')`)).rejects.toThrow(
    'foreign key',
  )
  await expect(rows(`insert into company (id, code, name) values (3, 'harbour', 'Harbour')`)).rejects.toThrow('company.codeTaken')
  await rows(`insert into ledger_account (company_id, kind, owner_id, pay_type) values (1, 'sales', 11, '')`)
  await expect(rows(`update ledger_account set owner_id = 12 where company_id = 1`)).rejects.toThrow('these columns')
  await rows('update ledger_account set balance_cents = 100 where company_id = 1')
})

onCluster('machines draw ids of their own, and rows have theirs where they are inserted', async () => {
  const drawn = await rows(`
    select result from run_command_on_all_nodes($$select array_agg(next_id() % 32) from generate_series(1, 1000)$$)`)
  const places = drawn.map(({ result }) => new Set(String(result).replace(/[{}]/g, '').split(',')))
  expect(places.map(({ size }) => size)).toEqual([1, 1, 1])
  expect(new Set(places.map(([place]) => place)).size).toBe(3)
  expect(await rows(`insert into printer (company_id, station_id, name) values (1, 11, 'at the till') returning id > 0 as id`)).toEqual([
    { id: true },
  ])
})

onCluster('what is final is so on every machine, for its owner too', async () => {
  await rows(`insert into audit_entry (company_id, actor, action, subject, detail, request_id, source, at)
    values (1, 'user:1', 'station.create', 'stations:11', '{}', 'r', 's', now())`)
  for (const change of ['delete from audit_entry where company_id = 1', 'update audit_entry set actor = actor'])
    await expect(rows(change), change).rejects.toThrow('audit_entry is final')
  const asleep = await rows(`
    select tgrelid::regclass::text as table, tgname from pg_trigger join pg_dist_partition on logicalrelid = tgrelid and partmethod = 'h'
    where not tgisinternal and tgtype & 32 = 0 and exists (
      select from pg_dist_shard placed, lateral run_command_on_shards(placed.logicalrelid, $$select count(*) from pg_trigger
        where tgrelid = '%s'::regclass and not tgisinternal$$) as there
      where placed.logicalrelid = tgrelid and there.result::int <> (
        select count(*) from pg_trigger own where own.tgrelid = placed.logicalrelid and not own.tgisinternal and own.tgtype & 32 = 0))`)
  expect(asleep).toEqual([])
})

onCluster('a change of a row is noted beside it, as on one machine', async () => {
  await rows(`insert into audit_entry (company_id, actor, action, subject, detail, request_id, source, at)
    values (2, 'user:1', 'station.create', 'stations:21', '{}', 'r', 's', now())`)
  expect(await rows('select company_id::int from audit_pending where company_id = 2')).toEqual([{ company_id: 2 }])
  expect(await rows('select count(*)::int as roles from role_access where company_id = 1')).toEqual([{ roles: 9 }])
})

onCluster('a moment is not restored into a cluster, and it is said what to do instead', async () => {
  const restore = restoreToTime('2026-11-20T09:30:00Z', readConfig({ DATABASE_URL: database.url }), new Date())
  await expect(restore).rejects.toThrow(/DATABASE_URL names a cluster .*citus_create_restore_point.*npm run restore -- <folder>/)
})

onCluster('no history is imported into a cluster, and it is said what to do instead', async () => {
  const root = join(import.meta.dirname, '../../../../..')
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(root, 'no-such-folder') }
  const run = promisify(execFile)(
    process.execPath,
    [join(root, 'packages/server/src/import.ts'), join(root, 'mappings/ccs-2012.json'), root],
    { env },
  )
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Import it before the database is spread.') })
})

onCluster('what a cluster cannot keep is looked for by the proof: a session of somebody who is not there is named', async () => {
  const db = openDatabase(openPool(database.url, { max: 1 }))
  expect(await proveUnkept(db)).toMatchObject({ invariant: 'R1', breaches: 0 })
  await rows(`insert into session (token_hash, cookie_hash, family, user_account, company, default_role, client, source, created_date,
    seen_date, expires_date, ends_date) values ('a', 'b', 1, 77, 2, 'admin', '', '', now(), now(), now(), now())`)
  expect(await proveUnkept(db)).toMatchObject({ checked: 2, breaches: 1, examples: ['session names user_account 77 of company 2'] })
  await db.destroy()
})

onCluster('once more, nothing is left to be done; a machine that lost its sequence is made ready again', async () => {
  const worker = new URL(cluster!.url).searchParams.get('workers')!.split(',')[0]!
  await asOwner(Object.assign(new URL(database.url), { port: worker, search: '' }).href, 'drop sequence id_turn')
  expect(await distribute(database.url)).toBeGreaterThan(70)
  expect(await rows('select count(*)::int as left from distribution where not done')).toEqual([{ left: 0 }])
  expect(await rows(`select bool_and(success) as ready from run_command_on_all_nodes('select next_id()')`)).toEqual([{ ready: true }])
})
