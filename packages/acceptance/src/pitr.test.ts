import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { openPool } from '../../server/src/platform/postgres/database.ts'
import { form, png } from '../../server/src/testing/file.ts'
import { drawn } from '../../server/src/testing/sampling.ts'
import { demoFolder, postgresOf, startProduct, type Product } from './product.ts'
import { demoOf } from './visitor.ts'

// Base backups, recoveries and starts, each in a process of its own.
vi.setConfig({ testTimeout: 900_000 })
/** `npm test` tries one of them, `npm run check:long` all. */
const tried = drawn('recoveries', ['to a moment', 'lacking', 'by hand'], 1)

const folder = demoFolder(inject('firstStart').path)
// A path as users make them.
const archive = join(dirname(folder.path), "the station's 50% archive")
const [company] = demoOf(folder.path).companies
const [device] = company!.stations[0]!.devices
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  folder.remove()
})

const start = async (dataDir = folder.path, env: Record<string, string> = { ARCHIVE_DIR: archive }) =>
  (product = await startProduct({ dataDir, env }))

/** The product whose WAL is archived, after its first base backup. */
async function goOn(): Promise<void> {
  if (!product) await start()
  await expect.poll(bases, { timeout: 120_000 }).not.toHaveLength(0)
}

let sequence = device!.nextSequence
/** A sale that was acknowledged to the till. @returns its sequence */
async function sell(): Promise<number> {
  const body = JSON.stringify({
    sequence,
    nozzleControlId: company!.stations[0]!.nozzles[0]!.id,
    payType: 'cash',
    lineItems: [{ volumeCl: 900 }],
  })
  const headers = { authorization: `Device ${device!.credential}`, 'content-type': 'application/json' }
  const reply = await fetch(`${product!.url}/api/v1/orders`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  return sequence++
}
const soldAt = async (url: string): Promise<number[]> => {
  const search = encodeURIComponent(`device.id:${device!.id},sequence>=${device!.nextSequence}`)
  const reply = await fetch(`${url}/api/v1/orders?size=100&search=${search}`, {
    headers: { authorization: `Device ${device!.credential}` },
  })
  const { content } = (await reply.json()) as { content: { sequence: number }[] }
  return content.map(order => order.sequence).toSorted((one, other) => one - other)
}

/** A picture that the manager puts up. @returns where it lies in a file store */
async function putUp(filler: number): Promise<void> {
  const { mobile, password } = company!.accounts.find(({ role }) => role === 'admin')!
  const login = await fetch(`${product!.url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile, password, companyId: company!.code }),
  })
  const { payload, headers } = form({ filename: 'pumps.png', bytes: png({ filler }) })
  const session = { authorization: login.headers.get('authorization')!, cookie: login.headers.get('set-cookie')!.split(';')[0]! }
  const reply = await fetch(`${product!.url}/api/v1/upload?type=stationPicture`, {
    method: 'POST',
    headers: { ...headers, ...session },
    body: new Uint8Array(payload),
  })
  expect(reply.status).toBe(200)
}

const run = (command: 'backup' | 'restore' | 'prove', args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, `../../server/src/${command}.ts`), ...args], {
    env: { ...process.env, NODE_ENV: 'test', ARCHIVE_DIR: archive, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({ code: failed.code, said: failed.stdout + failed.stderr }),
  )

/** Begins the next segment of the WAL. @returns the one that is full */
async function switchWal(): Promise<string> {
  const home = join(folder.path, 'postgres')
  const [password, port] = ['password', 'port'].map(name => readFileSync(join(home, name), 'utf8').trim())
  const owner = openPool(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, { max: 1, role: 'postgres' })
  const { rows } = await owner.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  await owner.end()
  return rows[0]!.name
}
async function nextSegment(): Promise<string> {
  const full = await switchWal()
  await expect.poll(() => wal(), { timeout: 120_000 }).toContain(full)
  return full
}
const wal = (of = archive) =>
  readdirSync(join(of, 'wal'))
    .filter(name => /^[0-9A-F]{24}\.zst$/.test(name))
    .map(name => name.slice(0, 24))
    .toSorted()
const bases = () => readdirSync(join(archive, 'base')).filter(name => existsSync(join(archive, 'base', name, 'base.json')))
const pause = () => new Promise(done => setTimeout(done, 50))
const momentNow = async () => {
  await pause()
  const moment = new Date().toISOString()
  await pause()
  return moment
}

let copies = 0
/** A new data folder, with the master key that was kept apart. */
function elsewhere(): string {
  const at = join(dirname(folder.path), `restored ${++copies}`)
  cpSync(`${folder.path}.key`, `${at}.key`)
  return at
}
const restore = (to: string, dataDir = elsewhere(), of = archive) => run('restore', ['--to', to], { DATA_DIR: dataDir, ARCHIVE_DIR: of })

// Fault F25.
test.runIf(tried.includes('to a moment'))(
  'a server that was killed is restored to a moment: what was before is there, what came after is not',
  async () => {
    const early = new Date().toISOString()
    await start()
    await expect.poll(bases, { timeout: 120_000 }).toHaveLength(1)
    const before = [await sell()]
    await putUp(1000)
    await nextSegment()
    before.push(await sell())
    await nextSegment()
    before.push(await sell())
    const moment = await momentNow()
    const after = await sell()
    await putUp(2000)
    process.kill(postgresOf(folder.path)!, 'SIGKILL')
    await product!.kill()

    // The last sales lie in no archive yet: the data folder has them.
    const target = elsewhere()
    const begun = performance.now()
    const restored = await restore(moment, target)
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining(`is restored to ${moment}`) })
    console.log(`restored in ${Math.round(performance.now() - begun)} ms`)
    expect(restored.said).toMatch(/companies: every invariant holds\.$/m)
    expect(restored.said).toMatch(/^holds {2}demo F1 +1 {2}every file that a row names is in the store/m)
    const copy = await start(target, {})
    expect(await soldAt(copy.url)).toEqual(before)
    await copy.stop()

    // The one it was taken from is as it was, and goes on.
    await start()
    expect(await soldAt(product!.url)).toEqual([...before, after])
    await sell()

    const noBase = await restore(early)
    expect(noBase).toMatchObject({
      code: 1,
      said: expect.stringMatching(/holds no base backup that ended before .* The earliest moment is 2/),
    })
    const future = new Date(Date.now() + 3_600_000).toISOString()
    expect(await restore(future)).toMatchObject({ code: 1, said: expect.stringContaining('is in the future') })
    expect(await restore('2026-11-20 09:30')).toMatchObject({ code: 1, said: expect.stringContaining('give it with its time zone') })
    expect(await restore(moment, folder.path)).toMatchObject({ code: 1, said: expect.stringContaining('holds a database already') })
  },
)

test.runIf(tried.includes('lacking'))('what lacks in an archive is named, and nothing half is left', async () => {
  await goOn()
  await sell()
  await nextSegment()
  const reached = await momentNow()
  await sell()
  await nextSegment()
  await sell()
  const moment = await momentNow()
  await sell()
  const lacking = await nextSegment()
  await sell()
  await nextSegment()
  const changed = async (change: (copy: string) => void, to = moment) => {
    const copy = join(dirname(folder.path), `archive ${++copies}`)
    cpSync(archive, copy, { recursive: true })
    // The data folder is not there any more, which would have what the archive lacks.
    const owner = JSON.parse(readFileSync(join(copy, 'archive.json'), 'utf8'))
    writeFileSync(join(copy, 'archive.json'), JSON.stringify({ ...owner, dataDir: '/nowhere' }))
    change(copy)
    const target = elsewhere()
    const { code, said } = await restore(to, target, copy)
    expect(existsSync(join(target, 'postgres'))).toBe(code === 0)
    return said
  }
  const drop = (copy: string) => rmSync(join(copy, 'wal', `${lacking}.zst`))
  // By the clock a further segment may have been archived meanwhile.
  const cut = (copy: string) => {
    for (const name of wal(copy).filter(each => each >= lacking)) rmSync(join(copy, 'wal', `${name}.zst`))
  }
  const [base] = bases()
  const altered = (copy: string) => join(copy, 'base', base!, 'base.json')
  const lacks: [(copy: string) => void, RegExp | string, string?][] = [
    [drop, new RegExp(`The WAL has a gap: .*${lacking} is missing .* reaches to \\d{4}-`)],
    [drop, `is restored to ${reached}`, reached],
    [copy => writeFileSync(join(copy, 'wal', `${lacking}.zst`), 'x'), `${lacking}.zst is damaged`],
    [cut, /What is archived reaches to \d{4}-.*, before that moment\. .* in \/nowhere, which is not there/],
    [
      copy => writeFileSync(altered(copy), readFileSync(altered(copy), 'utf8').replace('"major": 18', '"major": 19')),
      'its seal does not fit',
    ],
    [copy => rmSync(join(copy, 'base', base!, 'data/PG_VERSION.zst')), 'PG_VERSION.zst is missing'],
  ]
  for (const [change, said, to] of drawn('lacks', lacks, 3)) expect(await changed(change, to)).toMatch(said)
})

test.runIf(tried.includes('by hand'))(
  'a base backup by hand keeps the newest two and the WAL from there on; an archive serves one database',
  async () => {
    await goOn()
    for (const count of [2, 2]) {
      const taken = await run('backup', ['--base'], { DATA_DIR: folder.path })
      expect(taken).toMatchObject({ code: 0, said: expect.stringMatching(/Every moment from .+ on can be restored/) })
      console.log(taken.said)
      expect(bases()).toHaveLength(count)
    }
    const { firstWal } = JSON.parse(readFileSync(join(archive, 'base', bases().toSorted()[0]!, 'base.json'), 'utf8')).base
    expect(wal()[0]! >= firstWal).toBe(true)

    // Archiving fails, and is reported; when it goes on, nothing is lost.
    const away = `${archive} away`
    renameSync(archive, away)
    await sell()
    const waiting = async () => Number(/^forecourt_wal_waiting (\d+)/m.exec(await (await fetch(`${product!.url}/metrics`)).text())?.[1])
    await switchWal()
    await expect.poll(waiting, { timeout: 120_000 }).toBeGreaterThan(0)
    renameSync(away, archive)
    await switchWal()
    await expect.poll(waiting, { timeout: 240_000 }).toBe(0)
    await product!.stop()

    const other = demoFolder(inject('firstStart').path)
    await expect(startProduct({ dataDir: other.path, env: { ARCHIVE_DIR: archive } })).rejects.toThrow(
      `is the archive of another database, that of ${folder.path}`,
    )
    const foreign = join(dirname(folder.path), 'pictures')
    mkdirSync(foreign)
    writeFileSync(join(foreign, 'holiday.jpg'), '')
    await expect(startProduct({ dataDir: other.path, env: { ARCHIVE_DIR: foreign } })).rejects.toThrow(
      'holds files that Forecourt did not make',
    )
    other.remove()
  },
)
