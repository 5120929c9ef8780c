import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ours = resolve(import.meta.dirname, '../../server/src/main.ts')

/** The whole product as a user starts it: a process of its own on a data folder of its own. */
export interface Product {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** From the command to the first answer. */
  readonly readyMs: number
  output(): string
  /** Asks it to end, as Ctrl-C does, and waits. @returns its exit code */
  stop(): Promise<number | null>
  /** kill -9, and nothing tidied up. */
  kill(): Promise<void>
}

export interface Start {
  dataDir: string
  arguments?: readonly string[]
  env?: Record<string, string>
  /** Words at which it is killed, as if the machine had lost its power. */
  killAt?: string
  /** The program of another version. */
  main?: string
}

/** @throws with the product's own words when it ends instead of getting ready */
export async function startProduct({ dataDir, arguments: args = [], env = {}, killAt, main = ours }: Start): Promise<Product> {
  const begun = performance.now()
  let words = ''
  // The channel ends with us, and the product with the channel: a killed test leaves nothing running.
  const ports = { PORT: '0', LIVE_PORT: '0', LIVE_TLS_PORT: '0', DEVICE_SERVICE: 'http://localhost:0' }
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited(), NODE_ENV: 'test', ...ports, DATA_SCREEN: 'on', DATA_DIR: dataDir, ...env },
  })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()))
  if (killAt) child.stdout!.on('data', () => words.includes(killAt) && child.kill('SIGKILL'))
  const url = await readyAt(child, () => words)
  return {
    url,
    dataDir,
    pid: child.pid!,
    readyMs: performance.now() - begun,
    output: () => words,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  }
}

/** What the test run itself is set to says nothing about the product it starts. */
function inherited() {
  const { NODE_OPTIONS: _options, VITEST: _vitest, DATABASE_URL: _database, ...rest } = process.env
  return rest
}

async function readyAt(child: ChildProcess, words: () => string): Promise<string> {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await new Promise(done => setTimeout(done, 20))) {
    const url = /Forecourt is ready: (\S+)/.exec(words())?.[1]
    if (url) return url
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(words())
  }
  child.kill('SIGKILL')
  throw new Error(`not ready after 600 s:\n${words()}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return child.exitCode
}

/** A folder that goes with the test. */
export function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
  return { path: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A folder that goes with the test, as the first start left it: the demo company at rest, and its key beside it. */
export function demoFolder(madeAt: string) {
  const folder = dataFolder()
  cpSync(madeAt, folder.path, { recursive: true })
  cpSync(`${madeAt}.key`, `${folder.path}.key`)
  return folder
}

/** The PostgreSQL that keeps this data folder, while there is one. */
export function postgresOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  if (!existsSync(file)) return undefined
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}
