import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '../../testing/database.ts'
import { advisoryLock, migrate, readMigrations } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
const database = await freshDatabase(inject('cluster'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const remove = (name: string) => rmSync(join(folder, name))

async function read(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test("the product's own migrations are applied once, and an unchanged database is left alone", async () => {
  expect(await migrate(database.url)).toEqual([])
  expect(await read('select count(*)::int as applied from migration')).toEqual([{ applied: readMigrations().length }])
})

test('a server that has nothing to migrate does not wait for a backup; one that has, waits', async () => {
  const backup = new pg.Client({ connectionString: database.url })
  await backup.connect()
  await backup.query('select pg_advisory_lock_shared($1)', [advisoryLock])
  expect(await migrate(database.url)).toEqual([])
  await read(`delete from migration where name = (select max(name) from migration)`)
  let waits = true
  const migrating = migrate(database.url).finally(() => {
    waits = false
  })
  migrating.catch(() => {})
  const asking = `select from pg_stat_activity where datname = current_database() and query like 'select pg_try_advisory_lock%'`
  await expect.poll(() => read(asking)).toHaveLength(1)
  expect(waits).toBe(true)
  await backup.end()
  await migrating.catch(() => {})
  expect(waits).toBe(false)
})

test('each file is applied once, in order, whole or not at all', async () => {
  await read('drop table migration')
  write('0001_pump.sql', 'create table pump (no int);')
  write('0002_price.sql', 'alter table pump add column price int; insert into pump values (1, 755);')
  expect(await Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })])).toEqual(
    expect.arrayContaining([['0001_pump.sql', '0002_price.sql'], []]),
  )
  expect(await read('select * from pump')).toEqual([{ no: 1, price: 755 }])

  write('0003_broken.sql', 'insert into pump values (2, 0);\nselect from nowhere;')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 0003_broken.sql, line 2: relation "nowhere" does not exist')
  expect(await read('select no from pump')).toEqual([{ no: 1 }])
  remove('0003_broken.sql')
})

test('a function is replaced when its file changes, and not by a program that is older than the database', async () => {
  const routines = mkdtempSync(join(tmpdir(), 'routines-'))
  const price = (litres: number) =>
    writeFileSync(join(routines, 'pump.sql'), `create or replace function litres() returns int language sql as 'select ${litres}';`)
  const asked = async () => (await read('select litres()'))[0]
  price(10)
  expect(await migrate(database.url, { folder, routines })).toEqual([])
  expect(await asked()).toEqual({ litres: 10 })
  price(20)
  await migrate(database.url, { folder, routines })
  expect(await asked()).toEqual({ litres: 20 })

  write('0003_grade.sql', '-- compatible: a column with a default\nalter table pump add column grade int not null default 92;')
  await migrate(database.url, { folder, routines })
  remove('0003_grade.sql')
  price(30)
  await migrate(database.url, { folder, routines })
  expect(await asked()).toEqual({ litres: 20 })

  writeFileSync(join(routines, 'pump.sql'), 'create or replace function litres() returns int language sql as $$ select nowhere $$;')
  write('0003_grade.sql', '-- compatible: a column with a default\nalter table pump add column grade int not null default 92;')
  await expect(migrate(database.url, { folder, routines })).rejects.toThrow('db/routines/pump.sql')
  expect(await asked()).toEqual({ litres: 20 })
  await read(`delete from migration where name = '0003_grade.sql'`)
  remove('0003_grade.sql')
  rmSync(routines, { recursive: true })
})

test('a program goes on with a database that is newer by what only adds, and with no other', async () => {
  write('0003_hose.sql', '-- compatible: a column with a default\nalter table pump add column hoses int not null default 1;')
  expect(await migrate(database.url, { folder })).toEqual(['0003_hose.sql'])
  remove('0003_hose.sql')
  expect(await migrate(database.url, { folder })).toEqual([])

  // What is older than the newest one it knows was left out by somebody, whatever it says of itself.
  remove('0001_pump.sql')
  await read(`update migration set compatible = true where name = '0001_pump.sql'`)
  await expect(migrate(database.url, { folder })).rejects.toThrow('it holds migration 0001_pump.sql')
  write('0001_pump.sql', 'create table pump (no int);')

  write('0003_hose.sql', '-- compatible: a column with a default\nalter table pump add column hoses int not null default 1;')
  write('0004_price.sql', '-- not compatible\nalter table pump drop column price;')
  expect(await migrate(database.url, { folder })).toEqual(['0004_price.sql'])
  remove('0003_hose.sql')
  remove('0004_price.sql')
  await expect(migrate(database.url, { folder })).rejects.toThrow('it holds migration 0004_price.sql')
  await read(`delete from migration where name > '0003'`)
})

