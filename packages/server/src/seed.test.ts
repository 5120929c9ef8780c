import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { owned, ownerUrl } from './testing/world.ts'

const home = mkdtempSync(join(tmpdir(), 'seed-'))
afterAll(() => rmSync(home, { recursive: true }))
const run = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, command), ...args], {
    env: { ...process.env, DATABASE_URL: ownerUrl, DATA_DIR: join(home, 'data') },
    timeout: 120_000,
  })
const sold = () =>
  owned<{ orders: number; cents: number; cards: number; same: string }>(`select count(*)::int as orders, sum(total_cents)::bigint as cents,
    count(*) filter (where pay_type = 'card')::int as cards,
    md5(string_agg(concat_ws(' ', id, order_no, device_id, sequence, created_date, total_cents, pay_type, user_card_id, employee_id),
      ',' order by id)) as same from sale_order`)
const indexes = () =>
  owned(`select pg_get_indexdef(indexrelid) as made, conname from pg_index
    left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
    where indrelid::regclass::text !~ '^pg_' order by 1`)

test('companies are made that have sold, and every law of the books holds for them', { timeout: 120_000 }, async () => {
  const before = await indexes()
  const { stdout } = await run('seed.ts', '--orders', '20000', '--stations', '3', '--days', '60', '--until', '2026-11-20')
  expect(stdout).toMatch(/^20000 orders in /m)
  const proof = (await run('prove.ts')).stdout
  expect(proof).toMatch(/^2 companies: every law holds\.$/m)
  expect(proof).toMatch(/^holds +seed1 I15 +\d{3,}/m)
  // The same seed and day make the same sales, wherever they are made and in however many steps.
  expect(await sold()).toEqual([{ orders: 20_000, cents: 276_360_381, cards: 2802, same: 'ef63cfedd2b1a3ebc0e4facfc4dcef43' }])
  // What was taken away while they were written is there again.
  expect(await indexes()).toEqual(before)
})

test('numbers that make no sense are answered with how it is used', async () => {
  const failed = await run('seed.ts', '--orders', 'many').catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run seed') })
})
