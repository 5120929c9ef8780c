import { drivenClockHeader } from '@forecourt/contract'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { cpuContention } from '../../server/src/testing/cpu-contention.ts'
import { drawn } from '../../server/src/testing/sampling.ts'
import { dataFolder, demoFolder, postgresOf, startProduct, type Product, type Start } from './product.ts'

/** What is killed, and starts that take long: `npm test` tries one of each kind, `npm run check:long` all of them. */
const tried = [...drawn('killed', ['server', 'under npm start', 'everything'], 1), ...drawn('long', ['second', 'cut short', 'fresh'], 1)]

const running: Product[] = []
const folders: { remove(): void }[] = []
const first = inject('firstStart')
afterEach(async () => {
  for (const product of running.splice(0)) await product.stop()
  for (const folder of folders.splice(0)) folder.remove()
})

function newFolder() {
  const folder = dataFolder()
  folders.push(folder)
  return folder.path
}

function usedFolder() {
  const folder = demoFolder(first.path)
  folders.push(folder)
  return folder.path
}

async function start(options: Start): Promise<Product> {
  const product = await startProduct(options)
  running.push(product)
  return product
}

const isReady = ({ url }: Product) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** @throws with the product's own words when it does not get ready again */
async function becomesReady(product: Product) {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    if (await isReady(product)) return
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error(`not ready again after 120 s:\n${product.output()}`)
}

/** Whether a process lives; a killed one may stay in the table for a while as a zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** What a process has started and not yet seen end. */
const childOf = (pid: number) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, above, state]) => Number(above) === pid && !state?.startsWith('Z'))
    .map(([child]) => Number(child))[0]

test('the first start takes less than a minute, and tells tests from outside how to get in', async () => {
  expect(first.readyMs / first.crowded).toBeLessThan(60_000)
  const { address, companies } = JSON.parse(readFileSync(join(first.path, 'demo.json'), 'utf8'))
  expect(address).toBe(first.url)
  expect(companies.map(({ code }: { code: string }) => code)).toEqual(['demo', 'harbour'])
})

test('it ends with everything it began, and starts again within five seconds', async () => {
  const dataDir = usedFolder()
  const before = cpuContention()
  const product = await start({ dataDir })
  expect(product.readyMs / Math.max(before, cpuContention())).toBeLessThan(5000)
  expect(await isReady(product)).toBe(true)
  // A server for tests takes the time from its callers; who they are is another matter.
  const said = { [drivenClockHeader]: new Date().toISOString() }
  expect((await fetch(`${product.url}/api/v1/users/profile`, { headers: said })).status).toBe(401)
  const postgres = postgresOf(dataDir)!
  expect(await product.stop()).toBe(0)
  expect(postgresOf(dataDir)).toBeUndefined()
  await expect.poll(() => isRunning(postgres)).toBe(false)
})

test.runIf(tried.includes('server'))(
  'a killed server leaves its PostgreSQL to the next one; a killed PostgreSQL is started again under the server',
  async () => {
    const dataDir = usedFolder()
    await (await start({ dataDir })).kill()
    const survivor = postgresOf(dataDir)!
    expect(isRunning(survivor)).toBe(true)

    const second = await start({ dataDir })
    expect(postgresOf(dataDir)).toBe(survivor)
    process.kill(survivor, 'SIGKILL')
    await expect.poll(() => postgresOf(dataDir), { timeout: 120_000 }).not.toBe(survivor)
    await becomesReady(second)
  },
)

test.runIf(tried.includes('under npm start'))('a server that is killed under npm start is started again by it, and says so', async () => {
  const keeper = await start({ dataDir: usedFolder(), main: resolve(import.meta.dirname, '../../../scripts/serve-test.mjs') })
  const killed = childOf(keeper.pid)!
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => keeper.output().match(/Forecourt is ready/g)?.length, { timeout: 120_000 }).toBe(2)
  expect(keeper.output()).toContain('The server stopped unexpectedly (SIGKILL). Restarting it.')
  const [, again] = [...keeper.output().matchAll(/Forecourt is ready: (\S+)/g)].map(([, url]) => url!)
  expect(await isReady({ ...keeper, url: again! })).toBe(true)
  const server = childOf(keeper.pid)!
  expect(await keeper.stop()).toBe(0)
  expect([killed, server].map(isRunning)).toEqual([false, false])
})

test.runIf(tried.includes('everything'))('everything killed at once is no reason not to start', async () => {
  const dataDir = usedFolder()
  const product = await start({ dataDir })
  process.kill(postgresOf(dataDir)!, 'SIGKILL')
  await product.kill()
  expect(await isReady(await start({ dataDir }))).toBe(true)
})

test.runIf(tried.includes('second'))('a second one on the same folder is refused in a sentence, and the first goes on', async () => {
  const dataDir = usedFolder()
  const holder = await start({ dataDir })
  await expect(startProduct({ dataDir })).rejects.toThrow(`Another Forecourt is running on ${dataDir}.`)
  await expect(startProduct({ dataDir, arguments: ['--fresh'] })).rejects.toThrow(`Another Forecourt is running on ${dataDir}.`)
  expect(await isReady(holder)).toBe(true)
})

test.runIf(tried.includes('cut short'))('a first start that was cut short is made again, whole', async () => {
  const dataDir = newFolder()
  await expect(startProduct({ dataDir, killAt: 'Creating the demo company' })).rejects.toThrow('Creating the demo company')
  await start({ dataDir })
  expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).companies).toHaveLength(2)
})

test.runIf(tried.includes('fresh'))('--fresh begins anew in the folder that it made, and in no other', async () => {
  const dataDir = usedFolder()
  writeFileSync(join(dataDir, 'old-export.csv'), '')
  await (await start({ dataDir, arguments: ['--fresh'] })).stop()
  expect(existsSync(join(dataDir, 'old-export.csv'))).toBe(false)

  const foreign = newFolder()
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'holiday.jpg'), '')
  await expect(startProduct({ dataDir: foreign, arguments: ['--fresh'] })).rejects.toThrow('holds files that Forecourt did not make')
  expect(existsSync(join(foreign, 'holiday.jpg'))).toBe(true)
})

test('production refuses the demo company', async () => {
  await expect(startProduct({ dataDir: usedFolder(), env: { NODE_ENV: 'production' } })).rejects.toThrow(
    'This database holds the demo company',
  )
})

const wrong = [
  [{ PORT: 'eighty' }, 'PORT is a port, 0 to 65535; 0 takes a free one; it is set to "eighty".\n'],
  [{ MASTER_KEY: 'secret' }, 'The master key reads id:key'],
] as const
test.each(drawn('wrong settings', wrong, 1))('a wrong setting is told in a sentence, and nothing is begun: %j', async (env, sentence) => {
  const dataDir = usedFolder()
  await expect(startProduct({ dataDir, env })).rejects.toThrow(sentence)
  expect(postgresOf(dataDir)).toBeUndefined()
})
