import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../platform/postgres/embedded-postgres.ts'
import { distribute, machineSettings } from '../platform/postgres/distribute.ts'
import { asOwner, clusterFolder, nonDurable } from './cluster.ts'

/** The folder of a PostgreSQL that has Citus, where this machine has one. */
export const citusPrograms = (): string | undefined =>
  [process.env['TEST_CITUS'], '/usr/lib/postgresql/15'].find(folder => folder && existsSync(join(folder, 'lib/citus.so')))

export const machineOptions = (programs: string) => ({
  trust: true,
  programs,
  settings: {
    ...nonDurable,
    shared_preload_libraries: 'citus',
    max_prepared_transactions: '200',
    max_locks_per_transaction: '512',
    max_worker_processes: '24',
  },
})

/** Three machines of Citus: a coordinator and two that hold data, with the spread template `tmpl`. Its address names the ports of all. */
export async function startCitusCluster(programs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, forget } = clusterFolder()
  const names = ['coordinator', 'one', 'two']
  const start = (name: string) => startPostgres(join(folder, name), { ...machineOptions(programs), leashed: true })
  const machines = await Promise.all(names.map(start))
  const stop = async () => {
    // One that was killed and started again meanwhile is another process now.
    await Promise.all(names.map(async name => (await start(name)).stop()))
    forget()
  }
  try {
    const ports = machines.map(machine => new URL(machine.url()).port)
    const coordinator = machines[0]!
    const url = `${coordinator.url()}?workers=${ports.slice(1).join(',')}`
    await emptyOnMachines(url, 'tmpl')
    await distribute(coordinator.url('tmpl'))
    await closeOnMachines(url, 'tmpl')
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const machinesOf = (cluster: string): string[] => {
  const { port, searchParams } = new URL(cluster)
  return [port, ...searchParams.get('workers')!.split(',')].map(each => Object.assign(new URL(cluster), { port: each, search: '' }).href)
}

/** Nobody connects to this database any more, Citus itself neither: it is to be cloned, under the name it has or another. */
export async function closeOnMachines(cluster: string, name: string, as = name): Promise<void> {
  for (const machine of machinesOf(cluster)) {
    await asOwner(machine, `alter database ${name} with allow_connections false`)
    await asOwner(machine, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  }
  await wait(500)
  if (as !== name) for (const machine of machinesOf(cluster)) await asOwner(machine, `alter database ${name} rename to ${as}`)
}

/** An empty database of three machines, joined and not spread yet. @returns what drops it */
export async function emptyOnMachines(cluster: string, name: string): Promise<() => Promise<void>> {
  const machines = machinesOf(cluster)
  const [coordinator, ...others] = machines.map(machine => Object.assign(new URL(machine), { pathname: `/${name}` }))
  for (const machine of machines) await asOwner(machine, `create database ${name}`)
  for (const machine of [coordinator!, ...others]) await asOwner(machine.href, 'create extension citus')
  await asOwner(coordinator!.href, `select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`)
  for (const { port } of others) await asOwner(coordinator!.href, `select citus_add_node('127.0.0.1', ${port})`)
  // Few parts of each table: the more there are, the longer a clone takes.
  await asOwner(coordinator!.href, `alter database ${name} set citus.shard_count = 4`)
  return () => dropOnMachines(machines, name)
}

async function dropOnMachines(machines: readonly string[], name: string): Promise<void> {
  for (const machine of machines) await asOwner(machine, `drop database if exists ${name} with (force)`)
}

/** A database of three machines is one on each, under one name; how they take statements is said of each anew. @returns what drops it */
export async function cloneOnMachines(cluster: string, name: string, template: string): Promise<() => Promise<void>> {
  const machines = machinesOf(cluster)
  for (const machine of machines) {
    await asOwner(machine, `create database ${name} template ${template} strategy file_copy`)
    for (const setting of machineSettings)
      await asOwner(Object.assign(new URL(machine), { pathname: `/${name}` }).href, `alter database ${name} set ${setting}`)
  }
  return () => dropOnMachines(machines, name)
}
