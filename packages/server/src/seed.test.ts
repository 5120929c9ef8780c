import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeCard } from './testing/card.ts'
import { db, owned, ownerUrl, world } from './testing/world.ts'
import { rollUp } from './maintenance.ts'

const home = mkdtempSync(join(tmpdir(), 'seed-'))
afterAll(() => rmSync(home, { recursive: true }))
const run = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, command), ...args], {
    env: { ...process.env, DATABASE_URL: ownerUrl, DATA_DIR: join(home, 'data') },
    timeout: 300_000,
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

const twentyThousand = ['--orders', '20000', '--stations', '3', '--days', '60', '--until', '2026-11-20']
/** What a seed says that is refused, or that failed. */
const failure = (...args: string[]) =>
  run('seed.ts', ...args).then(
    () => 'it was done',
    (error: { stderr: string }) => error.stderr,
  )

test('a seed that ends in the middle leaves nothing behind, and may be begun anew', { timeout: 300_000 }, async () => {
  const before = await indexes()
  await owned(`create function fall() returns trigger language plpgsql as $$ begin raise exception 'the power went off'; end $$`)
  await owned('create trigger fall before insert on statistic_whole execute function fall()')
  await owned('alter table statistic_whole enable always trigger fall')
  expect(await failure(...twentyThousand)).toContain('the power went off')
  await owned('drop function fall() cascade')
  expect(await owned(`select count(*)::int as companies from company where code like 'seed%'`)).toEqual([{ companies: 0 }])
  expect(await sold()).toMatchObject([{ orders: 0 }])
  expect(await indexes()).toEqual(before)
})

test('beside a server only few orders are made: many take the indexes away that it works with', async () => {
  await owned(`insert into lease (name, holder, expires_date) values ('maintenance', 'a server', now() + interval '1 minute')`)
  expect(await failure(...twentyThousand)).toMatch(/^A server works on this database: stop it first/)
  await owned('delete from lease')
})

test('companies are made that have sold, and every invariant of the books holds for them', { timeout: 300_000 }, async () => {
  const before = await indexes()
  // Somebody else's business was counted in this database before, by the hour, the day and the month.
  await makeCard(await world(), { principalCents: 100_00 })
  await rollUp(db)
  const { stdout } = await run('seed.ts', ...twentyThousand)
  expect(stdout).toMatch(/^Created 20000 orders in /m)
  const proof = (await run('prove.ts')).stdout
  expect(proof).toMatch(/^3 companies: every invariant holds\.$/m)
  expect(proof).toMatch(/^holds +all I15 +\d{3,}/m)
  // The same seed and day make the same sales, wherever they are made and in however many steps.
  expect(await sold()).toEqual([{ orders: 20_000, cents: 276_360_381, cards: 2802, same: 'ef63cfedd2b1a3ebc0e4facfc4dcef43' }])
  // What was taken away while they were written is there again.
  expect(await indexes()).toEqual(before)

  expect(await failure(...twentyThousand)).toMatch(/^This database was seeded before/)
  expect(await sold()).toMatchObject([{ orders: 20_000 }])
})

test('numbers that make no sense are answered with how it is used', async () => {
  const failed = await run('seed.ts', '--orders', 'many').catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run seed') })
})
