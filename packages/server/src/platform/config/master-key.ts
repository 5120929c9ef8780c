import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database, Tx } from '../postgres/database.ts'
import { assert } from '../execution/refusal.ts'

/** The keys that short secrets are bound to, so that a stolen database alone opens none of them. The first one is in use. */
interface Ring {
  readonly current: string
  readonly keys: ReadonlyMap<string, Buffer>
}
let ring: Ring | undefined
/** The keys may change under a server that runs, where they lie in a file. */
let reread: (() => void) | undefined

/** A key is missing or is not the one the data were written with. The administrator can put it right. */
export class MasterKeyRefused extends Error {}

const shape = /^([\w-]{1,32}):([0-9a-f]{64})$/

/** Takes keys into use: `id:64 hexadecimal digits`, several parted by commas or lines, the current one first. @throws MasterKeyRefused */
export function holdMasterKeys(text: string): void {
  const parts = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(part => shape.exec(part) ?? malformed())
  const [first] = parts
  ring = { current: first?.[1] ?? malformed(), keys: new Map(parts.map(([, id, digits]) => [id!, Buffer.from(digits!, 'hex')])) }
}
const malformed = (): never => {
  throw new MasterKeyRefused(
    'The master key reads id:key, where key has 64 hexadecimal digits; several are parted by commas, the current one first.',
  )
}

export const newMasterKey = (): string => `k${randomBytes(3).toString('hex')}:${randomBytes(32).toString('hex')}`

/**
 * Finds the master key: as given, else in its file, which lies outside the data folder. The very first start of a database makes one;
 * of several servers that start at once, one makes it and the others use it.
 * @throws MasterKeyRefused the database was written with a key that is not there
 */
export async function openMasterKey(db: Database, settings: { given?: string | undefined; file: string }): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('master key', 0))`.execute(tx)
    await openKnown(tx, settings)
  })
}

async function openKnown(tx: Tx, { given, file }: { given?: string | undefined; file: string }): Promise<void> {
  const known = await tx.selectFrom('masterKey').selectAll().execute()
  if (!given && !existsSync(file)) {
    if (known.length > 0) {
      throw new MasterKeyRefused(
        `The master key ${known.map(({ id }) => id).join(', ')} is missing: put it back at ${file} or into MASTER_KEY.`,
      )
    }
    keepNewKey(file)
  }
  const hold = () => holdMasterKeys(given ?? readFileSync(file, 'utf8'))
  hold()
  reread = hold
  for (const { id, proof } of known) {
    if (!ring!.keys.has(id))
      throw new MasterKeyRefused(`The master key ${id} is missing: list it after the current one in ${given ? 'MASTER_KEY' : file}.`)
    if (!timingSafeEqual(proofOf(id), proof))
      throw new MasterKeyRefused(`The master key ${id} is not the one that this database was written with.`)
  }
  await tx
    .insertInto('masterKey')
    .values({ id: ring!.current, proof: proofOf(ring!.current) })
    .onConflict(on => on.doNothing())
    .execute()
}

/**
 * Puts a new key before those of the settings; the old ones go on opening what was bound to them.
 * @returns its id, and what MASTER_KEY must say where there is no file
 */
export function addMasterKey({ given, file }: { given?: string | undefined; file: string }): { id: string; text: string } {
  const key = newMasterKey()
  const id = key.split(':')[0]!
  if (given) return { id, text: `${key},${given}` }
  const text = `${key}\n${readFileSync(file, 'utf8')}`
  writeFileSync(`${file}.making`, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(`${file}.making`, file)
  return { id, text }
}

function keepNewKey(file: string): void {
  try {
    writeFileSync(file, `${newMasterKey()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new MasterKeyRefused(`The master key cannot be kept at ${file}: ${(error as Error).message}. Set MASTER_KEY_FILE or MASTER_KEY.`)
  }
}

/** Takes the keys of the settings into use for data that are not here yet. @throws MasterKeyRefused one of them is missing */
export function holdKeysFor(ids: readonly string[], { given, file }: { given?: string | undefined; file: string }): void {
  if (given || existsSync(file)) holdMasterKeys(given ?? readFileSync(file, 'utf8'))
  const missing = [...new Set(ids)].filter(id => !ring?.keys.has(id))
  if (missing.length > 0) {
    throw new MasterKeyRefused(
      `The master key ${missing.join(', ')} is missing. It is not in the backup: ` +
        `fetch it from where it is kept apart, and put it at ${file} or into MASTER_KEY.`,
    )
  }
}

const proofOf = (id: string) => keyed(id, 'proof', 'forecourt')

/** The text under a key of our own, for this purpose only. `keyId` is kept beside the result. */
export function underMasterKey(purpose: string, text: string, keyId = currentKeyId()): Buffer {
  return keyed(keyId, purpose, text)
}
export function currentKeyId(): string {
  assert(ring, 'the master key is held before it is used')
  return ring.current
}

/** The keys that something may be bound to, the current one first. */
export function heldKeyIds(): string[] {
  assert(ring, 'the master key is held before it is used')
  return [...ring.keys.keys()]
}

function keyed(id: string, purpose: string, text: string): Buffer {
  // Another instance may have taken a new key into use; it stands in the file before anything is bound to it.
  if (!ring?.keys.has(id)) reread?.()
  const key = ring?.keys.get(id)
  assert(key, `the master key ${id} is held`)
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest()
}
