import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './store.ts'

/** Puts into a store what lies in another. */
export async function fetchInto(store: FileStore, key: string, from: Readable, about: { size: number; sha256: string }): Promise<void> {
  await mkdir(store.incoming, { recursive: true, mode: 0o700 })
  const path = join(store.incoming, crypto.randomUUID())
  try {
    await pipeline(from, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    await store.put(key, { path, ...about })
  } finally {
    await rm(path, { force: true })
  }
}
