import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ensureBrowser, ensureOther } from './browser.mjs'
import { ensureInstalled, ensureWebBuilt, fail, findNode, root } from './install.mjs'
import { withRun } from './run-again.mjs'

const counted = { passed: 0, failed: 0 }
const failures = []
const begun = Date.now()
/** What is drawn for this run. Each commit has a sample of its own, and the same one on every machine. */
const seed = process.env.SEED ?? String(seedOfCommit())

/** Installs what is lacking, then asks every check, counts what held, and fails at the end if anything did not. */
export async function runChecks() {
  ensureInstalled()
  heading('Browser')
  console.log(ensureBrowser().path)
  if (!ensureOther('chromium-109')) {
    console.log('Chromium 109 does not run on this system: only the newest is tried.')
    process.env.SMOKE ??= 'newest'
  }
  console.log(`What takes long is tried in a sample: SEED=${seed} draws it again, npm run check:long tries all of it.`)
  heading('Pages')
  ensureWebBuilt()

  const checks = [
    ['Types', ['typescript/bin/tsc', '--noEmit', '-p', '.']],
    ['Lint', ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings']],
    ['Format', ['@biomejs/biome/bin/biome', 'format', '--colors=off', '--reporter=summary']],
    [
      'Import rules',
      ['dependency-cruiser/bin/dependency-cruiser.mjs', 'packages', 'scripts', '--config', '.dependency-cruiser.cjs'],
      readSomething,
    ],
    ['Owners of tables', [join(root, 'scripts/table-owners.ts')]],
    ['Unused code', ['knip/bin/knip.js', '--no-progress']],
    ['Exports of the contract', [join(root, 'scripts/contract-index.ts'), '--check']],
    ['Types of the tables', [join(root, 'scripts/db-types.ts'), '--check']],
  ]
  // Two at a time: most of them use one processor.
  const inTurn = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) await check(...next)
  }
  await Promise.all([inTurn(), inTurn()])
  const { stories, leftOut } = await drawTests()
  await runTests(
    'Tests',
    ['packages/contract/', 'packages/device-service/', 'packages/server/', 'packages/simulator/', 'packages/web/', 'scripts/', ...stories],
    { TEST_SECONDS: join(root, '.cache/test-seconds.json'), LEFT_OUT: leftOut.join() },
  )
  await runOnOldest()
  report()
}

/** One tool of the packages, on the Node that they brought. */
async function check(name, [tool, ...args], judge = () => true) {
  const { status, stdout, stderr } = await run(tool.startsWith(root) ? tool : join(root, 'node_modules', tool), args)
  const held = status === 0 && judge(stdout)
  heading(name)
  console.log(`${stdout}${held ? '' : stderr}`.trim() || 'nothing to say against it')
  count(name, held)
}

