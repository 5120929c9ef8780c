import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { db, owned } from '../../testing/world.ts'
import { holdMasterKeys, newMasterKey, openMasterKey, underMasterKey } from './master-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-key-'))
const file = join(folder, 'data.key')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => owned('delete from master_key'))
const refused = (act: Promise<unknown>) =>
  act.then(
    () => 'taken',
    error => (error as Error).message,
  )

test('the first start makes a key that only its owner may read, and every later start must find it', async () => {
  await openMasterKey(db, { file })
  const kept = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const seal = underMasterKey('story', 'text')

  await openMasterKey(db, { file })
  expect(underMasterKey('story', 'text')).toEqual(seal)
  rmSync(file)
  expect(await refused(openMasterKey(db, { file }))).toMatch(
    /^The master key k[0-9a-f]{6} is missing: put it back at .*data\.key or into MASTER_KEY\.$/,
  )
  writeFileSync(file, kept.replace(/.{4}\n$/, '0000\n'))
  expect(await refused(openMasterKey(db, { file }))).toMatch(/is not the one that this database was written with/)
})

test('of two servers that start at once on a new database, each with its own folder, one makes the key, the other is refused', async () => {
  const files = ['one', 'two'].map(name => join(folder, `${name}.key`))
  // Both have a connection already, so that neither waits for one while the other is done.
  await Promise.all(files.map(() => sql`select pg_sleep(0.05)`.execute(db)))
  const said = await Promise.all(files.map(each => refused(openMasterKey(db, { file: each }))))
  expect(said.filter(each => each === 'taken')).toHaveLength(1)
  expect(said.find(each => each !== 'taken')).toMatch(/^The master key k[0-9a-f]{6} is missing/)
  expect(await db.selectFrom('masterKey').select('id').execute()).toHaveLength(1)
})

test('a new key takes over beside the old one, which still opens what it sealed', async () => {
  const [old, next] = [newMasterKey(), newMasterKey()]
  await openMasterKey(db, { given: old, file })
  const seal = underMasterKey('story', 'text'),
    id = old.split(':')[0]!

  expect(await refused(openMasterKey(db, { given: next, file }))).toMatch(/is missing: list it after the current one in MASTER_KEY/)
  await openMasterKey(db, { given: `${next},${old}`, file })
  expect(underMasterKey('story', 'text')).not.toEqual(seal)
  expect(underMasterKey('story', 'text', id)).toEqual(seal)
  expect(underMasterKey('another story', 'text', id)).not.toEqual(seal)
})

test.each(['', 'abc', 'k1:12', `k1:${'g'.repeat(64)}`, `k 1:${'0'.repeat(64)}`])('“%s” is not a master key', given => {
  expect(() => holdMasterKeys(given)).toThrow(/64 hexadecimal digits/)
})
