import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { demoOf } from '../visitor.ts'
import { deskOf, openCrowd } from './crowd.ts'
import { chanceOf, drawn, isTaken } from './draw.ts'
import { proved, rowsOf } from './scene.ts'

const root = resolve(import.meta.dirname, '../../../..')
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const within = (ms: number) => drawn(20 * ms, ms)
const megabyte = 1024 * 1024

/** A disk of its own needs the rights of an administrator. */
const mayMount = process.platform === 'linux' && isMounted(mkdtempSync(join(tmpdir(), 'forecourt-mount-')))
function isMounted(at: string): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at])
  if (status === 0) spawnSync('umount', [at])
  rmSync(at, { recursive: true })
  return status === 0
}

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The product under `npm start`, as an administrator runs it, with its data on a small disk. */
async function onSmallDisk(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-disk-'))
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=755', 'tmpfs', disk])
  ends.push(() => {
    spawnSync('umount', ['-l', disk])
    rmSync(folder, { recursive: true, force: true })
  })
  const dataDir = join(disk, 'data')
  const from = inject('firstStart').path
  cpSync(from, dataDir, { recursive: true })
  cpSync(`${from}.key`, `${folder}/key`)

  let words = ''
  const settings = { DATA_DIR: dataDir, MASTER_KEY_FILE: `${folder}/key`, AUDIT_DIR: join(folder, 'audit'), LOG_LEVEL: 'warn', ...env }
  const { NODE_OPTIONS: _options, VITEST: _vitest, DATABASE_URL: _database, ...rest } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, NODE_ENV: 'test', PORT: '0', LIVE_PORT: '0', DISK_LOW_MB: '0', ...settings },
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()))
  ends.push(() => stop(child))
  await expect.poll(() => words, { timeout: 120_000, interval: 20 }).toMatch(/is ready: \S+/)
  const url = /is ready: (\S+)/.exec(words)![1]!
  const home = join(dataDir, 'postgres')
  const kept = (name: string) => readFileSync(join(home, name), 'utf8').trim()
  const owner = () => `postgres://postgres:${kept('password')}@127.0.0.1:${kept('port')}/forecourt`
  const filler = join(disk, 'filler')
  return {
    url,
    demo: demoOf(dataDir),
    filesDir: join(dataDir, 'files'),
    output: () => words,
    isRunning: () => child.exitCode === null,
    reserve: join(dataDir, 'reserve'),
    rows: <T extends object>(text: string, values: unknown[] = []) => rowsOf<T>(owner(), text, values),
    postmaster: () => Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
    /** Somebody else's file takes all that is left. */
    fill: () => fill(filler, disk),
    free: () => rmSync(filler),
    /** What must hold after every fault. */
    endsWell: async () => expect(await proved({ ...settings, DATABASE_URL: owner() })).toContain('every invariant holds'),
  }
}
type OnDisk = Awaited<ReturnType<typeof onSmallDisk>>

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function fill(file: string, disk: string) {
  const to = openSync(file, 'a')
  const part = Buffer.alloc(megabyte, 7)
  try {
    for (let size = part.length; size > 0; ) {
      try {
        writeSync(to, part, 0, size)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
        size = size > 4096 ? 4096 : 0
      }
    }
  } finally {
    closeSync(to)
  }
  return statfsSync(disk).bavail
}

async function look(scene: OnDisk, desk: Record<string, string>) {
  const reply = await fetch(`${scene.url}/api/v1/orders?size=5`, { headers: desk }).catch(() => undefined)
  await reply?.arrayBuffer().catch(() => undefined)
  return { status: reply?.status ?? 0, disk: reply?.headers.get('disk') }
}
async function save(scene: OnDisk, desk: Record<string, string>) {
  const reply = await fetch(`${scene.url}/api/v1/fuelCodes`, {
    method: 'POST',
    headers: { ...desk, 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  const said = (await reply?.json().catch(() => undefined)) as { code?: string } | undefined
  return `${reply?.status} ${said?.code}`
}

// Fault F5.
test.runIf(mayMount && isTaken('disk'))(
  'the disk is full: lists are read on, anyone who saves is told why not, and when there is room again it is saved',
  { timeout: 600_000 },
  async () => {
    const scene = await onSmallDisk({ DISK_RESERVE_MB: '192' })
    const desk = await deskOf(scene, scene.demo.companies[0]!)
    await expect.poll(() => existsSync(scene.reserve), { timeout: 60_000 }).toBe(true)
    const crowd = await openCrowd(scene, chanceOf('the disk is full'), { lanes: 8 })
    await crowd.nextAnswer()
    const backMs: number[] = []
    for (let turn = 0; turn < drawn(1, 5); turn++) {
      await expect.poll(() => existsSync(scene.reserve), { timeout: 60_000 }).toBe(true)
      scene.fill()
      await expect.poll(() => save(scene, desk), { timeout: 60_000, interval: 50 }).toBe('503 server.diskFull')
      await expect.poll(() => look(scene, desk), { timeout: 60_000, interval: 50 }).toEqual({ status: 200, disk: 'full' })
      expect(existsSync(scene.reserve)).toBe(false)
      const seen = new Set<string>()
      for (let at = 0; at < drawn(10, 50); at++) {
        seen.add(JSON.stringify([await look(scene, desk), await save(scene, desk)]))
        await pause(100)
      }
      expect([...seen]).toEqual([JSON.stringify([{ status: 200, disk: 'full' }, '503 server.diskFull'])])
      // The worst moment for PostgreSQL to end: its recovery needs room.
      process.kill(scene.postmaster(), 'SIGKILL')
      await expect.poll(() => look(scene, desk), { timeout: 60_000, interval: 50 }).toEqual({ status: 200, disk: 'full' })
      scene.free()
      backMs.push(Math.round(await crowd.nextAnswer()))
    }
    expect(Math.max(...backMs)).toBeLessThan(within(5000))
    await expect.poll(() => look(scene, desk)).toEqual({ status: 200, disk: null })
    await expect.poll(() => existsSync(scene.reserve), { timeout: 60_000 }).toBe(true)
    await crowd.close()
    console.log('the disk was full', { backMs, sold: crowd.seen.ok, turnedAway: crowd.seen.busy })
    await scene.endsWell()
  },
)

test.runIf(mayMount && isTaken('disk'))(
  'without a reserve PostgreSQL cannot even begin on a full disk: it is tried for as long as it takes, and is there when there is room',
  { timeout: 600_000 },
  async () => {
    const scene = await onSmallDisk({ DISK_RESERVE_MB: '0' })
    const crowd = await openCrowd(scene, chanceOf('the disk is full without a reserve'), { lanes: 8 })
    await crowd.nextAnswer()
    const backMs: number[] = []
    for (let turn = 0; turn < drawn(1, 5); turn++) {
      scene.fill()
      process.kill(scene.postmaster(), 'SIGKILL')
      await pause(drawn(3000, 12_000))
      expect(scene.isRunning()).toBe(true)
      scene.free()
      backMs.push(Math.round(await crowd.nextAnswer()))
    }
    expect(Math.max(...backMs)).toBeLessThan(within(5000))
    await crowd.close()
    console.log('the disk was full without a reserve', { backMs, sold: crowd.seen.ok })
    await scene.endsWell()
  },
)
