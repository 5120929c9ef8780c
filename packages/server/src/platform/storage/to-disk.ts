import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LocalFile } from './store.ts'

/**
 * Writes a file of this machine as its pieces come, measured and hashed on the way. What comes after `bytesMax` is read to its end, so
 * that anyone who sends it hears the answer, and measured, but kept no further. Anyone who stops sending, or is stopped, makes it fail.
 */
export async function toDisk(pieces: AsyncIterable<string | Uint8Array>, path: string, bytesMax = Infinity): Promise<LocalFile> {
  const hash = createHash('sha256')
  let size = 0
  const measuring = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, size > bytesMax ? undefined : chunk)
    },
  })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(pieces, measuring, createWriteStream(path, { mode: 0o600 }))
  return { path, size, sha256: hash.digest('hex') }
}
