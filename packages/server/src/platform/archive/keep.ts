import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { every } from '../jobs/every.ts'
import { forgetBefore, takeBase } from './base.ts'
import { namesOfBases, readBase } from './base-manifest.ts'
import { archiveOf } from './place.ts'
import { archived, gapIn } from './segments.ts'

export interface ArchiveConfig {
  readonly dir: string
  /** Hours between base backups, and how many stay. */
  readonly hours: number
  readonly kept: number
}

const minute = 60_000
/** Longer than this nothing waits to be archived, where all is well. */
const patienceMs = 3 * minute

/** Segments that PostgreSQL keeps because they are not archived yet, and since when the oldest of them waits. */
export function waitingIn(home: string): { segments: number; since: Date | undefined } {
  const folder = join(home, 'data/pg_wal/archive_status')
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.ready')) : []
  const since = names.map(name => statSync(join(folder, name), { throwIfNoEntry: false })?.mtime).filter(at => at !== undefined)
  return { segments: names.length, since: since.toSorted((one, other) => one.getTime() - other.getTime())[0] }
}

/** Whether a base backup is to be taken: the last one is too old, or the WAL since then is not whole and leads nowhere. */
export function baseIsDue({ dir, hours }: ArchiveConfig, now: Date): boolean {
  const newest = namesOfBases(dir).at(-1)
  if (!newest) return true
  const { ended, firstWal } = readBase(dir, newest).base
  return now.getTime() - new Date(ended).getTime() >= hours * 60 * minute || gapIn(archived(dir), firstWal) !== undefined
}

/** Takes a base backup, and forgets what is older than those that stay. */
export async function renewBase(url: string, home: string, kept: number) {
  const base = await takeBase(url, home)
  return { base, ...forgetBefore(archiveOf(home)!.dir, kept) }
}

interface Kept {
  readonly url: string
  readonly home: string
  readonly archive: ArchiveConfig
  readonly log: Logger
}

/** Takes base backups when they are due, and says when the archive takes nothing. @returns what stops it */
export function keepArchive({ url, home, archive, log }: Kept, clock: () => Date, failed: (error: unknown) => void) {
  const renew = async () => {
    if (!baseIsDue(archive, clock())) return
    const { base, bases, segments } = await renewBase(url, home, archive.kept)
    log.info({ ended: base.ended, files: base.files.length, forgotten: { bases, segments } }, 'base backup')
  }
  const watch = async () => {
    const { segments, since } = waitingIn(home)
    if (since && clock().getTime() - since.getTime() > patienceMs)
      log.error({ segments, since, archive: archive.dir }, 'the WAL is not archived; what waits fills the disk of the data folder')
  }
  const stops = [every(10 * minute, renew, failed), every(minute, watch, failed)]
  return () => Promise.all(stops.map(stop => stop()))
}
