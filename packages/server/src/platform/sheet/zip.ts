import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
/** Quick rather than small: the processors have other things to do. */
const packing = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }
/** An empty last block: what was packed in pieces ends here. */
const lastBlock = Buffer.from([3, 0])
/** The earliest day that an archive can name: the same rows make the same bytes. */
const mtime = new Date(1980, 0, 1)

/** What a ZIP entry is made of: text as it comes. */
export interface ZipPart {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
}

/** A file that Node's threads compress while it is written, where the library's own streams would hold up the event loop. */
class Entry implements ZipInputFile {
  readonly compression = 8
  readonly mtime = mtime
  readonly filename: string
  crc = 0
  size = 0
  // The archive sets it before anything is written.
  ondata!: AsyncFlateStreamHandler

  constructor(filename: string) {
    this.filename = filename
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    this.ondata(null, await deflate(bytes, packing), false)
  }

  end(): void {
    this.ondata(null, lastBlock, true)
  }
}

/**
 * A ZIP archive as it is written: nothing of it is held but the piece that is being compressed. Parts may come into being while earlier
 * ones are written.
 */
export async function* zip(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for await (const { name, text } of parts) {
    const entry = new Entry(name)
    archive.add(entry)
    for await (const piece of text) {
      await entry.write(piece)
      yield* written.splice(0)
    }
    entry.end()
    yield* written.splice(0)
  }
  archive.end()
  yield* written
}
