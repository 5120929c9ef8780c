import { orderIntake } from '@forecourt/contract'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { proofLanes, proveEveryCompany } from './every-invariant.ts'
import { distribute } from './platform/postgres/distribute.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { startPostgres } from './platform/postgres/embedded-postgres.ts'
import { machineOptions } from './testing/citus.ts'
import { asOwner } from './testing/cluster.ts'
import { shop } from './testing/order.ts'
import { owned, ownerUrl } from './testing/world.ts'

// A machine of a cluster is killed while companies sell, and another one is added: only where the tests run on a cluster (TEST_CITUS).
const programs = process.env['TEST_CITUS']
const kills = Number(process.env['KILLS'] ?? 3)
// oxlint-disable-next-line vitest/no-disabled-tests vitest/valid-title vitest/expect-expect -- the condition is no title
const onCluster = test.skipIf(!programs)
vi.setConfig({ testTimeout: 600_000 })

const name = new URL(ownerUrl).pathname.slice(1)
const ports = [new URL(ownerUrl).port, ...(new URL(ownerUrl).searchParams.get('workers')?.split(',') ?? [])]
const at = (port: string, database = name) => Object.assign(new URL(ownerUrl), { port, pathname: `/${database}`, search: '' }).href
async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

/** What is told to have been committed is on the disk of each machine before that, as in production. */
beforeAll(async () => {
  if (programs) for (const port of ports) await asOwner(at(port, 'postgres'), `alter database ${name} set synchronous_commit = on`)
})

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})
const openTills = new Set<() => void>()
afterEach(() => openTills.forEach(close => close()))

/** A till that sends its next sale until it is taken, again and again, as tills do. */
function busyTill({ device, fuelSale, company }: Awaited<ReturnType<typeof shop>>) {
  const taken = new Map<number, number>()
  let open = true
  const lane = async () => {
    for (let sequence = 1; open; sequence++) {
      for (;;) {
        const reply = await device.send(orderIntake.take, { body: fuelSale({ sequence }) })
        if (reply.statusCode === 200) {
          taken.set(sequence, reply.json<{ id: number }>().id)
          break
        }
        // Its sale is on its way still when the till is closed: that one is not acknowledged.
        if (!open) return
        await wait(100)
      }
    }
  }
  const running = lane()
  openTills.add(() => (open = false))
  return {
    company: company.id,
    taken,
    close: async () => {
      open = false
      await running
    },
  }
}

/** Companies that sell, some of them on each machine that holds data. */
async function market() {
  const tills = []
  for (let turn = 0; turn < 6; turn++) tills.push(busyTill(await shop()))
  const placed = await owned<{ company: number; port: string }>(
    `select id as company, nodeport::text as port from company, lateral get_shard_id_for_distribution_column('company', id) as shard
     join pg_dist_shard_placement on shardid = shard`,
  )
  const on = new Map(placed.map(({ company, port }) => [company, port]))
  return { tills, portOf: (company: number) => on.get(company)! }
}

/** No sale that was acknowledged is lost, and none is there twice; the books hold. */
async function proven(tills: readonly ReturnType<typeof busyTill>[]) {
  for (const till of tills) await till.close()
  await owned('select recover_prepared_transactions()')
  for (const { company, taken } of tills) {
    const rows = await owned<{ id: number; sequence: number }>('select id, sequence from sale_order where company_id = $1', [company])
    const found = new Map(rows.map(({ id, sequence }) => [sequence, id]))
    expect(
      [...taken].filter(([sequence, id]) => found.get(sequence) !== id),
      'acknowledged and not there',
    ).toEqual([])
    expect(rows.length, 'each once').toBe(found.size)
    expect(rows.length - taken.size, 'at most the one that was under way').toBeLessThanOrEqual(1)
  }
  const db = openDatabase(openPool(ownerUrl, { max: proofLanes }))
  const lines: string[] = []
  const breaches = await proveEveryCompany(db, line => lines.push(line))
  await db.destroy()
  expect(lines.filter(line => line.startsWith('BROKEN'))).toEqual([])
  expect(breaches).toBe(0)
}

onCluster(
  `a machine that holds data is killed ${kills} times while companies sell: nothing is lost or doubled, and the others sell on`,
  async () => {
    const { tills, portOf } = await market()
    const sold = (on: boolean, port: string) =>
      tills.filter(({ company }) => (portOf(company) === port) === on).reduce((sum, { taken }) => sum + taken.size, 0)
    for (let turn = 0; turn < kills; turn++) {
      const port = ports[1 + (turn % 2)]!
      const [place] = await ask<{ data: string }>(at(port), `select current_setting('data_directory') as data`)
      await wait(500 + Math.random() * 1000)
      process.kill(Number(readFileSync(join(place!.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await wait(1000)
      const [there, elsewhere] = [sold(true, port), sold(false, port)]
      await wait(3000)
      expect(sold(false, port), 'companies on other machines sell on').toBeGreaterThan(elsewhere)
      expect(sold(true, port), 'those of the lost machine wait for it').toBe(there)
      await startPostgres(dirname(place!.data), machineOptions(programs!))
      await expect.poll(() => sold(true, port)).toBeGreaterThan(there)
    }
    await proven(tills)
  },
)

onCluster('a machine is added and companies are moved to it while they sell; nothing is lost or doubled', async () => {
  const [place] = await ask<{ data: string }>(at(ports[0]!), `select current_setting('data_directory') as data`)
  const machine = await startPostgres(join(dirname(dirname(place!.data)), 'three'), machineOptions(programs!))
  const added = new URL(machine.url()).port
  ends.push(() => machine.stop())
  const { tills } = await market()
  // The database here is a clone, and its cluster still knows the one that it was cloned from.
  for (const each of ['tmpl', name]) await asOwner(at(added, 'postgres'), `create database ${each}`)
  await asOwner(at(added), 'create extension citus')
  const coordinator = at(ports[0]!)
  await asOwner(coordinator, `select citus_add_node('127.0.0.1', ${added})`)
  await distribute(coordinator)
  // What is moved is copied while its writes wait: the tenant wall lets no replication in.
  await asOwner(coordinator, `select citus_rebalance_start(shard_transfer_mode := 'block_writes')`)
  await asOwner(coordinator, 'select citus_rebalance_wait()')
  const [moved] = await owned<{ parts: number }>(`select count(*)::int as parts from pg_dist_shard_placement where nodeport = ${added}`)
  expect(moved!.parts).toBeGreaterThan(0)
  const before = tills.map(({ taken }) => taken.size)
  await expect.poll(() => tills.every(({ taken }, turn) => taken.size > before[turn]! + 2)).toBe(true)
  await proven(tills)
})
