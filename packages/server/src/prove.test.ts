import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeCard } from './testing/card.ts'
import { owned, ownerUrl, world } from './testing/world.ts'

/** Runs `npm run prove` on this file's database: what it says, and what it ends with. */
async function prove(): Promise<{ said: string; code: number }> {
  const env = { ...process.env, DATABASE_URL: ownerUrl }
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
  expect(sound.said).toMatch(/^2 companies: every law holds\.$/m)
  expect(sound.said).toMatch(new RegExp(`^holds +${riverside.company.code} I2 +\\d+ +every balance is the sum of its moves$`, 'm'))
  expect(sound.code).toBe(0)

  await owned(`update ledger_account set balance_cents = balance_cents + 1 where owner_id = $1 and kind = 'principal'`, [id])
  const broken = await prove()
  expect(broken.said).toMatch(new RegExp(`^BROKEN ${harbour.company.code} I2 .*: 1, e\\.g\\. principal:${id}$`, 'm'))
  expect(broken.said).not.toMatch(new RegExp(`^BROKEN ${riverside.company.code}`, 'm'))
  expect(broken.code).toBe(1)
})
