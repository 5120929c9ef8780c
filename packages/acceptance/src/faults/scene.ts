import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { openPool } from '../../../server/src/platform/postgres/database.ts'
import { startPostgres, type Postgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { demoFolder, startProduct, type Product } from '../product.ts'
import { demoOf } from '../visitor.ts'

/** The product on a PostgreSQL that it cannot start again by itself: both can be killed, each by its own number. */
export type Scene = Awaited<ReturnType<typeof openScene>>

export async function openScene(env: Record<string, string> = {}) {
  const folder = demoFolder(inject('firstStart').path)
  const home = join(folder.path, 'postgres')
  const startDatabase = () => startPostgres(home, { leashed: true, settings: { max_connections: '200' } })
  let postgres: Postgres = await startDatabase()
  const owner = () => postgres.url('forecourt')
  const filesDir = join(folder.path, 'files')
  const settings = { DATABASE_URL: owner(), MASTER_KEY_FILE: `${folder.path}.key`, FILES_DIR: filesDir, LOG_LEVEL: 'warn', ...env }
  const startServer = (port = '0') => startProduct({ dataDir: join(dirname(folder.path), 'instance'), env: { ...settings, PORT: port } })
  let product: Product = await startServer()
  const { port } = new URL(product.url)
  const [past, beside]: [string[], Product[]] = [[], []]

  return {
    url: product.url,
    demo: demoOf(folder.path),
    filesDir,
    owner,
    pid: () => product.pid,
    /** Another server on the same database, until the scene is closed. */
    async startBeside(): Promise<Pick<Product, 'url'>> {
      beside.push(await startProduct({ dataDir: join(dirname(folder.path), `beside-${beside.length}`), env: { ...settings, PORT: '0' } }))
      return beside.at(-1)!
    },
    /** @returns how long it took to say that it is ready */
    async killServer(): Promise<number> {
      await product.kill()
      past.push(product.output())
      product = await startServer(port)
      return product.readyMs
    },
    /** @returns when it accepts again */
    async endDatabase(how: keyof typeof signals): Promise<void> {
      const pid = firstOf(home)
      process.kill(pid, signals[how])
      if (how !== 'killed') await expect.poll(() => isAlive(pid), { timeout: 120_000, interval: 10 }).toBe(false)
      postgres = await startDatabase()
    },
    /** All processes of the database stand still, as on a disk that answers nothing. @returns what lets them go on */
    freezeDatabase(): () => void {
      const first = firstOf(home)
      const stopped: number[] = []
      // The first one before its children, so that it makes no more of them.
      for (const pid of [first, ...childrenOf(first)]) if (signalled(pid, 'SIGSTOP')) stopped.push(pid)
      return () => stopped.toReversed().forEach(pid => signalled(pid, 'SIGCONT'))
    },
    /** A hand at the database itself, past every wall. */
    rows: <T extends object>(text: string, values: unknown[] = []) => rowsOf<T>(owner(), text, values),
    async close() {
      await Promise.all([product, ...beside].map(each => each.stop()))
      await postgres.stop()
      folder.remove()
    },
    /** What must hold after every fault. @throws with what does not */
    async endsWell() {
      expect(errorsOfNobody([...past, ...[product, ...beside].map(each => each.output())].join('\n'))).toEqual([])
      expect(await proved({ DATA_DIR: join(dirname(folder.path), 'instance'), ...settings })).toContain('every invariant holds')
    },
  }
}

/** A hand at the database itself, past every wall. */
export async function rowsOf<T extends object>(url: string, text: string, values: unknown[]): Promise<T[]> {
  const pool = openPool(url, { max: 1, role: 'none', statementTimeoutMs: 60_000, waitMs: 20_000 })
  try {
    return (await pool.query(text, values)).rows as T[]
  } finally {
    await pool.end()
  }
}

/** What `npm run prove` says of the books. */
export async function proved(env: Record<string, string>): Promise<string> {
  const prove = resolve(import.meta.dirname, '../../../server/src/prove.ts')
  return (await promisify(execFile)(process.execPath, [prove], { env: { ...process.env, NODE_ENV: 'test', ...env } })).stdout
}

/** A direct session at the database, without row-level security, until it is closed. */
export async function openHand(scene: Pick<Scene, 'owner'>) {
  const pool = openPool(scene.owner(), { max: 1, role: 'none', statementTimeoutMs: 0, waitMs: 20_000 })
  const client = await pool.connect().catch(async thrown => {
    await pool.end()
    throw thrown
  })
  return {
    query: (text: string) => client.query(text),
    async end() {
      client.release()
      await pool.end()
    },
  }
}

export const percentile = (ms: readonly number[], of: number): number =>
  ms.toSorted((one, other) => one - other)[Math.ceil(ms.length * of) - 1] ?? 0

/** How a PostgreSQL ends: by its administrator, by one in a hurry, by nobody's leave. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** The process of a database from which its others come. */
const firstOf = (home: string) => Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])
const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && parentOf(pid) === parent)
function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
  } catch {
    return undefined
  }
}
/** One that has just ended is not there to be stopped. */
function signalled(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Lines at level error that no request stands behind: nobody could say whom they befell. */
const errorsOfNobody = (output: string): string[] =>
  output.split('\n').filter(line => /^\{"level":[56]0/.test(line) && !/"requestId":/.test(line))
