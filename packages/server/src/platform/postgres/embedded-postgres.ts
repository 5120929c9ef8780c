import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { archiveSettings } from '../archive/place.ts'
import { chooseUser, commandOf, findPrograms, giveTo, type RunAs } from './postgres-programs.ts'

/** A PostgreSQL of our own, on loopback only, whose programs came with the packages. */
export interface Postgres {
  /** The owner's address of one of its databases. */
  url(database?: string): string
  /** Under whose name it runs, or that it was found running. */
  readonly how: string
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Server settings, as on postgres's command line. */
  settings?: Record<string, string>
  /** Anyone who reaches the port is the owner. For clusters that hold nothing. */
  trust?: boolean
  /** Another PostgreSQL than the packages': the folder that holds its `bin`. */
  programs?: string
  /** It ends with the process that started it, however that ends, where the system can promise it. */
  leashed?: boolean
  /** How long it may take to be ready: a recovery reads all that was written since its base backup. */
  patienceMs?: number
}

/** Something about the data folder that only its owner can put right. */
export class DataFolderRefused extends Error {}
/** It said why in its log, and ended. */
export class PostgresFailed extends Error {}

/** After a power cut it replays what was not yet in its files before it answers; one that ends by itself is not waited for. */
const usualPatienceMs = 10 * 60_000
/** A predecessor that was killed leaves these behind for a moment; they pass. */
const passing = /pre-existing shared memory block|lock file "postmaster.pid" already exists|could not bind/

/**
 * Starts the cluster in `folder`, makes it first when there is none, or attaches to one that survived its server.
 * `folder` holds the cluster (`data`), its password, its port and its log.
 */
