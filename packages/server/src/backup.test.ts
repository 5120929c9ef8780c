import { orderIntake } from '@forecourt/contract'
import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { readManifest } from './platform/backup/manifest.ts'
import { newMasterKey } from './platform/config/master-key.ts'
import { readMigrations } from './platform/postgres/migrate.ts'
import { makeCard } from './testing/card.ts'
import { emptyOnMachines } from './testing/citus.ts'
import { shop } from './testing/order.ts'
import { form, png } from './testing/file.ts'
import { filesDir, ownerUrl, owned } from './testing/world.ts'

// Each command is a process of its own; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 400_000 })

const key = newMasterKey()
const folder = mkdtempSync(join(tmpdir(), 'forecourt-backup-'))
const made: (() => Promise<unknown>)[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true })
  for (const drop of made) await drop()
})

/** An empty database beside the one of this file, by its owner's address. */
async function emptyDatabase(username = new URL(ownerUrl).username): Promise<string> {
  const name = `restored_${process.pid}_${made.length}`
  const several = new URL(ownerUrl).searchParams.has('workers')
  if (!several) await owned(`create database ${name} owner ${username}`)
  made.push(several ? await emptyOnMachines(ownerUrl, name) : () => owned(`drop database if exists ${name} with (force)`))
  return Object.assign(new URL(ownerUrl), { pathname: `/${name}`, username }).href
}

/** Runs one of the product's commands: what it says, and what it ends with. */
const run = (command: 'backup' | 'restore', at: string, databaseUrl = ownerUrl, over: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, `${command}.ts`), at], {
    env: { ...process.env, DATABASE_URL: databaseUrl, MASTER_KEY: key, FILES_DIR: filesDir, ...over },
    timeout: 390_000,
  }).then(
    ({ stdout }) => ({ said: stdout, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => ({ said: failed.stdout + failed.stderr, code: failed.code }),
  )

async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Sells without pause until told to stop. */
function busyTill(device: Awaited<ReturnType<typeof shop>>['device'], saleOf: (sequence: number) => any) {
  const acknowledged: number[] = []
  let open = true,
    sequence = 0
  const lane = async () => {
    while (open) acknowledged.push((await device.call(orderIntake.take, { body: saleOf(++sequence) })).id)
  }
  const lanes = Array.from({ length: 4 }, lane)
  return {
    acknowledged,
    close: async () => {
      open = false
      await Promise.all(lanes)
    },
  }
}

// Fault F25; invariants I1–I3 on the restored copy.
test('a backup taken while sales come in is restored whole: every sale acknowledged before is there, every invariant holds', async () => {
  const it = await shop()
  await makeCard(it, { principalCents: 100_00, giftCents: 5_00 })
  const { payload, headers } = form({ filename: 'entrance.png', bytes: png({ filler: 5000 }) })
  await (await it.staff({ role: 'admin' })).raw('POST', '/upload?type=stationPicture', payload, headers)
  const till = busyTill(it.device, sequence => it.fuelSale({ sequence }))
  await expect.poll(() => till.acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(40)
  const before = [...till.acknowledged]
  const at = join(folder, 'under-load')
  const backup = await run('backup', at)
  const during = till.acknowledged.length
  await till.close()
  expect(backup).toMatchObject({ code: 0 })
  expect(during).toBeGreaterThan(before.length)

  const target = await emptyDatabase()
  const elsewhere = join(folder, 'restored-files')
  const restored = await run('restore', at, target, { FILES_DIR: elsewhere })
  expect(restored.said).toMatch(/and 1 files: everything saved before/)
  expect(restored.said).toMatch(/^holds .* F1 +1 {2}every file that a row names is in the store, as it was put$/m)
  expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/^1 companies: every invariant holds\.$/m) })
  const orders = (await ask<{ id: number }>(target, 'select id from sale_order')).map(({ id }) => Number(id))
  expect(before.filter(id => !orders.includes(id))).toEqual([])
  expect(orders.filter(id => !till.acknowledged.includes(id))).toEqual([])
  // The wall, the triggers and the references stand again, and the next number is a new one.
  const [stands] = await ask(
    target,
    `select (select count(*)::int from pg_trigger where tgenabled <> 'O') as asleep,
       (select count(*)::int from pg_class c join pg_policy p on p.polrelid = c.oid
        where relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)) as open,
       (select count(*)::int from pg_constraint where contype = 'f') as references, (select max(id) < next_id() from sale_order) as ahead`,
  )
  const [due] = await ask<{ references: number }>(ownerUrl, `select count(*)::int as references from pg_constraint where contype = 'f'`)
  expect(stands).toEqual({ asleep: 0, open: 0, references: due!.references, ahead: true })
  await expect(ask(target, 'delete from audit_entry')).rejects.toThrow('audit_entry is final')
})

test('the master key is not in a backup, others cannot read it, and without the key a restore says where it must come from', async () => {
  const at = join(folder, 'keyless')
  const { said } = await run('backup', at)
  const [id, digits] = key.split(':') as [string, string]
  expect(said).toContain(`The master key ${id} is not included`)
  for (const name of readdirSync(at, { recursive: true, encoding: 'utf8' })) {
    expect(statSync(join(at, name)).mode & 0o077).toBe(0)
    if (!statSync(join(at, name)).isFile()) continue
    expect(readFileSync(join(at, name)).includes(digits)).toBe(false)
  }
  const target = await emptyDatabase()
  const refused = await run('restore', at, target, { MASTER_KEY: newMasterKey() })
  expect(refused).toEqual({ code: 1, said: expect.stringContaining(`The master key ${id} is missing. It is not in the backup`) })
  expect(await ask(target, `select 1 from pg_class where relname = 'company'`)).toEqual([])
})

