import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { BackupRefused } from '../backup/manifest.ts'
import { PostgresFailed, startPostgres } from '../postgres/embedded-postgres.ts'
import { namesOfBases, readBase, type Base } from './base-manifest.ts'
import { archiveOf, basesIn, ownerOf, restoreCommand, walIn, type ArchiveOwner } from './place.ts'
import { archived, gapIn, headerOf, namesIn, nextOf, segmentAt, systemOf } from './segments.ts'

/** A base backup that was chosen, and what it is brought forward with. */
export interface Origin {
  readonly dir: string
  readonly owner: ArchiveOwner
  readonly name: string
  readonly base: Base
  readonly seal: ReturnType<typeof readBase>['seal']
}

/** The newest base backup before a moment. @throws BackupRefused */
export function chooseBase(dir: string, moment: Date, now: Date): Origin {
  const owner = ownerOf(dir)
  if (!owner) throw new BackupRefused(`${dir} holds no archive: ARCHIVE_DIR names the folder that the server archived to.`)
  if (moment > now) throw new BackupRefused(`${moment.toISOString()} is in the future: choose a moment that has passed.`)
  const names = namesOfBases(dir)
  const bases = names.map(name => ({ name, ...readBase(dir, name) }))
  const chosen = bases.findLast(({ base }) => new Date(base.ended) <= moment)
  if (!chosen) {
    const [first] = bases
    const what = first ? `The earliest moment is ${first.base.ended}.` : 'There is none at all.'
    throw new BackupRefused(`${dir} holds no base backup that ended before ${moment.toISOString()}. ${what}`)
  }
  if (chosen.base.archive !== owner.id)
    throw new BackupRefused(`${join(basesIn(dir), chosen.name)} is of another archive than ${dir}: put it back where it was.`)
  return { dir, owner, ...chosen }
}

/** Brings a base backup forward to the moment. `home` is there when that is done, and not before. @returns the last change in it */
export async function recover(origin: Origin, moment: Date, home: string): Promise<string> {
  const making = `${home}.${process.pid}.making`
  rmSync(making, { recursive: true, force: true })
  try {
    await unpack(origin, making)
    const last = await replay(origin, moment, making)
    rmSync(join(making, 'tail'), { recursive: true })
    renameSync(making, home)
    return last
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

async function unpack({ dir, name, base }: Origin, making: string): Promise<void> {
  mkdirSync(join(making, 'data'), { recursive: true, mode: 0o700 })
  for (const folder of base.folders) mkdirSync(join(making, 'data', folder), { recursive: true, mode: 0o700 })
  for (const { path, sha256 } of base.files) {
    const from = join(basesIn(dir), name, `${path}.zst`)
    if (!existsSync(from)) throw new BackupRefused(`${from} is missing. Choose a moment before this base backup, or put it back.`)
    const hash = createHash('sha256')
    const to = join(making, path)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    await pipeline(
      createReadStream(from),
      createZstdDecompress(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(to, { mode: 0o600 }),
    ).catch(error => {
      if (/^(Z_|ZSTD_)/.test(error.code ?? '')) throw new BackupRefused(`${from} is damaged.`)
      throw error
    })
    if (hash.digest('hex') !== sha256) throw new BackupRefused(`${from} was altered after the backup, or is damaged.`)
  }
  writeFileSync(join(making, 'data/recovery.signal'), '')
}

/**
 * What the cluster wrote and had not archived yet, where its data folder is still there. A copy, for it may go on writing.
 * @returns whether it is there, so that the WAL is known to its very end
 */
function copyTail({ owner, base }: Origin, tail: string, have: ReadonlySet<string>): boolean {
  mkdirSync(tail, { mode: 0o755 })
  const home = join(owner.dataDir, 'postgres')
  if (!existsSync(join(home, 'data')) || archiveOf(home)?.id !== owner.id || systemOf(join(home, 'data')) !== base.system) return false
  for (const name of namesIn(join(home, 'data/pg_wal')).filter(each => each >= base.firstWal && !have.has(each))) {
    const from = join(home, 'data/pg_wal', name)
    // Kept for later use under the name of one to come, it still says which one it was.
    if (headerOf(from)?.name === name) copyFileSync(from, join(tail, name))
  }
  return true
}

async function replay(origin: Origin, moment: Date, making: string): Promise<string> {
  const { dir, base } = origin
  const tail = join(making, 'tail')
  const whole = copyTail(origin, tail, new Set(archived(dir)))
  // What is archived from now on is not of this restore.
  const names = [...new Set([...archived(dir), ...namesIn(tail)])].toSorted()
  const lacking = gapIn([...names, nextOf(base.lastWal)], base.firstWal)
  if (lacking && lacking <= base.lastWal) throw new BackupRefused(gapSentence(lacking, origin))
  const settings = {
    hot_standby: 'off',
    max_connections: '200',
    restore_command: restoreCommand(tail, walIn(dir)),
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
  }
  try {
    return await promoted(making, { ...settings, recovery_target_time: moment.toISOString().replace('Z', '+00') })
  } catch (error) {
    if (!(error instanceof PostgresFailed)) throw error
    const words = readFileSync(join(making, 'postgres.log'), 'utf8')
    const why = whyEnded(words, names, origin)
    if (!why) throw error
    // Nothing was changed between the last change and the moment: that is how it stood then.
    if (why.atEnd && whole) return promoted(making, settings)
    throw new BackupRefused(why.sentence)
  }
}

/** Recovers, and ends again. @returns the instant of the last change */
async function promoted(making: string, settings: Record<string, string>): Promise<string> {
  const postgres = await startPostgres(making, { settings, patienceMs: 24 * 60 * 60_000 })
  const client = new pg.Client({ connectionString: postgres.url() })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ last: string | null }>(
      `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last`,
    )
    return rows[0]!.last ?? 'the base backup'
  } finally {
    await client.end()
    await postgres.stop()
  }
}

const gapSentence = (name: string, { dir }: Origin) =>
  `The WAL has a gap: ${join(walIn(dir), name)} is missing although later segments are there. Put it back.`

/** Why the recovery came to an end before the moment; undefined when it failed for another reason. */
function whyEnded(words: string, names: readonly string[], origin: Origin): { atEnd: boolean; sentence: string } | undefined {
  const { dir, owner, base } = origin
  if (!words.includes('recovery ended before configured recovery target was reached')) return undefined
  const [, lsn = ''] = [...words.matchAll(/redo done at ([0-9A-F]+\/[0-9A-F]+)/g)].at(-1) ?? []
  const [, last = base.ended] = [...words.matchAll(/last completed transaction was at log time (.+)/g)].at(-1) ?? []
  const reached = segmentAt(lsn, base.firstWal)
  const furthest = `What is archived reaches to ${last}`
  const lacking = gapIn(names, reached)
  if (lacking === nextOf(reached) || lacking === reached)
    return { atEnd: false, sentence: `${gapSentence(lacking, origin)} ${furthest}: without it no later moment can be restored.` }
  if (reached !== names.at(-1)) {
    const spoilt = [reached, nextOf(reached)].map(name => join(walIn(dir), `${name}.zst`))
    const foreign = spoilt.find(file => ![undefined, base.system].includes(headerOf(file)?.system))
    const sentence = foreign ? `${foreign} is of another database.` : `${spoilt.join(' or ')} is damaged.`
    return { atEnd: false, sentence: `${sentence} ${furthest}: without it no later moment can be restored.` }
  }
  return {
    atEnd: true,
    sentence:
      `${furthest}, before that moment. What came later lies in ${owner.dataDir}, which is not there: ` +
      'put it back, or choose an earlier moment.',
  }
}
