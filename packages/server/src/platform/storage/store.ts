import type { Readable } from 'node:stream'
import { assert } from '../execution/refusal.ts'

/** A file under a key is not there, or cannot be reached. */
export class FileLost extends Error {}

/**
 * Where the bytes of files lie. A key names its content by hash, so what is under it never changes: putting it again is no change.
 * What `put` has answered survives a power cut.
 */
export interface FileStore {
  /** A folder of this machine for what is just coming in. */
  readonly incoming: string
  /** How the operator knows it. */
  readonly name: string
  /** Takes a file of this machine; it may move it away. */
  put(key: string, file: LocalFile): Promise<void>
  /** @throws FileLost */
  open(key: string): Promise<Readable>
  has(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** Everything there is, and when it was put. */
  list(): AsyncIterable<{ key: string; at: Date }>
}
export interface LocalFile {
  readonly path: string
  readonly size: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** Where a company's files lie: those that may be served, and those kept apart. */
export const keyOf = (companyId: number, sha256: string): string => `kept/${companyId}/${sha256.slice(0, 2)}/${sha256}`
export const quarantineKeyOf = (companyId: number, sha256: string): string => `quarantine/${companyId}/${sha256.slice(0, 2)}/${sha256}`
export const keyShape = /^(kept|quarantine)\/(\d+)\/[0-9a-f]{2}\/([0-9a-f]{64})$/

let held: FileStore | undefined
/** Takes a store into use. */
export function keepFilesIn(store: FileStore): FileStore {
  held = store
  return store
}
export function files(): FileStore {
  assert(held, 'the file store is open before it is used')
  return held
}
