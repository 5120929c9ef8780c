import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { watchDisk, type Disk, type DiskOptions } from './disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'forecourt-disk-'))
const reserve = join(dir, 'reserve')
const megabyte = 1024 * 1024
const open: Disk[] = []
afterEach(async () => {
  for (const disk of open.splice(0)) await disk.stop()
  rmSync(reserve, { force: true })
})
afterAll(() => rmSync(dir, { recursive: true }))

function watch(over: Partial<DiskOptions> = {}) {
  const disk = watchDisk({ dir, reserveBytes: 4 * megabyte, lowBytes: 0, ...over }, pino({ level: 'silent' }))
  open.push(disk)
  return disk
}
const size = () => (existsSync(reserve) ? statSync(reserve).size : 0)
const free = () => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

test('a reserve is made, given up when PostgreSQL finds no room, and made again when there is some', async () => {
  const disk = watch()
  await expect.poll(size, { timeout: 30_000 }).toBe(4 * megabyte)
  // Bytes that no file system leaves out.
  expect(statSync(reserve).blocks * 512).toBeGreaterThanOrEqual(4 * megabyte)
  disk.makeRoom()
  expect([disk.state, size()]).toEqual(['ok', 4 * megabyte])
  disk.makeRoom(true)
  expect([disk.state, size()]).toEqual(['full', 0])
  await expect.poll(() => disk.state, { timeout: 30_000 }).toBe('ok')
  await expect.poll(size, { timeout: 30_000 }).toBe(4 * megabyte)
})

test('on a disk that is nearly full what is kept there is given up at once, and not made again', async () => {
  writeFileSync(reserve, 'of another time')
  const disk = watch({ reserveBytes: 8 * free() })
  expect([disk.state, existsSync(reserve)]).toEqual(['full', false])
  const before = disk.freeBytes
  writeFileSync(join(dir, 'more'), Buffer.alloc(megabyte, 7))
  await expect.poll(() => disk.freeBytes, { timeout: 30_000 }).not.toBe(before)
  expect([disk.state, existsSync(reserve)]).toEqual(['full', false])
})

test('less room than was asked for is an alarm, and nothing else', async () => {
  const disk = watch({ lowBytes: 8 * free() })
  expect(disk.state).toBe('low')
  await expect.poll(size, { timeout: 30_000 }).toBe(4 * megabyte)
})

test('where no reserve is wanted none is kept, and nothing is refused', async () => {
  writeFileSync(reserve, 'of another time')
  const disk = watch({ reserveBytes: 0 })
  disk.makeRoom(true)
  await expect.poll(() => existsSync(reserve), { timeout: 30_000 }).toBe(false)
  expect(disk.state).toBe('ok')
})
