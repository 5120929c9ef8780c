import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { demoChip } from '@forecourt/contract/reader/demo-chips.ts'
import { deviceServicePort } from '@forecourt/contract/reader/reader-calls.ts'
import { afterEach, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { ours, pageAt } from './testing/caller.ts'

const running: { kill(): boolean }[] = []
afterEach(() => {
  for (const each of running.splice(0)) each.kill()
})

/** The program as a service manager starts it. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env: { PATH: process.env['PATH'], ...env } })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += String(part)))
  const ended = new Promise<number | null>(done => child.once('exit', done))
  return { child, ended, said: () => said }
}

// @req CRD-067
test('the program starts with the origins that it is given, logs calls without the card, and ends when it is told to', async () => {
  const { child, ended, said } = start({ FORECOURT_ORIGINS: `http://localhost:8080 ${ours}`, DEVICE_PORT: '0', DEVICE_READER: 'virtual' })
  await expect.poll(said).toMatch(/ready: http:\/\/localhost:\d+, virtual reader/)
  const page = pageAt(Number(/localhost:(\d+)/.exec(said())![1]))
  const { uuid } = demoChip(3)
  await page.done('place', { uuid, slot: 0 })
  expect((await page.done('readCard', {})).uuid).toBe(uuid)
  await expect.poll(said).toContain('"call":"POST /api/GetCPUphyCardno"')
  expect(said()).not.toContain(uuid)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('without a setting that it needs it says so and ends', async () => {
  const { ended, said } = start({ DEVICE_PORT: '0' })
  expect([await ended, said()]).toEqual([1, expect.stringContaining('FORECOURT_ORIGINS names the addresses')])
  const other = start({ FORECOURT_ORIGINS: ours, DEVICE_PORT: '0', DEVICE_READER: 'pcsc' })
  expect([await other.ended, other.said()]).toEqual([1, expect.stringContaining('There is no PC/SC library')])
})

// @req CRD-067
test('the port is 9200 unless another is set, and an origin is one to the letter', () => {
  expect(readSettings({ FORECOURT_ORIGINS: `${ours}, http://10.0.0.5:8080` })).toMatchObject({
    port: 9200,
    origins: [ours, 'http://10.0.0.5:8080'],
    reader: 'auto',
    timeoutMs: 5000,
  })
  expect(deviceServicePort).toBe(9200)
  for (const wrong of [`${ours}/`, 'https://*.example', '*', 'null', 'forecourt.example', ' ', 'ftp://forecourt.example']) {
    expect(() => readSettings({ FORECOURT_ORIGINS: wrong }), wrong).toThrow('FORECOURT_ORIGINS')
  }
  expect(() => readSettings({ FORECOURT_ORIGINS: ours, DEVICE_PORT: '70000' })).toThrow('DEVICE_PORT is a number from 0 to 65535')
})
