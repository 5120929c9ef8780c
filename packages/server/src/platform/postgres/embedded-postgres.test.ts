import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from './embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-postgres-'))
const home = join(folder, 'postgres')
const start = () => startPostgres(home, { leashed: true })
const pidOf = () => Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
afterAll(async () => {
  await (await start()).stop()
  rmSync(folder, { recursive: true })
})

async function ask(url: string, sql: string): Promise<any> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

test('it keeps its rows, its port and its password over a stop, a survivor and a kill', async () => {
  const first = await start()
  await ask(first.url(), 'create table sale (no int)')
  await ask(first.url(), 'insert into sale values (1)')
  await first.stop()

  const second = await start()
  expect(second.url()).toBe(first.url())
  const survivor = await start()
  expect(survivor.how).toBe('attached to a survivor')
  await ask(survivor.url(), 'insert into sale values (2)')

  process.kill(pidOf(), 'SIGKILL')
  const third = await start()
  expect(await ask(third.url(), 'select count(*)::int as sales from sale')).toEqual({ sales: 2 })
})

test('a copy of a folder, which remembers the same port and password, is never taken for the other one that answers there', async () => {
  await (await start()).stop()
  const copy = join(folder, 'copy', 'postgres')
  cpSync(home, copy, { recursive: true })
  const original = await start()
  // The copy's own server, at the moment when it has noted itself and not found yet that the port is taken.
  const beginning = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: join(copy, 'data'), stdio: 'ignore' })
  const itsPort = new URL(original.url()).port
  writeFileSync(join(copy, 'data/postmaster.pid'), `${beginning.pid}\n${join(copy, 'data')}\n0\n${itsPort}\n`)
  await expect(startPostgres(copy, { leashed: true, patienceMs: 300 })).rejects.toThrow('PostgreSQL did not start')
  beginning.kill('SIGKILL')
  await once(beginning, 'exit')

  const own = await startPostgres(copy, { leashed: true })
  expect(await ask(own.url(), 'show data_directory')).toEqual({ data_directory: join(copy, 'data') })
  await own.stop()
})

test('it listens on loopback, asks for its password, and finds Chinese text by its parts', async () => {
  const { url } = await start()
  expect(await ask(url(), 'show listen_addresses')).toEqual({ listen_addresses: '127.0.0.1' })
  expect(await ask(url(), 'show fsync')).toEqual({ fsync: 'on' })
  const guess = Object.assign(new URL(url()), { password: 'guess' }).href
  await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed')
  expect(await ask(url(), `select '第七加油站' ~ '^\\w+$' as letters`)).toEqual({ letters: true })
})

test.each([
  ['99', 'Start the version that wrote it, or a later one.'],
  ['15', 'With the version that wrote it: npm run backup.'],
])('a folder that PostgreSQL %s wrote is left alone, with a word on what to do', async (major, word) => {
  await (await start()).stop()
  const file = join(home, 'data/PG_VERSION')
  const own = readFileSync(file, 'utf8')
  writeFileSync(file, `${major}\n`)
  await expect(start()).rejects.toThrow(`was written by PostgreSQL ${major}; this Forecourt brings 18. ${word}`)
  writeFileSync(file, own)
})
