import { join } from 'node:path'
import { asOwner, clusterFolder, nonDurable } from './cluster.ts'
import { startPostgres } from '../platform/postgres/embedded-postgres.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { cloneOnMachines, startCitusCluster } from './citus.ts'

/** A database that nobody else uses, by its owner's address; `openPool` makes of it what the application sees. */
export interface FreshDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * A throw-away cluster in memory where there is room, with the migrated template `tmpl` to clone from.
 * TEST_POSTGRES names the folder of another PostgreSQL to run it on, TEST_CITUS that of one with Citus: then it is three machines.
 */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env['TEST_CITUS']) return startCitusCluster(process.env['TEST_CITUS'])
  const { folder, forget } = clusterFolder()

  const programs = process.env['TEST_POSTGRES']
  const postgres = await startPostgres(join(folder, 'postgres'), {
    trust: true,
    leashed: true,
    settings: nonDurable,
    ...(programs && { programs }),
  })
  const stop = async () => {
    await postgres.stop()
    forget()
  }
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop().finally(() => process.exit(143)))
  try {
    await asOwner(postgres.url(), 'create database tmpl')
    await migrate(postgres.url('tmpl'))
    return { url: postgres.url(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

let made = 0

/** A clone of the migrated template, some 30 ms; or of `template0`, which holds nothing, or of another that nobody is connected to. */
export async function freshDatabase(cluster: string, template = 'tmpl'): Promise<FreshDatabase> {
  const name = `t_${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).href
  if (new URL(cluster).searchParams.has('workers')) return { url, drop: await cloneOnMachines(cluster, name, template) }
  await asOwner(cluster, `create database ${name} template ${template} strategy file_copy`)
  return { url, drop: () => asOwner(cluster, `drop database if exists ${name} with (force)`) }
}
