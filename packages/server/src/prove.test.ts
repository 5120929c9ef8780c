import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { appendToChains } from './platform/audit/chain.ts'
import { setCheckpointFolder, writeCheckpoints } from './platform/audit/checkpoints.ts'
import { keyOf } from './platform/storage/store.ts'
import { holdMasterKeys, newMasterKey } from './platform/config/master-key.ts'
import { makeCard } from './testing/card.ts'
import { form, png } from './testing/file.ts'
import { db, filesDir, noon, owned, ownerUrl, tamper, world } from './testing/world.ts'

// Each proof is a process of its own; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 120_000 })
const key = newMasterKey()
holdMasterKeys(key)
const auditDir = mkdtempSync(join(tmpdir(), 'forecourt-heads-'))
setCheckpointFolder(auditDir)
afterAll(() => {
  setCheckpointFolder(undefined)
  rmSync(auditDir, { recursive: true })
})

/** Runs `npm run prove` on this file's database: what it says, and what it ends with. */
async function prove(): Promise<{ said: string; code: number }> {
  const env = { ...process.env, DATABASE_URL: ownerUrl, FILES_DIR: filesDir, AUDIT_DIR: auditDir, MASTER_KEY: key }
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, 'prove.ts')], { env, timeout: 60_000 }).then(
    ({ stdout }) => ({ said: stdout, code: 0 }),
    (failed: { stdout: string; code: number }) => ({ said: failed.stdout, code: failed.code }),
  )
}

test('the books of every company are proven from outside, and a cent that was moved by hand is named', async () => {
  const [riverside, harbour] = [await world(), await world()]
  await makeCard(riverside, { principalCents: 100_00 })
  const { id } = await makeCard(harbour, { principalCents: 50_00, giftCents: 5_00 })
  const sound = await prove()
  expect(sound.said).toMatch(/^2 companies: every invariant holds\.$/m)
  expect(sound.code).toBe(0)
  expect(sound.said).toMatch(/^holds +all I2 +\d+ +every balance is the sum of its moves$/m)

  await owned(`update ledger_account set balance_cents = balance_cents + 1 where owner_id = $1 and kind = 'principal'`, [id])
  const broken = await prove()
  expect(broken.said).toMatch(new RegExp(`^BROKEN ${harbour.company.code} I2 .*: 1, e\\.g\\. principal:${id}$`, 'm'))
  expect(broken.said).not.toMatch(new RegExp(`^BROKEN ${riverside.company.code}`, 'm'))
  expect(broken.said).toMatch(new RegExp(`^holds +${riverside.company.code} I2 `, 'm'))
  expect(broken.code).toBe(1)
})

test('every file that a row names is read anew: one that is gone, and one that is another, are named', async () => {
  const { staff, company } = await world()
  const lin = await staff({ role: 'admin' })
  const put = async (filler: number) => {
    const { payload, headers } = form({ filename: 'a.png', bytes: png({ filler }) })
    const { id } = (await lin.raw('POST', '/upload?type=itemPicture', payload, headers)).json() as { id: number }
    const [row] = await owned<{ sha256: Buffer }>('select sha256 from attachment where id = $1', [id])
    return { id, path: join(filesDir, keyOf(company.id, row!.sha256.toString('hex'))) }
  }
  const [one, two] = [await put(10), await put(20)]
  const line = async () => new RegExp(`^(holds |BROKEN) ${company.code} F1 .*$`, 'm').exec((await prove()).said)?.[0]
  expect(await line()).toMatch(/^holds .* 2 {2}every file/)
  renameSync(one.path, `${one.path}.away`)
  appendFileSync(two.path, 'x')
  expect(await line()).toMatch(
    new RegExp(`BROKEN .*: 2, e\\.g\\. attachment ${one.id} is missing; attachment ${two.id} is not what was put`),
  )
  renameSync(`${one.path}.away`, one.path)
  await owned('delete from attachment where id = $1', [two.id])
  expect(await line()).toMatch(/^holds /)
})

test('the chain is held against the heads that were noted outside the database, and those against their signature', async () => {
  const { company, within } = await world()
  for (let n = 1; n <= 3; n++) await within(async ctx => ctx.audit('test.action', `thing:${n}`, { n }))
  await appendToChains(db)
  await writeCheckpoints(db, noon)
  const lines = async () => (await prove()).said.split('\n').filter(line => line.includes(` ${company.code} I29`))
  expect((await lines()).every(line => line.startsWith('holds'))).toBe(true)
  const file = join(auditDir, `${company.id}.jsonl`)
  const noted = readFileSync(file, 'utf8')
  writeFileSync(file, noted.replace('"n":3', '"n":2'))
  expect(await lines()).toContainEqual(expect.stringMatching(/^BROKEN .* bears our signature: 1, e\.g\. head 2 of /))
  writeFileSync(file, noted)
  // An owner of the database cuts the last event off, with its checkpoint: the chain is consistent in itself, but lacks its recorded end.
  const [last] = await owned<{ entry: number }>('select audit_entry_id as entry from audit_seal where company_id = $1 and n = 3', [
    company.id,
  ])
  await tamper(`delete from audit_entry where company_id = ${company.id} and id = ${last!.entry};
    delete from audit_seal where company_id = ${company.id} and n = 3`)
  expect(await lines()).toContainEqual(expect.stringMatching(/^BROKEN .*: 1, e\.g\. link 3: cutOff$/))
})
