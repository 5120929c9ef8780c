import {
  claimedKind,
  fileDetail,
  fileKinds,
  fileRules,
  isPicture,
  picturePixelsMax,
  pictureSideMax,
  type FileKind,
  type FileType,
} from '@forecourt/contract'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { refuse } from '../execution/refusal.ts'
import { dimensionsOf, type Dimensions } from './picture.ts'
import { files, keyOf, quarantineKeyOf, type LocalFile } from './store.ts'
import { toDisk } from './to-disk.ts'

/** A file as it came: under which name, and what it was said to be. */
export interface Coming {
  readonly stream: Readable
  readonly name: string
  readonly mime: string
}
/** A file that is in the store, and about which everything was found out. */
export interface TakenFile extends Partial<Dimensions> {
  readonly name: string
  readonly kind: FileKind
  readonly size: number
  readonly sha256: string
  /** It is what it says it is, but damaged: it was put apart. */
  readonly unreadable: boolean
}

/**
 * Takes a file in: to the disk while it comes, then looked at, then into the store. Whatever becomes of it, nothing half is left.
 * @throws file.kind, file.tooLarge, file.empty, file.mismatch, file.dimensions
 */
export async function takeIn(type: FileType, companyId: number, coming: Coming): Promise<TakenFile> {
  const { bytesMax } = fileRules[type]
  const name = nameOf(coming.name)
  const claimed = claimedKind(type, name) ?? refuse('file.kind', fileDetail(type))
  const path = join(files().incoming, crypto.randomUUID())
  try {
    const file = await toDisk(coming.stream, path, bytesMax)
    if (file.size > bytesMax) refuse('file.tooLarge', fileDetail(type))
    if (file.size === 0) refuse('file.empty')
    const found = await look(file, type, claimed, coming.mime)
    await files().put((found ? keyOf : quarantineKeyOf)(companyId, file.sha256), file)
    return { ...found, name, kind: claimed, size: file.size, sha256: file.sha256, unreadable: !found }
  } finally {
    await rm(path, { force: true })
  }
}

/** Who a file is, by its bytes; undefined when it cannot be read. Every witness must say the same: bytes, name, and browser. */
async function look({ path }: LocalFile, type: FileType, claimed: FileKind, mime: string): Promise<Partial<Dimensions> | undefined> {
  // Loaded with the first file: no start waits for it.
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  // Text alone has no bytes that it is known by.
  const looks = found?.ext ?? (claimed === 'csv' ? 'csv' : undefined)
  const kind = (Object.keys(fileKinds) as FileKind[]).find(each => each === (looks as string))
  if (!kind || !(fileRules[type].kinds as readonly FileKind[]).includes(kind)) refuse('file.kind', fileDetail(type))
  const { mime: own, also } = fileKinds[claimed]
  const said = [own, ...also, 'application/octet-stream', ''] as readonly string[]
  if (kind !== claimed || !said.includes(mime.toLowerCase()))
    refuse('file.mismatch', { claimed: kind === claimed ? mime.slice(0, 60) : claimed.toUpperCase(), found: kind.toUpperCase() })
  if (!isPicture(kind)) return {}
  const size = await dimensionsOf(path, kind)
  if (!size) return undefined
  if (Math.max(size.width, size.height) > pictureSideMax || size.width * size.height > picturePixelsMax)
    refuse('file.dimensions', { ...size, side: pictureSideMax })
  return size
}

/** A name without a folder, without what is not seen or turns the writing round, and of a length that can be kept. */
function nameOf(given: string): string {
  const bare = given
    .normalize('NFC')
    .replaceAll(/\p{C}/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
  const ending = /\.[^.]{1,10}$/.exec(bare)?.[0] ?? ''
  return bare.slice(0, Math.min(150, bare.length - ending.length)).toWellFormed() + ending
}
