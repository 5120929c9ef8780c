import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { bucket } from '../../testing/bucket.ts'
import { readConfig } from '../config/config.ts'
import { openStore } from './open-store.ts'
import { FileLost, keyOf } from './store.ts'

const dir = mkdtempSync(join(tmpdir(), 'forecourt-bucket-'))
const service = await bucket('river-otter-secret')
afterAll(async () => {
  await service.close()
  rmSync(dir, { recursive: true })
})
const open = (secret = 'river-otter-secret', folder = '') =>
  openStore({ dir, s3: { url: service.url + folder, region: 'eu-central-1', keyId: 'otter', secret } })

function fileOf(text: string) {
  const path = join(dir, crypto.randomUUID())
  writeFileSync(path, text)
  return { path, size: text.length, sha256: createHash('sha256').update(text).digest('hex') }
}

test('what is put into a bucket is there, is given back, is listed page after page, and is gone when it is removed', async () => {
  const store = await open(undefined, '/forecourt')
  const files = ['one', 'two', 'three', 'four', 'five'].map(fileOf)
  const keys = files.map(({ sha256 }) => keyOf(7, sha256))
  for (const [at, file] of files.entries()) await store.put(keys[at]!, file)
  expect([...service.objects.keys()].every(path => path.startsWith('/photos/forecourt/kept/7/'))).toBe(true)
  expect((await buffer(await store.open(keys[2]!))).toString()).toBe('three')
  const listed = (await Array.fromAsync(store.list())).map(({ key }) => key)
  expect(listed).toEqual(keys.toSorted((a, b) => a.localeCompare(b)))
  await store.remove(keys[2]!)
  await store.remove(keys[2]!)
  expect([await store.has(keys[1]!), await store.has(keys[2]!)]).toEqual([true, false])
  await expect(store.open(keys[2]!)).rejects.toThrow(FileLost)
})

test('bytes that are others than their hash says are not taken', async () => {
  const store = await open()
  const file = { ...fileOf('one'), sha256: fileOf('two').sha256 }
  await expect(store.put(keyOf(7, file.sha256), file)).rejects.toThrow(/answers 400 XAmzContentSHA256Mismatch for PUT/)
})

test('a start with a wrong key, or with nobody there, says so', async () => {
  await expect(open('wrong')).rejects.toThrow(/answers 403 SignatureDoesNotMatch for GET \/photos/)
  const s3 = { url: 'http://127.0.0.1:9/photos', region: 'x', keyId: 'a', secret: 'b' }
  await expect(openStore({ dir, s3 })).rejects.toThrow('127.0.0.1:9 does not answer')
})

test('the settings of a bucket', () => {
  const read = (url?: string, key?: string) => readConfig({ FILES_BUCKET_URL: url, FILES_BUCKET_KEY: key }).files.s3
  expect(read('https://s3.example.com/a/b?region=eu-central-1', 'id:se:cret')).toEqual({
    url: 'https://s3.example.com/a/b',
    region: 'eu-central-1',
    keyId: 'id',
    secret: 'se:cret',
  })
  expect(() => read('https://s3.example.com/a')).toThrow('set together')
  expect(() => read('https://s3.example.com', 'id:secret')).toThrow('names no bucket')
  expect(() => read('https://s3.example.com/a', 'secret-alone')).toThrow(/FILES_BUCKET_KEY reads id:secret; it is set to "…"/)
})
