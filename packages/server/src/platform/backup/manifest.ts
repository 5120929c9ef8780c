import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { currentKeyId, underMasterKey } from '../config/master-key.ts'

/** A backup, or where it is to go, is not as it must be. The administrator can put it right. */
export class BackupRefused extends Error {}

const name = z.string().regex(/^[a-z_][a-z0-9_.]*$/)
const shape = z.strictObject({
  /** 2 has files. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** What was acknowledged before this moment is in the backup. */
  mark: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  /** The keys without which its PINs cannot be checked; they are not in it. */
  masterKeys: z.array(z.string()),
  tables: z.array(z.strictObject({ name, columns: z.array(name), rows: z.int().min(0), sha256: z.string().length(64) })),
  /** Uploaded files, by company and content. */
  files: z.array(z.strictObject({ company: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().positive() })).optional(),
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
})
const sealed = z.strictObject({ manifest: shape, seal: z.strictObject({ key: z.string(), hmac: z.string() }) })

export type Manifest = z.infer<typeof shape>
export type StoredFile = NonNullable<Manifest['files']>[number]
export type TableFile = Manifest['tables'][number]

const manifestIn = (folder: string) => join(folder, 'manifest.json')
export const fileOf = (folder: string, table: string): string => join(folder, `${table}.copy.zst`)
export const storedIn = (folder: string, { company, sha256 }: StoredFile): string => join(folder, 'files', String(company), sha256)
const hmacOf = (manifest: Manifest, key: string) => underMasterKey('backup', JSON.stringify(manifest), key)

/** An empty folder for a backup, for the eyes of its owner. @throws BackupRefused */
export function openFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`${folder} is not empty: name a new folder for each backup.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Written last: a folder without it is a backup that was cut short. Signed under the master key, which a forger lacks. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const key = currentKeyId()
  const text = JSON.stringify({ manifest, seal: { key, hmac: hmacOf(manifest, key).toString('hex') } }, null, 1)
  writeFileSync(`${manifestIn(folder)}.making`, `${text}\n`, { mode: 0o600, flush: true })
  renameSync(`${manifestIn(folder)}.making`, manifestIn(folder))
}

/** What a backup says of itself. Whether it is true, `checkBackup` finds. @throws BackupRefused */
export function readManifest(folder: string): z.infer<typeof sealed> {
  if (!existsSync(manifestIn(folder)))
    throw new BackupRefused(`${folder} holds no manifest.json: it is no backup, or one that was cut short. Choose another.`)
  const read = sealed.safeParse(parsed(readFileSync(manifestIn(folder), 'utf8')))
  if (!read.success)
    throw new BackupRefused(
      `${manifestIn(folder)} is damaged, or was written by a newer Forecourt: restore it with the version that made it.`,
    )
  return read.data
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads every file against its hash, and the manifest against its seal; the master key is held. @throws BackupRefused */
export async function checkBackup(folder: string, { manifest, seal }: z.infer<typeof sealed>): Promise<void> {
  const hmac = Buffer.from(seal.hmac, 'hex')
  const due = hmacOf(manifest, seal.key)
  if (hmac.length !== due.length || !timingSafeEqual(hmac, due))
    throw new BackupRefused(`${manifestIn(folder)} was altered after the backup: its seal does not fit. Choose another backup.`)
  for (const { name: table, sha256 } of manifest.tables) {
    const file = fileOf(folder, table)
    if (!existsSync(file)) throw new BackupRefused(`${file} is missing. Choose another backup.`)
    if ((await hashOf(file)) !== sha256)
      throw new BackupRefused(`${file} was altered after the backup, or is damaged. Choose another backup.`)
  }
  for (const stored of manifest.files ?? []) {
    const file = storedIn(folder, stored)
    if (!existsSync(file)) throw new BackupRefused(`${file} is missing. Choose another backup.`)
    if ((await hashOf(file)) !== stored.sha256)
      throw new BackupRefused(`${file} was altered after the backup, or is damaged. Choose another backup.`)
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
