import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openPool } from '../../server/src/platform/postgres/database.ts'
import { startPostgres, type Postgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { demoFolder, startProduct, type Product } from './product.ts'
import { demoOf } from './visitor.ts'

vi.setConfig({ testTimeout: 900_000 })

const root = resolve(import.meta.dirname, '../../..')
const folder = demoFolder(inject('firstStart').path)
const next = join(dirname(folder.path), 'next')
const step = '9998_next_step.sql'
const [company] = demoOf(folder.path).companies
const [station] = company!.stations
const [device] = station!.devices
const running: Product[] = []
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres(join(folder.path, 'postgres'), { leashed: true, settings: { max_connections: '200' } })
  // The next version: this one, and a migration that only adds. It takes its time, so that the old version serves meanwhile.
  for (const part of ['packages/server/src', 'packages/server/package.json', 'db', 'package.json'])
    cpSync(join(root, part), join(next, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(next, 'node_modules'))
  writeFileSync(
    join(next, 'db/migrations', step),
    `-- compatible: a column with a default, and a table that nobody else knows
     select pg_sleep(4);
     alter table sale_order add column next_step text not null default 'none';
     create table next_step (id bigint primary key default next_id(), company_id bigint not null references company);
     select guard_tenant('next_step');`,
  )
})
afterAll(async () => {
  for (const product of running) await product.stop()
  await postgres?.stop()
  rmSync(next, { recursive: true, force: true })
  folder.remove()
})

let instances = 0
async function start(main?: string): Promise<Product> {
  const env = { DATABASE_URL: postgres.url('forecourt'), MASTER_KEY_FILE: `${folder.path}.key`, FILES_DIR: join(folder.path, 'files') }
  const product = await startProduct({ dataDir: join(dirname(folder.path), `instance-${++instances}`), env, ...(main && { main }) })
  running.push(product)
  return product
}
const nextMain = join(next, 'packages/server/src/main.ts')

const ofStep = async (text: string, role?: string) => {
  const pool = openPool(postgres.url('forecourt'), { max: 1, ...(role && { role }) })
  const { rows } = await pool.query<{ count: number }>(text, [step])
  await pool.end()
  return rows[0]?.count
}
const steps = () => ofStep('select count(*)::int as count from migration where name = $1')
const changed = (text: string) => ofStep(text, 'none')

const migrating = () =>
  changed(`select count(*)::int as count from pg_stat_activity
    where state = 'active' and query like '%pg_sleep(4)%' and pid <> pg_backend_pid() and $1 <> ''`)

/** A till and a desk that ask one instance without pause, and what they were answered. */
function callers(product: Product, first: number) {
  const statuses: number[] = []
  let open = true
  let sequence = first
  const headers = { authorization: `Device ${device!.credential}`, 'content-type': 'application/json' }
  const ask = async (path: string, body?: object) => {
    const status = await fetch(`${product.url}/api/v1${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then(
      reply => reply.arrayBuffer().then(() => reply.status),
      () => 0,
    )
    statuses.push(status)
  }
  const sale = () => ({ sequence: sequence++, nozzleControlId: station!.nozzles[0]!.id, payType: 'cash', lineItems: [{ volumeCl: 700 }] })
  const lanes = [() => ask('/orders', sale()), () => ask('/orders?size=10')].map(async act => {
    while (open && statuses.at(-1) !== 0) await act()
  })
  const close = async () => {
    open = false
    await Promise.all(lanes)
    return { wrong: statuses.filter(status => status !== 200), answers: statuses.length, sold: sequence - first }
  }
  return { statuses, close }
}

// Fault F24.
test('for one step an old and a new version serve one database: while it is migrated, and after', async () => {
  const old = await start()
  const during = callers(old, device!.nextSequence)
  await expect.poll(() => during.statuses.length, { timeout: 120_000 }).toBeGreaterThan(5)
  // Two at once: one migrates, the other waits for it.
  const starting = Promise.all([start(nextMain), start(nextMain)])
  await expect.poll(migrating, { timeout: 240_000, interval: 50 }).toBe(1)
  const begun = during.statuses.length
  await expect.poll(migrating, { timeout: 240_000, interval: 50 }).toBe(0)
  // Who had waited for the migration, longer than a statement may take, would have been told that the server is busy.
  expect(during.statuses.length).toBeGreaterThan(begun)
  const [one, other] = await starting
  expect(await steps()).toBe(1)
  const there = during.statuses.length
  await expect.poll(() => during.statuses.length, { timeout: 120_000 }).toBeGreaterThan(there + 5)
  const served = await during.close()
  console.log(served)
  expect(served.wrong).toEqual([])

  const after = [old, one, other].map((product, at) => callers(product, device!.nextSequence + served.sold + at * 100_000))
  for (const each of after) await expect.poll(() => each.statuses.length, { timeout: 120_000 }).toBeGreaterThan(10)
  expect((await Promise.all(after.map(each => each.close()))).map(({ wrong }) => wrong)).toEqual([[], [], []])
  for (const { url } of [old, one, other]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(old.output()).not.toMatch(/"level":[56]0/)
})

test('the old version goes on, and is started again where the step says that it only adds; else it is not, and says why', async () => {
  await running[0]!.stop()
  const back = await start()
  const sold = callers(back, device!.nextSequence + 900_000)
  await expect.poll(() => sold.statuses.length, { timeout: 120_000 }).toBeGreaterThan(5)
  expect((await sold.close()).wrong).toEqual([])
  await back.stop()
  await changed('update migration set compatible = false where name = $1')
  await expect(start()).rejects.toThrow(
    `The database is newer than this program: it holds migration ${step}. Start the version that wrote it`,
  )
  const { status } = await fetch(`${running[1]!.url}/readyz`)
  expect(status).toBe(200)
})
