import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where a cluster's WAL goes. Cluster and archive bear the same mark: what two clusters write into one archive restores neither. */
const joined = z.strictObject({ id: z.uuid(), dir: z.string(), on: z.boolean() })
/** Whose archive this is, and where its data folder and files lie. */
const owner = z.strictObject({ id: z.uuid(), dataDir: z.string(), filesDir: z.string() })

export type ArchiveOwner = z.infer<typeof owner>

const markIn = (folder: string) => join(folder, 'archive.json')
export const walIn = (dir: string): string => join(dir, 'wal')
export const basesIn = (dir: string): string => join(dir, 'base')

function readMark<S extends z.ZodType>(folder: string, shape: S): z.infer<S> | undefined {
  return existsSync(markIn(folder)) ? shape.parse(JSON.parse(readFileSync(markIn(folder), 'utf8'))) : undefined
}
function writeMark(folder: string, mark: object): void {
  writeFileSync(`${markIn(folder)}.making`, `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true })
  renameSync(`${markIn(folder)}.making`, markIn(folder))
}

/** The archive that the cluster in `home` writes to, if it does. */
export const archiveOf = (home: string): { id: string; dir: string; on: boolean } | undefined => readMark(home, joined)
export const ownerOf = (dir: string): ArchiveOwner | undefined => readMark(dir, owner)

/** Why a cluster may not archive there. */
export function whyNot(home: string, dir: string): string | undefined {
  const its = ownerOf(dir)
  if (!its) {
    const other = existsSync(dir) && readdirSync(dir).some(name => !['wal', 'base', 'archive.json.making'].includes(name))
    return other ? `ARCHIVE_DIR ${dir} holds files that Forecourt did not make: choose an empty folder, or a new one.` : undefined
  }
  if (its.id === archiveOf(home)?.id) return undefined
  return `ARCHIVE_DIR ${dir} is the archive of another database, that of ${its.dataDir}: choose a new folder for this one.`
}

/** From its next start on the cluster archives there, or no more. */
export function setArchive(home: string, dir: string | undefined, where: { dataDir: string; filesDir: string }): void {
  const before = archiveOf(home)
  if (!dir) {
    if (before?.on) writeMark(home, { ...before, on: false })
    return
  }
  for (const folder of [dir, walIn(dir), basesIn(dir)]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const id = ownerOf(dir)?.id ?? crypto.randomUUID()
  writeMark(home, { id, dir, on: true })
  writeMark(dir, { id, ...where })
}

const script = join(import.meta.dirname, 'wal-file.ts')

/** A command as the system's shell takes it; `%p` and `%f` are PostgreSQL's to fill in, any other % is itself. */
function shell(...words: string[]): string {
  const windows = process.platform === 'win32'
  const quote = (word: string) => (windows ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`)
  const line = words.map(word => quote(/^%[pf]$/.test(word) ? word : word.replaceAll('%', '%%'))).join(' ')
  // Its shell takes the outermost quotes away.
  return windows ? `"${line}"` : line
}

/** What makes PostgreSQL archive: a segment when it is full, and each minute in which something was written. */
export function archiveSettings(home: string): Record<string, string> {
  const archive = archiveOf(home)
  if (!archive?.on) return {}
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: shell(process.execPath, script, 'put', '%p', walIn(archive.dir)),
  }
}

/** What brings a segment back: from the first of the folders that has it. */
export const restoreCommand = (...folders: string[]): string => shell(process.execPath, script, 'get', '%f', '%p', ...folders)
