// npm run test:seconds: measures how long each file takes that npm test draws from, and writes the table that it draws by. It wants the
// machine to itself. npm run test:seconds -- press sign-in measures those files alone, npm run test:seconds -- last takes what the last
// npm test has measured.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measured, rare } from './draw-tests.ts'
import { allStories, root } from './test-near.ts'

/** What is new in the table, what is gone from it; in the order of the names. */
export function renewed(
  table: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
  files: readonly string[],
): Record<string, number> {
  const seconds = (file: string) => (found[file] === undefined ? table[file] : Math.max(1, Math.round(found[file])))
  return Object.fromEntries(files.toSorted().flatMap(file => (seconds(file) === undefined ? [] : [[file, seconds(file)!]])))
}

function main(wanted: readonly string[]) {
  const files = [...allStories(), ...rare]
  const note = join(root, '.cache/test-seconds.json')
  if (wanted[0] !== 'last') {
    const chosen = files.filter(file => wanted.length === 0 || wanted.some(name => file.endsWith(`/${name}.test.ts`)))
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=./scripts/seconds-reporter.ts', ...chosen],
      { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', TEST_SECONDS: note } },
    )
    // What failed may have ended early.
    if (status !== 0) return void (process.exitCode = 1)
  }
  if (!existsSync(note)) throw new Error('Nothing was measured yet: run npm test, or npm run test:seconds.')
  const found = JSON.parse(readFileSync(note, 'utf8')) as Record<string, number>
  writeFileSync(join(root, 'scripts/test-seconds.json'), `${JSON.stringify(renewed(measured(), found, files), null, 2)}\n`)
}

if (import.meta.main) main(process.argv.slice(2))
