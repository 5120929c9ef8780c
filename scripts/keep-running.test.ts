import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'keep-running-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is started keeps a line of each of its starts, says that it is ready (or not), and ends in its way; the last way is kept to. */
function run(ways: readonly string[], args: readonly string[] = []) {
  const starts = join(mkdtempSync(join(folder, 'run-')), 'starts')
  writeFileSync(starts, '')
  const server = `${starts}.mjs`
  writeFileSync(
    server,
    `import { appendFileSync, readFileSync } from 'node:fs'
     const turn = readFileSync(${JSON.stringify(starts)}, 'utf8').split('\\n').length - 1
     appendFileSync(${JSON.stringify(starts)}, process.argv.slice(2).join(' ') + '\\n')
     const way = ${JSON.stringify(ways)}[Math.min(turn, ${ways.length - 1})]
     const end = () => (way.includes('killed') ? process.kill(process.pid, 'SIGKILL') : process.exit(Number(way.at(-1))))
     if (way.includes('ready')) process.send('ready', end)
     else end()`,
  )
  const keeper = `
    import { keepRunning } from ${JSON.stringify(join(import.meta.dirname, 'keep-running.mjs'))}
    keepRunning(process.execPath, ${JSON.stringify([server, ...args])}, {})`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', keeper], { encoding: 'utf8', timeout: 60_000 })
  return { status, words: stderr.trim().split('\n'), starts: readFileSync(starts, 'utf8').split('\n').slice(0, -1) }
}

test('a server that was killed is started again, and knows it; its folder is not emptied a second time', () => {
  expect(run(['ready, killed', 'ready, ends with 0'], ['--fresh', '--other'])).toEqual({
    status: 0,
    words: ['The server stopped unexpectedly (SIGKILL). Restarting it.'],
    starts: ['--fresh --other', '--other'],
  })
})

test('one that ends again and again is never given up: each pause is longer, and when it runs again all is well', () => {
  const { status, words, starts } = run(['ready, killed', ...Array<string>(6).fill('ends with 3'), 'ready, ends with 0'])
  expect(status).toBe(0)
  expect(starts).toHaveLength(8)
  expect(words).toEqual([
    'The server stopped unexpectedly (SIGKILL). Restarting it.',
    ...['0.1', '0.2', '0.4', '0.8', '1.6', '3'].map(s => `The server stopped unexpectedly (code 3). Restarting it in ${s} s.`),
  ])
})

test.each([
  ['ready, ends with 0', 0],
  ['ends with 1', 1],
  ['killed', 1],
])('one that is %s is not started again', (way, status) => {
  expect(run([way])).toEqual({ status, words: [''], starts: [''] })
})
