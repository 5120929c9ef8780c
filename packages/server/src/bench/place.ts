import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openPool } from '../platform/postgres/database.ts'
import { distribute, isCoordinator } from '../platform/postgres/distribute.ts'
import { startPostgres, type Postgres } from '../platform/postgres/embedded-postgres.ts'
import { untilRolledUp } from './rolled-up.ts'
import { loadOver, type RawDriver } from './load.ts'
import type { Place, Seed } from './workload.ts'

/** The same for every run on every machine; durable, as in production. */
const settings = {
  max_connections: '200',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
}

export interface Wanted {
  /** A folder of the bench's own; what was seeded in it before is used again. */
  readonly folder: string
  /** An empty database of somebody's own to measure on, or the coordinator of a cluster, which is spread when it was filled. */
  readonly on?: string | undefined
  readonly small: boolean
  readonly seconds: number
  readonly warmSeconds: number
  readonly rawDriver: RawDriver
}

export const randomSeed = 1

export interface OpenPlace extends Place {
  /** The environment in which the product's own commands find this database. */
  readonly env: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** A cluster of its own in `folder`, filled from the seed, with a server on it. */
export async function openPlace(seed: Seed, { folder, small, on, ...how }: Wanted, say: (line: string) => void): Promise<OpenPlace> {
  const home = join(folder, Object.values(seed).join('-'))
  mkdirSync(home, { recursive: true })
  const postgres = on
    ? undefined
    : await startPostgres(join(home, 'postgres'), {
        trust: true,
        leashed: true,
        settings: { ...settings, ...(small && { shared_buffers: '128MB' }) },
      })
  const ends: (() => Promise<unknown>)[] = [async () => postgres?.stop()]
  const close = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const url = on ?? postgres!.url('bench')
    const env = { ...bare(), NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: join(home, 'data'), PORT: '0', LIVE_PORT: '0' }
    if (postgres) await fill(postgres, home, seed, env, say)
    else await fillThere(url, seed, env, say)
    let server = await startServer(env)
    ends.push(() => server.stop())
    const owner = openPool(url, { max: 2, role: 'none', statementTimeoutMs: 0 })
    ends.push(() => owner.end())
    const place = {
      seed,
      small,
      url,
      home: join(home, 'postgres'),
      owner,
      env,
      ...how,
      close,
      get address() {
        return server.address
      },
      get serverPid() {
        return server.pid
      },
      async restart() {
        await server.stop()
        server = await startServer(env)
      },
    }
    return Object.assign(
      place,
      loadOver(place, async () => small || (await untilRolledUp(place))),
    )
  } catch (error) {
    await close()
    throw error
  }
}

/** What this run is given of databases and ports says nothing about its own. */
function bare(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, VITEST: _vitest, DATABASE_DIRECT_URL: _direct, ...rest } = process.env
  return rest
}

async function fill(postgres: Postgres, home: string, seed: Seed, env: NodeJS.ProcessEnv, say: (line: string) => void) {
  const done = join(home, 'seeded')
  if (existsSync(done)) return say(`The database of ${home} is used again.`)
  const client = new pg.Client({ connectionString: postgres.url() })
  await client.connect()
  await client.query('drop database if exists bench with (force)')
  await client.query('create database bench')
  await client.end()
  await sow(seed, env, say)
  writeFileSync(done, JSON.stringify(seed))
}

/** A database that has been filled before is used again. */
async function fillThere(url: string, seed: Seed, env: NodeJS.ProcessEnv, say: (line: string) => void) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ filled: boolean }>(`select to_regclass('sale_order') is not null as filled`)
  await client.end()
  if (rows[0]!.filled) return say('The database is used again.')
  await sow(seed, env, say)
  if (await isCoordinator(url)) say(`${await distribute(url)} tables were spread by the company.`)
}

async function sow(seed: Seed, env: NodeJS.ProcessEnv, say: (line: string) => void) {
  const flags = Object.entries(seed).flatMap(([name, count]) => [`--${name}`, String(count)])
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../seed.ts'), '--seed', String(randomSeed), ...flags],
    { env, maxBuffer: 1 << 26 },
  )
  say(stdout.split('\n')[0]!)
}

async function startServer(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env })
  let words = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (words = (words + chunk).slice(-20_000)))
  for (const until = performance.now() + 60_000; performance.now() < until; await wait(50)) {
    const address = /Forecourt is ready: (\S+)/.exec(words)?.[1]
    if (address) return { address, pid: child.pid!, stop: () => end(child) }
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server did not start:\n${words}`)
  }
  await end(child)
  throw new Error(`The server was not ready after a minute:\n${words}`)
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The machine, as the tables name it. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus()[0]?.model.trim() || 'unknown processor'}, ${availableParallelism()} processors, ${memory} GB`
}
