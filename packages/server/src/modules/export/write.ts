import { exportDays, type ExportColumn, type ExportFormat, type Language } from '@forecourt/contract'
import { sql } from 'kysely'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { setTenantScope, type Actor, type Ctx } from '../../platform/execution/command.ts'
import { seesAllCompanies, seesUnassigned } from '../../platform/execution/ctx.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { files, keyOf, type LocalFile } from '../../platform/storage/store.ts'
import { lockKey } from '../../platform/storage/sweep.ts'
import { toDisk } from '../../platform/storage/to-disk.ts'
import { longTask, type Job } from '../../platform/jobs/task.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { readOut, type ReadOut } from '../../platform/search/read-out.ts'
import { mimeOf, sheetOf } from '../../platform/sheet/sheet.ts'
import { type Rows } from '../../platform/sheet/column.ts'
import { loadActor, type LoadedActor } from '../access/index.ts'
import { exportable, isTold, listOut } from './lists.ts'
import { tellOwner } from './tell.ts'

/** Rows that are fetched at a time. */
const portion = 500
/** Rows whose cells are held at a time: what is held for long outlives the quick collection of memory, and waits there for the slow one. */
const piece = 50
/** How old the number of rows is that is shown, at most. */
const tellMs = 700
/** So many are written at once, by all instances together; the jobs of others go on beside them. */
const atOnce = 2
const busyMs = 2000
const dayMs = 24 * 60 * 60_000
const slotKey = 7_062_121

interface Export extends LoadedActor {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly type: string
  readonly format: ExportFormat
  readonly search: string
  readonly sort: string
  readonly columns: ExportColumn[]
  readonly zone: string
  readonly language: Language
  readonly createdDate: string
}

/** It was taken back, or another run of it goes on: nothing of this one is kept. */
class Abandoned extends Error {}

/**
 * Writes a list into a file: one statement, one snapshot, some rows at a time. The file becomes known when it is whole, in the
 * transaction that says so; whatever ends a run before leaves nothing, and the next begins anew.
 */
export const writeExport = longTask(
  'export.write',
  z.object({ id: z.int() }),
  async (job, { id }) => {
    const run = `${job.id}-${job.attempt}`
    const found = await job.within(ctx => begin(ctx, id, run))
    if (!found) return
    const path = join(files().incoming, `export-${id}-${run}`)
    try {
      await clearBehind(id)
      const made = await job.within(ctx => write(ctx, job, found, run, path))
      if (made === 'busy') return await job.within(async ctx => later(ctx, id, run))
      await files().put(keyOf(found.companyId, made.file.sha256), made.file)
      await job.within(ctx => finish(ctx, found, run, made))
    } catch (thrown) {
      if (thrown instanceof Abandoned) return
      const reason = thrown instanceof Refusal ? reasonOf(thrown) : 'broken'
      if (!(thrown instanceof Refusal) && !job.last) throw thrown
      await job.within(ctx => fail(ctx, id, run, reason))
      if (!(thrown instanceof Refusal)) throw thrown
    } finally {
      await rm(path, { force: true })
    }
  },
  { attemptsMax: 5 },
)

const reasonOf = ({ code }: Refusal) => (code.startsWith('auth.') ? 'revoked' : 'filter')

async function begin({ tx, now }: Ctx, id: number, run: string): Promise<Export | undefined> {
  const row = await tx
    .updateTable('export')
    .set({ status: 'running', run, rows: 0, startedDate: now })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  return row as Export | undefined
}

/** What an earlier run left half done on this machine. */
async function clearBehind(id: number): Promise<void> {
  await mkdir(files().incoming, { recursive: true, mode: 0o700 })
  for (const name of await readdir(files().incoming))
    if (name.startsWith(`export-${id}-`)) await rm(join(files().incoming, name), { force: true })
}

interface Made {
  readonly file: LocalFile
  readonly rows: number
  readonly reach: object
}

async function write({ tx, now }: Ctx, job: Job, wanted: Export, run: string, path: string): Promise<Made | 'busy'> {
  if (!(await takeSlot(tx))) return 'busy'
  const { actor, out } = await readerOf(tx, wanted, now)
  const { rows: counted } = await out.count.execute(tx)
  const total = (counted[0] as { count: number }).count
  const progress = teller(job, wanted, run, total)
  await progress.now(0)
  const pieces = sheetOf[wanted.format](out.columns, rowsOf(tx, out, progress.some, job.signal))
  const file = await toDisk(pieces, path)
  const { role, companyIds, stationIds, fleetId } = actor
  const reach = { role, companyIds, ...(stationIds && { stationIds }), ...(fleetId !== undefined && { fleetId }) }
  return { file, rows: progress.rows(), reach }
}

