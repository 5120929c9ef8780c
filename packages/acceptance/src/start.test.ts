import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dataFolder, postgresOf, startProduct, type Product, type Start } from './product.ts'

const running: Product[] = []
const folders: { remove(): void }[] = []
afterEach(async () => {
  for (const product of running.splice(0)) await product.stop()
  for (const folder of folders.splice(0)) folder.remove()
})

function newFolder() {
  const folder = dataFolder()
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
/** Whether a process lives; a killed one may stay in the table for a while as a zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('it starts from an empty folder, ends with everything it began, and starts again within five seconds', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  expect(await isReady(first)).toBe(true)
  expect(first.readyMs).toBeLessThan(60_000)
  const postgres = postgresOf(dataDir)!
  expect(await first.stop()).toBe(0)
  expect(postgresOf(dataDir)).toBeUndefined()
  await expect.poll(() => isRunning(postgres)).toBe(false)

  const again = await start({ dataDir })
  expect(await isReady(again)).toBe(true)
  expect(again.readyMs).toBeLessThan(5000)
})

test('a killed server leaves its PostgreSQL to the next one; a killed PostgreSQL is started again under the server', async () => {
  const dataDir = newFolder()
  await (await start({ dataDir })).kill()
  const survivor = postgresOf(dataDir)!
  expect(isRunning(survivor)).toBe(true)

  const second = await start({ dataDir })
  expect(postgresOf(dataDir)).toBe(survivor)
  process.kill(survivor, 'SIGKILL')
  await expect.poll(() => isReady(second), { timeout: 20_000 }).toBe(true)
  expect(postgresOf(dataDir)).not.toBe(survivor)
})

test('everything killed at once is no reason not to start', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  process.kill(postgresOf(dataDir)!, 'SIGKILL')
  await first.kill()
  expect(await isReady(await start({ dataDir }))).toBe(true)
})

test('a second one on the same folder is refused in a sentence, and the first goes on', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  await expect(startProduct({ dataDir })).rejects.toThrow(`Another Forecourt is running on ${dataDir}.`)
  await expect(startProduct({ dataDir, arguments: ['--fresh'] })).rejects.toThrow(`Another Forecourt is running on ${dataDir}.`)
  expect(await isReady(first)).toBe(true)
})

test('--fresh empties the folder that it made, and no other', async () => {
  const dataDir = newFolder()
  await (await start({ dataDir })).stop()
  writeFileSync(join(dataDir, 'old-export.csv'), '')
  await (await start({ dataDir, arguments: ['--fresh'] })).stop()
  expect(existsSync(join(dataDir, 'old-export.csv'))).toBe(false)

  const foreign = newFolder()
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'holiday.jpg'), '')
  await expect(startProduct({ dataDir: foreign, arguments: ['--fresh'] })).rejects.toThrow('holds files that Forecourt did not make')
  expect(existsSync(join(foreign, 'holiday.jpg'))).toBe(true)
})

test.each([
  [{ PORT: 'eighty' }, 'PORT is a port, 0 to 65535'],
  [{ NODE_ENV: 'staging' }, 'NODE_ENV is development, production or test'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL is an address like postgres://'],
  [{ PUBLIC_URL: 'forecourt.example.com' }, 'PUBLIC_URL is an address like https://'],
  [{ DATABASE_CONNECTIONS: '0' }, 'DATABASE_CONNECTIONS'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is trace'],
  [{ MASTER_KEY: 'secret' }, 'The master key reads id:key'],
])('a wrong setting is told in a sentence: %j', async (env, sentence) => {
  await expect(startProduct({ dataDir: newFolder(), env })).rejects.toThrow(sentence)
})
