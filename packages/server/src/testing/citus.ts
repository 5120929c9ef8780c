import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../platform/postgres/embedded-postgres.ts'
import { distribute, machineSettings } from '../platform/postgres/distribute.ts'
import { asOwner, clusterFolder, nonDurable } from './cluster.ts'

/** The folder of a PostgreSQL that has Citus, where this machine has one. */
export const citusPrograms = (): string | undefined =>
  [process.env['TEST_CITUS'], '/usr/lib/postgresql/15'].find(folder => folder && existsSync(join(folder, 'lib/citus.so')))

/** Three machines of Citus: a coordinator and two that hold data, with the spread template `tmpl`. Its address names the ports of all. */
export async function startCitusCluster(programs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, forget } = clusterFolder()
  const settings = { ...nonDurable, shared_preload_libraries: 'citus', max_prepared_transactions: '200', max_locks_per_transaction: '512' }
  const machines = await Promise.all(
    ['coordinator', 'one', 'two'].map(name => startPostgres(join(folder, name), { trust: true, leashed: true, settings, programs })),
  )
  const stop = async () => {
    await Promise.all(machines.map(machine => machine.stop()))
    forget()
  }
  try {
    for (const machine of machines) {
      await asOwner(machine.url(), 'create database tmpl')
      await asOwner(machine.url('tmpl'), 'create extension citus')
    }
    const ports = machines.map(machine => new URL(machine.url()).port)
    const coordinator = machines[0]!
    await asOwner(coordinator.url('tmpl'), `select citus_set_coordinator_host('127.0.0.1', ${ports[0]})`)
    for (const port of ports.slice(1)) await asOwner(coordinator.url('tmpl'), `select citus_add_node('127.0.0.1', ${port})`)
    // Few parts of each table: the more there are, the longer a clone takes.
    await asOwner(coordinator.url('tmpl'), 'alter database tmpl set citus.shard_count = 4')
    await distribute(coordinator.url('tmpl'))
    for (const machine of machines) {
      await asOwner(machine.url(), 'alter database tmpl with allow_connections false')
      await asOwner(machine.url(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tmpl'`)
    }
    await wait(500)
    return { url: `${coordinator.url()}?workers=${ports.slice(1).join(',')}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A database of three machines is one on each, under one name; how they take statements is said of each anew. @returns what drops it */
export async function cloneOnMachines(cluster: string, name: string, template: string): Promise<() => Promise<void>> {
  const { port, searchParams } = new URL(cluster)
  const machines = [port, ...searchParams.get('workers')!.split(',')].map(
    each => Object.assign(new URL(cluster), { port: each, search: '' }).href,
  )
  for (const machine of machines) {
    await asOwner(machine, `create database ${name} template ${template} strategy file_copy`)
    for (const setting of machineSettings)
      await asOwner(Object.assign(new URL(machine), { pathname: `/${name}` }).href, `alter database ${name} set ${setting}`)
  }
  return async () => {
    for (const machine of machines) await asOwner(machine, `drop database if exists ${name} with (force)`)
  }
}
