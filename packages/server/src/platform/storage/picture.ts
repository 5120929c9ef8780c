import type { FileKind } from '@forecourt/contract'
import { open, type FileHandle } from 'node:fs/promises'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** How large a picture says it is, read from its head alone; undefined for one that is damaged or was cut short. */
export async function dimensionsOf(path: string, kind: FileKind): Promise<Dimensions | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const found = kind === 'png' ? await ofPng(file, size) : kind === 'gif' ? await ofGif(file, size) : await ofJpeg(file, size)
    return found && found.width > 0 && found.height > 0 ? found : undefined
  } finally {
    await file.close()
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Chunk after chunk: the head first, the end last, and between them nothing that reaches beyond the file. */
async function ofPng(file: FileHandle, size: number): Promise<Dimensions | undefined> {
  let found: Dimensions | undefined
  for (let at = 8; at + 12 <= size; ) {
    const head = await bytesAt(file, at, 16 + 8)
    const length = head.readUInt32BE(0),
      type = head.toString('latin1', 4, 8)
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13 || head.length < 16) return undefined
      found = { width: head.readUInt32BE(8), height: head.readUInt32BE(12) }
    }
    if (type === 'IEND') return found
    at += 12 + length
  }
  return undefined
}

/** The screen, and every frame within it; a frame that does not fit the screen would be drawn larger than was said. */
async function ofGif(file: FileHandle, size: number): Promise<Dimensions | undefined> {
  const head = await bytesAt(file, 0, 13)
  if (head.length < 13) return undefined
  const tail = await bytesAt(file, Math.max(0, size - 1024), 1024)
  return tail.includes(0x3b) ? { width: head.readUInt16LE(6), height: head.readUInt16LE(8) } : undefined
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segment after segment up to the scan, among them the frame; then somewhere the end of the picture. */
async function ofJpeg(file: FileHandle, size: number): Promise<Dimensions | undefined> {
  let found: Dimensions | undefined
  for (let at = 2; at + 4 <= size; ) {
    const head = await bytesAt(file, at, 9)
    const marker = head[1]!
    if (head[0] !== 0xff) return undefined
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda) return found && (await endsAfter(file, at, size)) ? found : undefined
    const length = head.readUInt16BE(2)
    if (length < 2) return undefined
    if (isFrame(marker) && head.length === 9) found = { height: head.readUInt16BE(5), width: head.readUInt16BE(7) }
    at += 2 + length
  }
  return undefined
}

async function endsAfter(file: FileHandle, from: number, size: number): Promise<boolean> {
  const step = 65_536
  for (let at = from; at < size; at += step) if ((await bytesAt(file, at, step + 1)).includes('ffd9', 0, 'hex')) return true
  return false
}