export async function startPostgres(folder: string, options: PostgresOptions = {}): Promise<Postgres> {
  const programs = options.programs ?? findPrograms()
  const runAs = chooseUser(programs)
  const home = resolve(folder)
  const { patienceMs = usualPatienceMs } = options
  if (!existsSync(join(home, 'data', 'PG_VERSION'))) makeCluster(home, runAs, options)

  const deadline = Date.now() + patienceMs
  let how = 'attached to a survivor'
  for (;;) {
    const found = runningIn(home)
    if (found && (await answers(home, found.port))) {
      return { url: database => urlOf(home, found.port, database), how, stop: () => stopPostgres(home, found.pid) }
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start within ${patienceMs / 1000} s:\n${logTail(home)}`)
    if (found) {
      await wait(20)
      continue
    }

    requireMajor(home, programs)
    how = runAs.how
    await spawnPostgres(home, runAs, options)
  }
}

/** A cluster is read by the major version that made it, and by no other. @throws DataFolderRefused */
function requireMajor(home: string, programs: string) {
  const its = Number.parseInt(readFileSync(join(home, 'data', 'PG_VERSION'), 'utf8'), 10)
  const version = spawnSync(join(programs, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? ''
  const ours = Number(/\) (\d+)/.exec(version)?.[1] ?? its)
  if (its > ours)
    throw new DataFolderRefused(
      `${home} was written by PostgreSQL ${its}; this Forecourt brings ${ours}. Start the version that wrote it, or a later one.`,
    )
  if (its < ours)
    throw new DataFolderRefused(
      `${home} was written by PostgreSQL ${its}; this Forecourt brings ${ours}. With the version that wrote it: npm run backup. ` +
        'With this one: npm run restore into a new DATA_DIR.',
    )
}

/** Everything is made beside its place and moved there at once, so a start that was cut short leaves no half cluster. */
function makeCluster(home: string, runAs: RunAs, { trust }: PostgresOptions) {
  mkdirSync(dirname(home), { recursive: true, mode: 0o755 })
  const making = `${home}.${process.pid}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(join(making, 'data'), { recursive: true, mode: 0o755 })
  const password = join(making, 'password')
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  giveTo(making, runAs.owner)

  const access = trust ? ['--auth=trust', '--no-sync'] : ['--auth=scram-sha-256', `--pwfile=${password}`]
  const [program, args] = commandOf(runAs, 'initdb', [
    '-D',
    join(making, 'data'),
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...access,
  ])
  const made = spawnSync(program, args, { encoding: 'utf8', ...runAs.ids })
  if (made.status !== 0) {
    rmSync(making, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not make its cluster in ${home} (as ${runAs.how}):\n${made.stderr || made.error?.message}`)
  }
  rmSync(home, { recursive: true, force: true })
  renameSync(making, home)
}

async function spawnPostgres(home: string, runAs: RunAs, { settings, leashed, patienceMs = usualPatienceMs }: PostgresOptions) {
  rmSync(join(home, 'data', 'postmaster.pid'), { force: true })
  giveTo(home, runAs.owner)
  const port = await choosePort(home)
  const own = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', timezone: 'UTC' }
  const all = { ...own, ...archiveSettings(home), ...settings }
  const [program, args] = commandOf(
    runAs,
    'postgres',
    ['-D', join(home, 'data'), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    leashed,
  )

  const logFile = join(home, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a', 0o600)
  const logged = statSync(logFile).size
  const child = spawn(program, args, { ...runAs.ids, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.unref()
  const failure: { error?: Error } = {}
  child.once('error', error => {
    failure.error = error
  })

  // A connection that is accepted proves nothing: during recovery the server accepts and then refuses. Only an answer counts.
  const deadline = Date.now() + patienceMs
  while (!failure.error && child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await answers(home, port)) return
    await wait(20)
  }
  const words = failure.error?.message ?? readFileSync(logFile, 'utf8').slice(logged)
  if (!passing.test(words)) throw new PostgresFailed(`PostgreSQL did not start (as ${runAs.how}):\n${words.slice(-4000)}`)
  await wait(100)
}

/** The port of last time while it is free, so that what remembers the address keeps working. */
async function choosePort(home: string): Promise<number> {
  const file = join(home, 'port')
  const last = existsSync(file) ? [Number(readFileSync(file, 'utf8'))] : []
  // Below those that the system hands to outgoing connections: one of them could sit on ours while PostgreSQL is down.
  const others = Array.from({ length: 50 }, () => randomInt(16_000, 32_000))
  for (const port of [...last, ...others]) {
    if (!(await isFree(port))) continue
    // On a full disk a file that is written anew is empty afterwards.
    if (port !== last[0]) writeFileSync(file, String(port))
    return port
  }
  throw new Error('No free port was found for the embedded PostgreSQL.')
}

const isFree = (port: number) =>
  new Promise<boolean>(done => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** The postgres that holds this cluster, if one is alive; the number in a dead one's lock file may belong to anyone by now. */
function runningIn(home: string): { pid: number; port: number } | undefined {
  const file = join(home, 'data', 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
  if (pid && isPostgresOf(home, pid)) return { pid, port: port || Number(readFileSync(join(home, 'port'), 'utf8')) }
}

function isPostgresOf(home: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    // After the closing bracket of its name comes its state; a killed one may stay a zombie (Z) for a while.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    if (stat.charAt(stat.lastIndexOf(')') + 2) === 'Z') return false
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(join(home, 'data'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

function urlOf(home: string, port: number, database = 'postgres'): string {
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** Whether the cluster of this folder answers there. The port of a copy of it that started at the same moment has the same password. */
async function answers(home: string, port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(home, port), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return realpathSync(rows[0]!.data_directory) === realpathSync(join(home, 'data'))
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new Error('The embedded PostgreSQL refuses the password kept beside its cluster.', { cause: error })
    return false
  } finally {
    client.end().catch(() => {})
  }
}

/** Fast first: open connections are ended and everything is written; at once after half a minute. */
async function stopPostgres(home: string, pid: number) {
  const gone = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await wait(20)) if (!isPostgresOf(home, pid)) return true
    return false
  }
  if (!isPostgresOf(home, pid)) return
  process.kill(pid, 'SIGINT')
  if (await gone(30_000)) return
  process.kill(pid, 'SIGQUIT')
  await gone(5000)
}

const logTail = (home: string) =>
  existsSync(join(home, 'postgres.log')) ? readFileSync(join(home, 'postgres.log'), 'utf8').slice(-4000) : ''
