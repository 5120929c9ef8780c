import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../execution/command.ts'
import type { Tx } from '../postgres/database.ts'
import { every } from './every.ts'
import { refuse } from '../execution/refusal.ts'
import { longTask, type Job, type Task } from './task.ts'

/** How old the progress is that is shown, and how long a check goes on that was cancelled, at most. */
const tellMs = 500
const busyMs = 2000
/** One check runs at a time over all instances, in parallel with other jobs. `end_check` uses the same number. */
const slotKey = 7_062_158

/** Says how far it is, of how many. */
export type Tell = (done: number, total: number) => void

export interface Check<R extends object> {
  readonly kind: 'auditLog' | 'ledger'
  /** Of its task. */
  readonly name: string
  readonly auditActions: { readonly ask: string; readonly done: string; readonly cancel: string }
  /**
   * Reads what the company has, in one transaction; it may be ended in the middle of any statement. Where a part has been found right
   * before, it may be left out, unless the whole is asked for.
   */
  find(ctx: Ctx, tell: Tell, whole: boolean): Promise<R>
  /** The part of the result that is written to the audit log. */
  note(found: R): object
}

/** A check as it is shown. */
interface Shown<R> {
  readonly id: number
  readonly status: 'waiting' | 'running' | 'done' | 'fail' | 'cancelled'
  readonly done: number
  readonly total: number | null
  readonly createdDate: string
  readonly startedDate: string | null
  readonly finishedDate: string | null
  readonly result: R | null
}

/** It was cancelled, or another run took over: this one is rolled back. */
class Abandoned extends Error {}

const ofKind = (tx: Tx, { kind }: { kind: string }) => tx.selectFrom('companyCheck').where('kind', '=', kind).selectAll()

/** The one that is under way, or a new one. */
export async function askCheck<R extends object>(ctx: Ctx, check: Check<R>, whole = true): Promise<Shown<R>> {
  const { tx, actor, now } = ctx
  const { companyId } = actor
  const { kind, name, auditActions } = check
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into company_check (company_id, kind, created_date) values (${companyId}, ${kind}, ${now})
    on conflict (company_id, kind) where status in ('waiting', 'running') do update set kind = excluded.kind
    returning id, xmax = 0 as is_new`.execute(tx)
  const { id, isNew } = rows[0]!
  if (isNew) {
    ctx.job(name, { id, whole })
    ctx.audit(auditActions.ask, `companies:${companyId}`)
  }
  return oneCheck(ctx, check, id)
}

/** The last that was asked for. */
export async function lastCheck<R extends object>({ tx, actor }: Ctx, check: Check<R>): Promise<Shown<R> | null> {
  const last = ofKind(tx, check).where('companyId', '=', actor.companyId).orderBy('createdDate', 'desc').orderBy('id', 'desc')
  return ((await last.limit(1).executeTakeFirst()) as Shown<R> | undefined) ?? null
}

/** One of a company that the caller sees. @throws notFound */
export async function oneCheck<R extends object>({ tx, actor }: Ctx, check: Check<R>, id: number): Promise<Shown<R>> {
  const one = ofKind(tx, check)
    .where('id', '=', id)
    .where('companyId', 'in', [...actor.companyIds])
  return ((await one.executeTakeFirst()) as Shown<R> | undefined) ?? refuse('notFound', { check: id })
}

/** @throws notFound, check.ended */
export async function cancelCheck<R extends object>(ctx: Ctx, check: Check<R>, id: number): Promise<Shown<R>> {
  await oneCheck(ctx, check, id)
  const cancelled = await ctx.tx
    .updateTable('companyCheck')
    .set({ status: 'cancelled', finishedDate: ctx.now })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning('companyId')
    .executeTakeFirst()
  if (!cancelled) refuse('check.ended')
  ctx.audit(check.auditActions.cancel, `companies:${cancelled.companyId}`, {}, cancelled.companyId)
  return oneCheck(ctx, check, id)
}

/** Which check was asked for; those that an older server asked for are whole. */
const Asked = z.object({ id: z.int(), whole: z.boolean().default(true) })
type Asked = z.output<typeof Asked>

/** Does what was asked for. */
export const checkTask = <R extends object>(check: Check<R>): Task =>
  longTask(check.name, Asked, (job, asked) => work(job, asked, check), { attemptsMax: 3 })

async function work<R extends object>(job: Job, asked: Asked, check: Check<R>): Promise<void> {
  const { id } = asked
  const run = `${job.id}-${job.attempt}`
  if (!(await job.within(ctx => begin(ctx, id, run)))) return
  try {
    const found = await job.within(ctx => find(ctx, job, asked, run, check))
    await job.within(async ctx => (found ? finish(ctx, id, run, check, found) : later(ctx, asked, run, check.name)))
  } catch (thrown) {
    if (thrown instanceof Abandoned) return
    if (job.last) await job.within(({ tx, now }) => ofRun(tx, id, run).set({ status: 'fail', finishedDate: now }).execute())
    throw thrown
  }
}

const ofRun = (tx: Tx, id: number, run: string) =>
  tx.updateTable('companyCheck').where('id', '=', id).where('run', '=', run).where('status', '=', 'running')

async function begin({ tx, now }: Ctx, id: number, run: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('companyCheck')
    .set({ status: 'running', run, done: 0, total: null, startedDate: now })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Meanwhile it is said how far it is, and heard whether it goes on: the statement of one that was cancelled is ended where it stands, and
 * so is that of a server which ends. @returns nothing while another check is being done
 */
async function find<R extends object>(ctx: Ctx, job: Job, { id, whole }: Asked, run: string, check: Check<R>): Promise<R | undefined> {
  const { tx } = ctx
  const {
    rows: [own],
  } = await sql<{ mine: boolean; pid: number }>`
    select pg_try_advisory_xact_lock(${slotKey}) as mine, pg_backend_pid() as pid`.execute(tx)
  if (!own!.mine) return undefined
  // A rule of large books takes longer than a statement usually may; sums over millions of rows pass through memory first.
  await sql`select set_config('statement_timeout', '30min', true), set_config('work_mem', '64MB', true)`.execute(tx)
  let far = { done: 0, total: null as number | null },
    isOver = false
  const watch = () =>
    job.within(async beside => {
      const { numUpdatedRows } = await ofRun(beside.tx, id, run).set(far).executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n && !job.signal?.aborted) return
      isOver = true
      await sql`select end_check(${own!.pid})`.execute(beside.tx)
    })
  // One that could not be said is said half a second later. It ends before the transaction does, so that no other statement is ended.
  const stop = every(tellMs, watch, () => {})
  try {
    const tell = (done: number, total: number) => {
      far = { done, total }
    }
    return await check.find(ctx, tell, whole)
  } catch (thrown) {
    throw isOver && !job.signal?.aborted ? new Abandoned() : thrown
  } finally {
    await stop()
  }
}

async function finish<R extends object>(ctx: Ctx, id: number, run: string, { auditActions, note }: Check<R>, found: R): Promise<void> {
  const set = { status: 'done', result: JSON.stringify(found), finishedDate: ctx.now }
  const { numUpdatedRows } = await ofRun(ctx.tx, id, run).set(set).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Abandoned()
  ctx.audit(auditActions.done, `companies:${ctx.actor.companyId}`, note(found))
}

/** While another is being done it waits its turn, as a further job. */
async function later(ctx: Ctx, { id, whole }: Asked, run: string, name: string): Promise<void> {
  await ofRun(ctx.tx, id, run).set({ status: 'waiting' }).execute()
  ctx.job(name, { id, whole }, { runAt: new Date(ctx.now.getTime() + busyMs) })
}
