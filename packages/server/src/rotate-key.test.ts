import { authTokens, miniprograms, users } from '@forecourt/contract'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newMasterKey, openMasterKey } from './platform/config/master-key.ts'
import { password, signedIn } from './testing/access.ts'
import { db, owned, ownerUrl, world } from './testing/world.ts'

// The command is a process of its own; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'forecourt-rotate-'))
const file = join(folder, 'data.key')
const old = newMasterKey()
beforeAll(async () => {
  writeFileSync(file, `${old}\n`, { mode: 0o600 })
  await openMasterKey(db, { file })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `npm run rotate-key` on this file's database. */
const rotate = async (env: Record<string, string>) =>
  (
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'rotate-key.ts')], {
      env: { ...process.env, DATABASE_URL: ownerUrl, ...env },
      timeout: 60_000,
    })
  ).stdout

const proves = (who: Awaited<ReturnType<typeof signedIn>>, pin: string) =>
  who.refused(users.verifyPin, { id: who.id, body: { pin, action: 'card.payPassword', subject: 'userCards:1' } })

// Decision O12.
test('a new key goes before the old one; a PIN is bound to it when it is used next, and holds all the while', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '836159' } })
  const keyOf = async () => {
    const [row] = await owned<{ hash: string }>('select pin_hash as hash from user_account where id = $1', [lin.id])
    return row!.hash.split(':')[0]
  }
  const pinIs = (pin: string) => proves(lin, pin)
  const program = { name: '会员 Members', type: 'wxUser', appId: 'wx1234567890abcdef', linkPrefix: '', secret: 'a'.repeat(32) } as const
  await lin.call(miniprograms.create, { body: program })
  const account = { description: 'UMS', channel: 'ums', type: 0, merchantNo: '898310000000001', merchantKey: 'b'.repeat(32) } as const
  await lin.call(authTokens.create, { body: account })
  const id = old.split(':')[0]
  expect(await keyOf()).toBe(id)

  const said = await rotate({ MASTER_KEY_FILE: file })
  const [next, kept] = readFileSync(file, 'utf8').trim().split('\n')
  const nextId = next!.split(':')[0]!
  expect(said).toContain(`The new master key ${nextId} is now the first in ${file}`)
  expect(said).toContain('1 PINs, payment passwords and ID numbers are bound to older keys')
  expect(said).toContain('3 secrets of mini programs and merchant accounts and keys of codes stay bound to the key they were made under')
  expect(said).not.toContain(next!.split(':')[1]!)
  expect(kept).toBe(old)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  // The server that runs goes on with the old one; one that starts takes the new one.
  expect(await pinIs('836159')).toBe('allowed')
  expect(await keyOf()).toBe(id)
  await openMasterKey(db, { file })
  expect(await pinIs('836150')).toBe('pin.wrong')
  expect(await keyOf()).toBe(id)
  expect(await pinIs('836159')).toBe('allowed')
  expect(await keyOf()).toBe(nextId)
  expect(await pinIs('836159')).toBe('allowed')
})

test('an instance that has not been restarted finds the key of one that has, where they share its file', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const before = readFileSync(file, 'utf8')
  await openMasterKey(db, { file })
  await rotate({ MASTER_KEY_FILE: file })
  const after = readFileSync(file, 'utf8')
  await openMasterKey(db, { file })
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '836159' } })
  // As an instance that read the file before, and has not been asked since.
  writeFileSync(file, before)
  await owned('delete from master_key where id = $1', [after.split(':')[0]])
  await openMasterKey(db, { file })
  writeFileSync(file, after)
  expect(await proves(lin, '836159')).toBe('allowed')
})

test('without a file it says what MASTER_KEY must be, the old key behind the new one', async () => {
  const given = readFileSync(file, 'utf8').trim().split('\n').join(',')
  const said = await rotate({ MASTER_KEY: given })
  expect(said).toMatch(new RegExp(`^MASTER_KEY=k[0-9a-f]{6}:[0-9a-f]{64},${given}$`, 'm'))
})
