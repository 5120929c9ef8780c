import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { walIn } from './place.ts'

// A segment's name is its timeline, and its place in the WAL: 256 segments of 16 MiB in each 4 GiB.
const shape = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.zst)?$/
const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
const placeOf = (name: string) => Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16, 24), 16)
const nameAt = (timeline: string, place: number) => timeline + hex(Math.floor(place / 256)) + hex(place % 256)

export const nextOf = (name: string): string => nameAt(name.slice(0, 8), placeOf(name) + 1)

/** The segment in which a place like `1/6B374D8` lies, on the timeline of another. */
export function segmentAt(lsn: string, like: string): string {
  const [high = '', low = ''] = lsn.split('/')
  return nameAt(like.slice(0, 8), Number.parseInt(high, 16) * 256 + Math.floor(Number.parseInt(low, 16) / 0x1_00_00_00))
}

export const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(name => shape.test(name))
        .map(name => name.slice(0, 24))
        .toSorted()
    : []

/** The segments of an archive. */
export const archived = (dir: string): string[] => namesIn(walIn(dir))

/** The first segment from `first` on that is not there although a later one is. */
export function gapIn(names: readonly string[], first: string): string | undefined {
  const there = new Set(names)
  const last = names.findLast(name => name.slice(0, 8) === first.slice(0, 8)) ?? ''
  for (let name = first; name <= last; name = nextOf(name)) if (!there.has(name)) return name
  return undefined
}

interface Header {
  /** Where in the WAL its first page says it stands. */
  readonly name: string
  /** The cluster that wrote it. */
  readonly system: string
}

/** What a segment says of itself; undefined when it is no WAL. */
export function headerOf(file: string): Header | undefined {
  try {
    const bytes = file.endsWith('.zst') ? zstdDecompressSync(readFileSync(file)) : firstBytes(file)
    const address = bytes.readBigUInt64LE(8)
    const name = nameAt(hex(bytes.readUInt32LE(4)), Number(address / 0x1_00_00_00n))
    return { name, system: String(bytes.readBigUInt64LE(24)) }
  } catch {
    return undefined
  }
}

function firstBytes(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(40)
    readSync(handle, bytes)
    return bytes
  } finally {
    closeSync(handle)
  }
}

/** The identity of the cluster in a `data` folder, which stands first in its control file. */
export const systemOf = (data: string): string => String(readFileSync(join(data, 'global/pg_control')).readBigUInt64LE(0))
