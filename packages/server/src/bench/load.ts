import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spread, type Clock, type Driven } from './spread.ts'
import { databaseMs, serverMs } from './spent.ts'
import type { Calls, Load, Place, Statements } from './workload.ts'

/** Who makes the raw statements; the tables name it. */
export type RawDriver = 'pgbench' | 'our driver'
export const findRawDriver = (): RawDriver => (spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : 'our driver')

/** Whom to load, and with what. */
export interface Loaded extends Clock {
  readonly url: string
  readonly address: string
  readonly rawDriver: RawDriver
  /** Where the database lies, and the process of the server: what they take of the processors is counted. */
  readonly home: string
  readonly serverPid: number
}

/**
 * The server of a place may be another one with the next load. What a load leaves to be done afterwards is awaited, and counts as its own.
 */
export function loadOver(place: Loaded, afterwards: () => Promise<unknown>) {
  const { url, seconds, warmSeconds, rawDriver, home } = place
  const counted = async (act: () => Promise<Driven>): Promise<Load> => {
    const { serverPid } = place
    const before = { server: serverMs(serverPid), database: databaseMs(home) }
    const driven = await act()
    await afterwards()
    const each = 1000 / Math.max(1, driven.all)
    const serverUs = Math.round((serverMs(serverPid) - before.server) * each)
    return { ...driven, serverUs, databaseUs: Math.round((databaseMs(home) - before.database) * each) }
  }
  return {
    load(calls: Calls) {
      const clock = calls.all ? { seconds: 3600, warmSeconds: 0 } : { seconds, warmSeconds }
      return counted(() => drive('http-driver.ts', { ...calls, address: place.address, ...clock }))
    },
    raw: (statements: Statements) =>
      counted(async () => {
        if (rawDriver !== 'pgbench') return drive('sql-driver.ts', { ...statements, url, seconds, warmSeconds })
        const warm = warmSeconds > 0 ? await pgbench(url, statements, warmSeconds) : { all: 0 }
        const driven = await pgbench(url, statements, seconds)
        return { ...driven, all: driven.all + warm.all }
      }),
  } satisfies Pick<Place, 'load' | 'raw'>
}

/** A process of its own: what measures does not take its time from what is measured, nor from us. */
export async function drive<T = Driven>(driver: string, plan: object): Promise<T> {
  const child = spawn(process.execPath, [join(import.meta.dirname, driver)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  if (output === '') throw new Error(`${driver} said nothing.`)
  return JSON.parse(output) as T
}

const alone = ['-n', '-M', 'prepared', '-j', '2', '-l', '--log-prefix=times', '-f', 'script.sql']

async function pgbench(url: string, { text, upTo, lanes, each = 1 }: Statements, seconds: number): Promise<Driven> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const drawn = Object.entries(upTo).map(([name, most]) => `\\set ${name} random(1, ${most})\n`)
  writeFileSync(join(folder, 'script.sql'), `${drawn.join('')}${text};\n`)
  try {
    const { stdout } = await promisify(execFile)('pgbench', [...alone, '-c', String(lanes), '-T', String(Math.ceil(seconds)), url], {
      cwd: folder,
      maxBuffer: 1 << 26,
    }).catch((failed: { stderr: string }) => {
      // Every client says the same.
      throw new Error(failed.stderr.slice(0, 600))
    })
    const said = (words: RegExp) => Number(words.exec(stdout)?.[1] ?? 0)
    const done = said(/transactions actually processed: (\d+)/)
    const times = timesIn(folder)
    return {
      perSecond: said(/tps = ([\d.]+)/) * each,
      ...spread(times),
      done: done * each,
      all: done * each,
      others: {},
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** pgbench writes a line for each transaction; the third word is how long it took, in microseconds. */
const timesIn = (folder: string): number[] =>
  readdirSync(folder)
    .filter(name => name.startsWith('times.'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map(line => Number(line.split(' ')[2]) / 1000)