test('an index is built beside a sale that goes on and servers that wait, and one that was cut short is built anew', async () => {
  const sale = new pg.Client({ connectionString: database.url })
  await sale.connect()
  await sale.query('begin')
  await sale.query('insert into pump (no) values (2)')
  write('0003_no_index.sql', '-- compatible, beside\ncreate index concurrently if not exists pump_no on pump (no);\n')
  const servers = [migrate(database.url, { folder }), migrate(database.url, { folder })]
  const building = `select from pg_stat_activity where datname = current_database() and query like '%concurrently%' and state = 'active'
    and wait_event_type = 'Lock' and pid <> pg_backend_pid()`
  await expect.poll(() => read(building)).toHaveLength(1)
  // It waits for the sale, and keeps nobody from selling.
  await read('insert into pump (no) values (3)')
  await sale.query('commit')
  await sale.end()
  expect(await Promise.all(servers)).toEqual(expect.arrayContaining([['0003_no_index.sql'], []]))

  await read(`delete from migration where name = '0003_no_index.sql'`)
  await read(`update pg_index set indisvalid = false where indexrelid = 'pump_no'::regclass`)
  expect(await migrate(database.url, { folder })).toEqual(['0003_no_index.sql'])
  expect(await read(`select indisvalid as whole from pg_index where indexrelid = 'pump_no'::regclass`)).toEqual([{ whole: true }])

  write('0004_broken_index.sql', '-- compatible, beside\ncreate index concurrently if not exists pump_none on nowhere (no);\n')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 0004_broken_index.sql: relation "nowhere" does not exist')
  remove('0003_no_index.sql')
  remove('0004_broken_index.sql')
  await read(`delete from migration where name > '0003'`)
})

test('what a server of before cannot go on beside comes in one moment, with all that follows; what only proves comes last', async () => {
  write('0010_pipe.sql', '-- compatible\ncreate table pipe (no int, "by" bigint default txid_current());')
  write('0011_pipe.sql', '-- compatible\ninsert into pipe values (11);')
  write('0012_pipe.sql', 'insert into pipe values (12);')
  write('0013_pipe.sql', '-- compatible, beside, proof\ninsert into pipe values (13);')
  write('0014_pipe.sql', '-- compatible\ninsert into pipe values (14);')
  const pipes = async () =>
    new Map(((await read('select no, "by" from pipe')) as { no: number; by: string }[]).map(({ no, by }) => [no, by]))
  await migrate(database.url, { folder, leaveProofs: true })
  const before = await pipes()
  expect([...before.keys()]).toEqual([11, 12, 14])
  expect(before.get(12)).toBe(before.get(14))
  expect(before.get(11)).not.toBe(before.get(12))
  // A caller that leaves proofs finds nothing else to do; one that does not applies it, although a later one has been applied.
  expect(await migrate(database.url, { folder, leaveProofs: true })).toEqual([])
  expect(await migrate(database.url, { folder })).toEqual(['0013_pipe.sql'])
  expect([...(await pipes()).keys()]).toEqual([11, 12, 14, 13])

  write('0015_pipe.sql', 'insert into pipe values (15);')
  write('0016_pipe.sql', '-- compatible\ninsert into pipes values (16);')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 0016_pipe.sql, line 2: relation "pipes" does not exist')
  expect([...(await pipes()).keys()]).toEqual([11, 12, 14, 13])
  remove('0015_pipe.sql')
  remove('0016_pipe.sql')
})

test('a history that does not fit is refused with a word on what to do', async () => {
  write('0001_pump.sql', 'create table pump (no bigint);')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 0001_pump.sql was changed after this database applied it')
  write('0001_pump.sql', 'create table pump (no int);')

  remove('0002_price.sql')
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    'The database is newer than this program: it holds migration 0002_price.sql',
  )
  write('0002_price.sql', 'alter table pump add column price int; insert into pump values (1, 755);')

  write('0003_tank.sql', 'select 1')
  write('0003_hose.sql', 'select 1')
  await expect(migrate(database.url, { folder })).rejects.toThrow('another migration has the same number')
  remove('0003_hose.sql')
  write('hose.sql', 'select 1')
  await expect(migrate(database.url, { folder })).rejects.toThrow('a migration is named by its minute')
  remove('hose.sql')
  write('0000_hose.sql', 'select 1')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 0000_hose.sql is older than the newest one')
})