const takeSlot = async (tx: Tx): Promise<boolean> => {
  for (let slot = 0; slot < atOnce; slot++) {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${slotKey}::int, ${slot}::int) as mine`.execute(tx)
    if (rows[0]!.mine) return true
  }
  return false
}

/** As the requester sees it now. @throws auth.forbidden they may no longer, and what of their filter no longer fits */
async function readerOf(tx: Tx, wanted: Export, now: Date): Promise<{ actor: Actor; out: ReadOut }> {
  const actor = await loadActor(tx, wanted, now)
  if (!actor?.permissions.has('task.export')) throw new Refusal('auth.forbidden')
  const of = exportable(wanted.type, actor)
  if (of.unassigned && seesUnassigned(actor)) await setTenantScope(tx, actor.companyIds, seesAllCompanies(actor), true)
  const own = listOut(of, actor)
  const columns = wanted.columns.filter(({ path }) => isTold(own, path, actor.role))
  return { actor, out: readOut(of, { ...wanted, columns }, scopeOf(actor), own) }
}

function scopeOf({ companyIds, chosenCompanyId, stationIds, stationId, fleetId, since, zone, permissions }: Actor) {
  return {
    companyIds,
    zone,
    permissions,
    ...(chosenCompanyId !== undefined && { companyId: chosenCompanyId }),
    ...(stationIds && { stationIds }),
    ...(stationId !== undefined && { stationId }),
    ...(fleetId !== undefined && { fleetId }),
    ...(since && { since }),
  }
}

/** The rows of one snapshot, some at a time. */
async function* rowsOf(tx: Tx, out: ReadOut, progress: (rows: number) => Promise<void>, signal: AbortSignal | undefined): Rows {
  // All of the rows are wanted, not only the first of them.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare export_rows no scroll cursor for ${out.rows}`.execute(tx)
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(portion)} from export_rows`.execute(tx.withoutPlugins())
    if (rows.length === 0) return
    for (let at = 0; at < rows.length; at += piece) yield rows.slice(at, at + piece).map(({ line }) => out.cells(line))
    await progress(rows.length)
  }
}

/** Says how far it is, beside the transaction that reads; hears there that the export was taken back. */
function teller(job: Job, { id, userId }: Export, run: string, total: number) {
  let [rows, at] = [0, performance.now()]
  const now = (count: number) =>
    job.within(async ({ tx }) => {
      const set = { rows: count, rowsTotal: total }
      const { numUpdatedRows } = await ofRun(tx, id, run).set(set).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Abandoned()
      await tellOwner(tx, { userId, id, status: 'running', ...set })
    })
  return {
    now,
    rows: () => rows,
    async some(count: number) {
      rows += count
      if (performance.now() - at < tellMs) return
      at = performance.now()
      await now(rows)
    },
  }
}

const ofRun = (tx: Tx, id: number, run: string) =>
  tx.updateTable('export').where('id', '=', id).where('run', '=', run).where('status', '=', 'running')

async function finish(ctx: Ctx, { id, companyId, name, format, userId, zone, createdDate }: Export, run: string, made: Made) {
  const { tx, now } = ctx
  const { sha256, size } = made.file
  await lockKey(tx, keyOf(companyId, sha256))
  const { id: fileId } = await tx
    .insertInto('attachment')
    .values({
      companyId,
      type: 'export',
      name: `${name.replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ')}-${stamp(createdDate, zone)}.${format}`,
      contentType: mimeOf[format],
      size,
      sha256: Buffer.from(sha256, 'hex'),
      createdBy: `user:${userId}`,
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await ofRun(tx, id, run)
    .set({
      status: 'done',
      fileId,
      size,
      rows: made.rows,
      rowsTotal: made.rows,
      reach: JSON.stringify(made.reach),
      finishedDate: now,
      expiresDate: new Date(now.getTime() + exportDays * dayMs),
    })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Abandoned()
  await tellOwner(tx, { userId, id, status: 'done', rows: made.rows, rowsTotal: made.rows })
}

/** `20260501-1200`, by the clock of the user who asked. */
const stamp = (at: string, zone: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')

async function fail({ tx, now }: Ctx, id: number, run: string, reason: 'revoked' | 'filter' | 'broken') {
  const failed = await ofRun(tx, id, run)
    .set({ status: 'fail', reason, finishedDate: now, expiresDate: new Date(now.getTime() + exportDays * dayMs) })
    .returning(['userId', 'rows', 'rowsTotal'])
    .executeTakeFirst()
  if (failed) await tellOwner(tx, { ...failed, id, status: 'fail' })
}

/** When others are being written it waits its turn, as a further job. */
async function later(ctx: Ctx, id: number, run: string) {
  const back = await ofRun(ctx.tx, id, run).set({ status: 'waiting' }).returning('userId').executeTakeFirst()
  if (back) await tellOwner(ctx.tx, { ...back, id, status: 'waiting', rows: 0, rowsTotal: null })
  ctx.job('export.write', { id }, { runAt: new Date(ctx.now.getTime() + busyMs) })
}
