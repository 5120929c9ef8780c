import { timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupRefused } from '../backup/manifest.ts'
import { currentKeyId, underMasterKey } from '../config/master-key.ts'
import { basesIn } from './place.ts'

const segment = z.string().regex(/^[0-9A-F]{24}$/)
/** Never out of the folder it is put into. */
const path = z.string().regex(/^(?!.*(^|\/)\.\.(\/|$))[\w.-]+(\/[\w.-]+)*$/)
const shape = z.strictObject({
  format: z.literal(1),
  /** The archive it belongs to, and the cluster it is a copy of. */
  archive: z.uuid(),
  system: z.string().regex(/^\d+$/),
  major: z.int(),
  started: z.iso.datetime(),
  /** From this moment on a restore can go to any. */
  ended: z.iso.datetime(),
  firstWal: segment,
  lastWal: segment,
  masterKeys: z.array(z.string()),
  folders: z.array(path),
  files: z.array(z.strictObject({ path, size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
})
const sealed = z.strictObject({ base: shape, seal: z.strictObject({ key: z.string(), hmac: z.string() }) })

export type Base = z.infer<typeof shape>
export type BaseFile = Base['files'][number]

const hmacOf = (base: Base, key: string) => underMasterKey('base', JSON.stringify(base), key)

/** Those that are whole, the oldest first. */
export const namesOfBases = (dir: string): string[] =>
  existsSync(basesIn(dir))
    ? readdirSync(basesIn(dir))
        .filter(name => /^\d{8}T\d{9}Z$/.test(name) && existsSync(join(basesIn(dir), name, 'base.json')))
        .toSorted()
    : []

export function writeBase(folder: string, base: Base): void {
  const key = currentKeyId()
  const text = JSON.stringify({ base, seal: { key, hmac: hmacOf(base, key).toString('hex') } }, null, 1)
  writeFileSync(join(folder, 'base.json'), `${text}\n`, { mode: 0o600, flush: true })
}

/** What a base backup says of itself. Whether it is true, `checkSeal` finds. @throws BackupRefused */
export function readBase(dir: string, name: string): z.infer<typeof sealed> {
  const file = join(basesIn(dir), name, 'base.json')
  try {
    return sealed.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new BackupRefused(`${file} is damaged, or was written by a newer Forecourt.`)
  }
}

/** The master key is held. @throws BackupRefused */
export function checkSeal(folder: string, { base, seal }: z.infer<typeof sealed>): void {
  const [given, due] = [Buffer.from(seal.hmac, 'hex'), hmacOf(base, seal.key)]
  if (given.length !== due.length || !timingSafeEqual(given, due))
    throw new BackupRefused(`${folder}/base.json was altered after the backup: its seal does not fit.`)
}
