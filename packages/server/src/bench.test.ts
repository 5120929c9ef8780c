import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { drawn } from './testing/sampling.ts'
import { workloads } from './bench/workloads.ts'

const home = mkdtempSync(join(tmpdir(), 'bench-test-'))
afterAll(() => rmSync(home, { recursive: true }))
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'bench.ts'), ...args], { timeout: 280_000 })

// How fast it was says nothing here; that the raw limit and the product both did their work, and that the books bear it, does.
const measured = drawn('bench', workloads, 2)
test('every workload runs, on little, and leaves books that hold', { timeout: 300_000 }, async () => {
  const file = join(home, 'table.json')
  const { stdout } = await run(...measured.map(({ name }) => name), '--small', '--without-pgbench', '--json', file)
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: { workload: string; says: string; median: number }[] }
  // What only reads leaves the books as they were.
  expect(stdout.includes('every invariant holds')).toBe(measured.some(({ writes }) => writes))
  for (const { name, figures } of measured)
    expect(rows.filter(row => row.workload === name).map(row => row.says)).toEqual(figures.map(({ says }) => says))
  // A refusal is answered fast: a figure of it would say nothing.
  expect(rows.filter(row => row.says === 'answers other than 200' && row.median > 0)).toEqual([])
  expect(rows.filter(row => row.says.includes('a second') && !(row.median > 0))).toEqual([])
})

test('a workload that does not exist is answered with those that do', async () => {
  const failed = await run('w99').catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('w1  order intake') })
})