test('what was altered after the backup is refused and named, before anything is written', async () => {
  const at = join(folder, 'sound')
  await run('backup', at)
  const target = await emptyDatabase()
  const tamper = async (alter: (copy: string) => void) => {
    const copy = mkdtempSync(join(folder, 'altered-'))
    cpSync(at, copy, { recursive: true })
    alter(copy)
    return (await run('restore', copy, target)).said
  }
  const manifest = (copy: string, alter: (text: string) => string) => {
    const file = join(copy, 'manifest.json')
    writeFileSync(file, alter(readFileSync(file, 'utf8')))
  }
  expect(await tamper(copy => appendFileSync(join(copy, 'company.copy.zst'), 'x'))).toMatch(/company\.copy\.zst was altered/)
  const picture = (copy: string) =>
    readdirSync(join(copy, 'files'), { recursive: true, encoding: 'utf8' })
      .map(name => join(copy, 'files', name))
      .find(name => /[0-9a-f]{64}$/.test(name))!
  expect(await tamper(copy => appendFileSync(picture(copy), 'x'))).toMatch(/files\/\d+\/[0-9a-f]{64} was altered/)
  expect(await tamper(copy => rmSync(picture(copy)))).toMatch(/[0-9a-f]{64} is missing/)
  expect(await tamper(copy => rmSync(join(copy, 'station.copy.zst')))).toMatch(/station\.copy\.zst is missing/)
  expect(await tamper(copy => manifest(copy, text => text.replace(/"rows": \d+/, '"rows": 999')))).toMatch(/its seal does not fit/)
  expect(await tamper(copy => manifest(copy, text => text.slice(0, -20)))).toMatch(/manifest\.json is damaged/)
  expect(await tamper(copy => rmSync(join(copy, 'manifest.json')))).toMatch(/no manifest\.json: it is no backup, or one that was cut short/)
  const newest = readMigrations().at(-1)!.name
  expect(await tamper(copy => manifest(copy, text => text.replace(newest, '9999_future.sql')))).toMatch(
    /newer than this program: it holds migration 9999_future\.sql/,
  )
  expect(await ask(target, `select 1 from pg_class where relname = 'company'`)).toEqual([])
})

test('a file that the store has lost is named; all the rest is saved, and the command says that something is lacking', async () => {
  const it = await shop()
  const admin = await it.staff({ role: 'admin' })
  for (const colour of [11, 12]) {
    const { payload, headers } = form({ filename: `${colour}.png`, bytes: png({ colour }) })
    expect((await admin.raw('POST', '/upload?type=stationPicture', payload, headers)).statusCode).toBe(200)
  }
  const [gone, stays] = (
    await it.rows<{ sha256: string }>(`select encode(sha256, 'hex') as sha256 from attachment where company_id = $1 order by id`, [
      it.company.id,
    ])
  ).map(({ sha256 }) => sha256)
  const lying = join(filesDir, 'kept', String(it.company.id), gone!.slice(0, 2), gone!)
  const bytes = readFileSync(lying)
  rmSync(lying)
  const at = join(folder, 'lacking')
  const { code, said } = await run('backup', at)
  writeFileSync(lying, bytes)
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`Missing, because the file store no longer has it: .*${gone}`))
  expect(said).not.toContain(stays)
  const { tables, files = [] } = readManifest(at).manifest
  expect(tables.find(({ name }) => name === 'attachment')?.rows).toBeGreaterThanOrEqual(2)
  const saved = JSON.stringify(files)
  expect([saved.includes(gone!), saved.includes(stays!)]).toEqual([false, true])
})

// Only its superuser spreads a database over machines.
// oxlint-disable-next-line vitest/no-disabled-tests -- on one machine it runs
test.skipIf(new URL(ownerUrl).searchParams.has('workers'))(
  'anyone who owns their database and nothing else restores into it and backs it up again',
  async () => {
    const role = `owner_${process.pid}`
    await owned(`create role ${role} login`)
    await owned(`grant forecourt_app to ${role} with admin option`)
    const [first, second] = [join(folder, 'of-superuser'), join(folder, 'of-owner')]
    await run('backup', first)
    const target = await emptyDatabase(role)
    expect(await run('restore', first, target)).toMatchObject({ code: 0 })
    expect(await run('backup', second, target)).toMatchObject({ code: 0 })
    const tablesIn = (at: string) => readManifest(at).manifest.tables.map(({ name, rows }) => `${name} ${rows}`)
    expect(tablesIn(second)).toEqual(tablesIn(first))
    await made.pop()!()
    await owned(`drop role ${role}`)
  },
)

test('neither a backup nor a restore writes over what is there', async () => {
  const at = join(folder, 'once')
  await run('backup', at)
  expect(await run('backup', at)).toEqual({ code: 1, said: expect.stringContaining('is not empty: name a new folder for each backup') })
  expect(await run('restore', at)).toEqual({ code: 1, said: expect.stringContaining('The database is not empty') })
  expect(await run('restore', join(folder, 'nowhere'))).toMatchObject({ code: 1 })
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
})
