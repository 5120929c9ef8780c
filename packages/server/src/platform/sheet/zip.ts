import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
/** Quick rather than small: the processors have other things to do. */
const packing = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }
/** An empty last block: what was packed in pieces ends here. */
const lastBlock = Buffer.from([3, 0])
const streamed = 0x08
const utf8 = 0x800
const earliestDay = 0x21

interface Entry {
  readonly name: Buffer
  readonly at: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** What a ZIP entry is made of: text as it comes. */
export interface ZipPart {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
}

/**
 * A ZIP archive as it is written: nothing of it is held but what is being packed. Sizes stand behind the data (APPNOTE 4.3.9), for
 * nobody knows them before. The parts may come into being while earlier ones are written.
 */
export async function* zip(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let at = 0
  for await (const { name: title, text } of parts) {
    const name = Buffer.from(title)
    const start = at
    let [crc, packed, size] = [0, lastBlock.length, 0]
    const head = localHead(name)
    at += head.length
    yield head
    for await (const piece of text) {
      const bytes = Buffer.from(piece)
      crc = crc32(bytes, crc)
      size += bytes.length
      const block = await deflate(bytes, packing)
      packed += block.length
      yield block
    }
    const entry = { name, at: start, crc, packed, size }
    entries.push(entry)
    at += packed
    const tail = Buffer.concat([lastBlock, sizesOf(entry)])
    at += tail.length - lastBlock.length
    yield tail
  }
  yield directory(entries, at)
}

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(streamed | utf8, 6)
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(earliestDay, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function sizesOf({ crc, packed, size }: Entry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

function directory(entries: readonly Entry[], at: number): Buffer {
  const lines = entries.map(({ name, at, crc, packed, size }) => {
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(20, 4)
    line.writeUInt16LE(20, 6)
    line.writeUInt16LE(streamed | utf8, 8)
    line.writeUInt16LE(8, 10)
    line.writeUInt16LE(earliestDay, 14)
    line.writeUInt32LE(crc, 16)
    line.writeUInt32LE(packed, 20)
    line.writeUInt32LE(size, 24)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt32LE(at, 42)
    return Buffer.concat([line, name])
  })
  const all = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([all, end])
}
