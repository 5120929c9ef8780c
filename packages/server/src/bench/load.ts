import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spread, type Clock } from './spread.ts'
import type { Calls, Load, Place, Statements } from './workload.ts'

/** Who makes the raw statements; the tables name it. */
export type RawDriver = 'pgbench' | 'our driver'
export const findRawDriver = (): RawDriver => (spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : 'our driver')

export function loadOver(url: string, address: string, { seconds, warmSeconds, rawDriver }: Clock & { rawDriver: RawDriver }) {
  return {
    load: (calls: Calls) =>
      drive('http-driver.ts', { ...calls, address, ...(calls.all ? { seconds: 3600, warmSeconds: 0 } : { seconds, warmSeconds }) }),
    async raw(statements: Statements) {
      if (rawDriver !== 'pgbench') return drive('sql-driver.ts', { ...statements, url, seconds, warmSeconds })
      if (warmSeconds > 0) await pgbench(url, statements, warmSeconds)
      return pgbench(url, statements, seconds)
    },
  } satisfies Pick<Place, 'load' | 'raw'>
}

/** A process of its own: what measures does not take its time from what is measured, nor from us. */
async function drive(driver: string, plan: object): Promise<Load> {
  const child = spawn(process.execPath, [join(import.meta.dirname, driver)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  let told = ''
  for await (const chunk of child.stdout) told += String(chunk)
  if (told === '') throw new Error(`${driver} said nothing.`)
  return JSON.parse(told) as Load
}

const alone = ['-n', '-M', 'prepared', '-j', '2', '-l', '--log-prefix=times', '-f', 'script.sql']

async function pgbench(url: string, { text, upTo, lanes, each = 1 }: Statements, seconds: number): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  const drawn = Object.entries(upTo).map(([name, most]) => `\\set ${name} random(1, ${most})\n`)
  writeFileSync(join(folder, 'script.sql'), `${drawn.join('')}${text};\n`)
  try {
    const { stdout } = await promisify(execFile)('pgbench', [...alone, '-c', String(lanes), '-T', String(seconds), url], {
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
