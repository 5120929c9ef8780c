import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { misshapen } from '../../testing/catalogue.ts'
import { freshDatabase } from '../../testing/database.ts'
import { migrate, migrationsFolder } from './migrate.ts'

const before = '202611241935_checks_of_a_sale.sql'
const [keys, references] = ['202611242340_keys_of_a_company.sql', '202611242341_references_of_a_company.sql']
const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
cpSync(migrationsFolder, folder, { recursive: true })

const database = await freshDatabase(inject('cluster'), 'template0')
const client = new pg.Client({ connectionString: database.url })
beforeAll(async () => {
  await migrate(database.url, { upTo: before })
  await client.connect()
  await client.query(`
    insert into company (id, code, name) values (1, 'riverside', 'Riverside'), (2, 'harbour', 'Harbour');
    insert into station (id, company_id, code, name) values (11, 1, 'R', 'Riverside'), (21, 2, 'H', 'Harbour');
    insert into user_account (id, company_id, name, mobile, password_hash) values (31, 1, 'Lin', '13900000001', 'none');
    insert into user_setting (company_id, user_id, name, value, modified_date) values (2, 31, 'tabs', '{}', now());
    insert into saved_view (company_id, user_id, page, name, search, created_date, modified_date)
      values (2, 31, 'allQuery', 'Over there', '{}', now(), now())`)
})
afterAll(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
  await database.drop()
})

const printer = (company: number, station: number, name: string) =>
  client.query('insert into printer (company_id, station_id, name) values ($1, $2, $3)', [company, station, name])
const all = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat()

test('a server that is interrupted while it builds the keys goes on with the next one', async () => {
  const text = readFileSync(join(folder, keys), 'utf8')
  const half = text.slice(0, text.lastIndexOf(';', text.length / 2) + 1)
  writeFileSync(join(folder, keys), `${half}\nselect interrupted();\n`)
  await expect(migrate(database.url, { folder, upTo: keys })).rejects.toThrow('interrupted() does not exist')
  // One whose building was cut short is there, and of no use.
  await client.query(`update pg_index set indisvalid = false where indexrelid = '"new station_pkey"'::regclass`)
  writeFileSync(join(folder, keys), text)
  expect(await migrate(database.url, { folder, upTo: keys })).toEqual([keys])
  expect(await all(`select relname from pg_index join pg_class on oid = indexrelid where not indisvalid`)).toEqual([])
})

test('what refers to another company is named, and nothing is changed until somebody has put it right', async () => {
  await printer(1, 21, 'of the neighbours')
  await printer(1, 11, 'of the house')
  const [count] = await all('select count(*)::int from pg_constraint')
  await expect(migrate(database.url, { folder, upTo: references })).rejects.toThrow(
    `Migration ${references}: References into another company:\nprinter.station_id: 1, the first to 21`,
  )
  expect(await all('select count(*)::int from pg_constraint')).toEqual([count])
  expect(await all('select name from printer order by name')).toEqual(['of the house', 'of the neighbours'])
  await client.query('update printer set company_id = 2 where station_id = 21')
  expect(await migrate(database.url, { folder, upTo: references })).toEqual([references])
})

test('the switch waits for no call for long, loses none, and leaves every table in shape', async () => {
  const busy = new pg.Client({ connectionString: database.url })
  await busy.connect()
  let done = false
  let written = 0
  let longestMs = 0
  const writing = (async () => {
    while (!done) {
      const began = performance.now()
      try {
        // As a sale does: one table after another, in one transaction.
        await busy.query('begin')
        await busy.query(`insert into printer (company_id, station_id, name) values (1, 11, 'p${written}')`)
        await busy.query('select pg_sleep(0.01)')
        await busy.query(`insert into tank_gauge (company_id, station_id, name) values (1, 11, 'g${written}')`)
        await busy.query('commit')
        written++
      } catch (error) {
        // Sent again, as a sale is.
        await busy.query('rollback')
        if ((error as { code?: string }).code !== '40P01') throw error
      }
      longestMs = Math.max(longestMs, performance.now() - began)
      // Between two sales there is a moment without one, in which the migration has all of its locks at once.
      await wait(20)
    }
  })()
  await expect.poll(() => written).toBeGreaterThan(3)
  await migrate(database.url)
  done = true
  await writing
  await busy.end()
  // Bounded generously: a machine with other things to do is no reason.
  expect(longestMs).toBeLessThan(10_000)
  expect(await all('select count(*)::int from printer')).toEqual([written + 2])
  expect(await all('select count(*)::int from tank_gauge')).toEqual([written])
  expect(await misshapen(client)).toEqual([])
  expect(await all(`select relname from pg_class where relname like 'new %'`)).toEqual([])
})

test('what somebody of a head office keeps in another company stays there, and names the company of the account', async () => {
  expect(await all('select company_id::int, user_company::int from saved_view')).toEqual([2, 1])
  expect(await all('select company_id::int from user_setting')).toEqual([1])
})

test('from then on not even the owner of the database writes a reference into another company', async () => {
  await expect(printer(1, 21, 'of the neighbours once more')).rejects.toThrow('printer_station_id_fkey')
  await expect(client.query('update printer set company_id = 1 where station_id = 21')).rejects.toThrow('printer_station_id_fkey')
})