/** @returns what a program of ours says, and how it ended */
async function run(path, args) {
  const running = spawn(findNode(), [path, ...args], { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) running[stream].setEncoding('utf8').on('data', words => (said[stream] += words))
  const status = await new Promise(done => running.once('close', code => done(code ?? 1)))
  return { status, ...said }
}

/** The files of stories that this run has time for, and the tests of the server that it leaves out (draw-tests.ts). */
async function drawTests() {
  const { status, stdout, stderr } = await run(join(root, 'scripts/draw-tests.ts'), [])
  const { stories, leftOut, seconds } = status === 0 ? JSON.parse(stdout) : { stories: [], leftOut: [], seconds: 0 }
  count('Tests of this run', stories.length > 0)
  heading('Tests of this run')
  const named = files => files.map(file => file.replace(/.*src\/|\.test\.ts$/g, '')).join(', ')
  console.log(`${stderr}${stories.length} files of stories, ${seconds} s of one of two workers: ${named(stories)}`)
  console.log(`Left out by lot: ${named(leftOut)}`)
  return { stories, leftOut }
}

/** A check that has read nothing has found nothing, and must not pass for one that has. */
function readSomething(words) {
  const modules = Number(/(\d+) modules/.exec(words)?.[1] ?? 0)
  if (modules < 50) console.log(`Only ${modules} modules were read.`)
  return modules >= 50
}

async function runTests(name, which = [], env = {}) {
  heading(name)
  const results = join(root, '.cache/tests.json')
  mkdirSync(dirname(results), { recursive: true })
  rmSync(results, { force: true })
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/seconds-reporter.ts',
    `--outputFile.json=${results}`,
    ...which,
  ]
  const status = await new Promise(done => {
    const running = spawn(findNode(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...environment(), ...env } })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => running.kill('SIGTERM'))
    running.once('exit', code => done(code ?? 1))
  })
  if (!existsSync(results)) return count(name, false)
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
  counted.passed += numPassedTests
  counted.failed += numFailedTests
  // A file that could not be read has no failed test to show for it.
  const broken = testResults.filter(file => file.status === 'failed' && !file.assertionResults.some(each => each.status === 'failed'))
  for (const file of broken) count(file.name.replace(`${root}/`, ''), false)
  const slowest = testResults.flatMap(file => file.assertionResults).toSorted((one, other) => (other.duration ?? 0) - (one.duration ?? 0))
  console.log(`The slowest of ${name}:`)
  for (const { duration, fullName } of slowest.slice(0, 10)) console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${fullName}`)
  for (const [story, why] of retried(testResults)) console.log(`Held only when it was run once more: ${story}\n  ${why}`)
  for (const story of twiceInTenRuns(name, retried(testResults))) count(`${story} (needed a second run twice in ten)`, false)
  const aside = numPendingTests + numTodoTests
  if (aside > 0) console.log(`${aside} do not apply: to a call without a body, to records that are not here.`)
  if (numFailedTests > 0) failures.push(`${numFailedTests} of ${name}`)
  if (status !== 0 && numFailedTests + broken.length === 0) count(name, false)
}

/** What a database of one's own may be, at the least: some of the same tests, where this system has that version. */
async function runOnOldest() {
  const programs = '/usr/lib/postgresql/15'
  if (!existsSync(join(programs, 'bin/initdb')))
    return console.log('\nPostgreSQL 15 is not installed here: the tests ran on the embedded one alone.')
  await runTests('Tests on PostgreSQL 15', ['--project=server', '--project=alone', ...onOldest()], { TEST_POSTGRES: programs })
}

/** Every one that is about the database itself, and every eighth of those whose SQL is the product's. */
function onOldest() {
  const folder = join(root, 'packages/server/src')
  const files = readdirSync(folder, { recursive: true })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.test.ts'))
    .toSorted((one, other) => one.localeCompare(other))
  const own = files.filter(name => /^(platform\/(postgres|audit)|modules\/ledger)\//.test(name))
  const others = files.filter(name => /^(platform\/search|modules\/(order|card|settlement|statistics))\//.test(name))
  return [...own, ...others.filter((_, place) => (place + Number(seed)) % 8 === 0)].map(name => `packages/server/src/${name}`)
}

/** The tools and what they start use the Node of the packages, which keeps what it has compiled from one process to the next. */
function environment() {
  const path = [join(root, 'node_modules/.bin'), dirname(findNode()), process.env.PATH].join(delimiter)
  return {
    ...process.env,
    PATH: path,
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    NODE_ENV: 'test',
    SEED: seed,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  }
}

/** A number from the name of the commit; 1 where there is none. */
function seedOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(0, 5), 16) : 1
}

const heading = name => console.log(`\n=== ${name} (${Math.round((Date.now() - begun) / 1000)} s)`)

function count(name, held) {
  counted[held ? 'passed' : 'failed']++
  if (!held) failures.push(name)
}

function report() {
  heading('All')
  if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`)
  console.log(`${counted.passed} passed, ${counted.failed} failed`)
  if (counted.passed === 0) fail('Nothing was tested.')
  process.exitCode = counted.failed > 0 ? 1 : 0
}

/** Stories that failed and then held, with the first words of why. */
const retried = files =>
  files
    .flatMap(file => file.assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)
    .map(({ fullName, failureMessages: [why] }) => [fullName, why.split('\n').slice(0, 3).join('\n  ')])

/** Stories of this run that had to be run once more, and had to in another of the last ten, too. */
function twiceInTenRuns(name, again) {
  const file = join(root, '.cache/run-again.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const { names, runs } = withRun(
    before[name] ?? [],
    again.map(([story]) => story),
  )
  writeFileSync(file, JSON.stringify({ ...before, [name]: runs }))
  return names
}
