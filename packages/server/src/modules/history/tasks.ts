import { sql } from 'kysely'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { files } from '../../platform/storage/store.ts'
import { longTask, task, type Job } from '../../platform/jobs/task.ts'
import { fileOf, historyFile, openFile } from './acts.ts'
import { loadStaged, type Step } from './load.ts'
import type { Portion } from './check.ts'
import { Mapping } from './mapping.ts'
import { noCounts, type Counts } from './upsert.ts'
import { loadedBefore } from './dedupe.ts'
import { clearStaged, compare, countStaged, isStaged, layOut, stage, type Staged } from './stage.ts'
import { tellProblems } from './tell.ts'

const Payload = z.object({ id: z.int() })

/** It was left, or another run of it goes on: nothing of this one is kept. */
class Abandoned extends Error {}

/** An import under way: whose it is, and how a step of this run is kept. */
interface Run {
  readonly job: Job
  readonly of: Staged
  /** What it is doing, where an earlier run left it. */
  readonly left: string | null
  readonly name: string
  readonly step: Step
}

/**
 * Reads the files and says all that is wrong with them; nothing is written of what they hold. What was found right waits a while for the
 * second word, as it was read.
 */
export const checkTask = longTask('history.check', Payload, (job, { id }) =>
  asRun(job, id, 'checking', async run => {
    const before = await run.step(ctx => loadedBefore(ctx, run.of))
    if (before) return end(run, { status: 'checked', found: JSON.stringify(before) })
    await read(run)
    const wrong = await compared(run)
    const found = JSON.stringify(await run.step(ctx => countStaged(ctx, run.of)))
    if (wrong > 0) await refuse(run, wrong, found)
    else await end(run, { status: 'checked', found }, async ({ now, job: ask }) => ask('history.forget', { id }, { runAt: later(now) }))
  }),
)
const later = (now: Date) => new Date(now.getTime() + 15 * 60_000)

/** Of files that nobody reads and nobody brings in, nothing stays among the rows that wait. */
export const purgeTask = task('history.forget', Payload, async (ctx, { id }) => {
  const { companyId } = ctx.actor
  const left = ctx.tx.selectFrom('historyImport').where('id', '=', id).where('status', 'not in', ['checking', 'running'])
  if (await left.forUpdate().select('id').executeTakeFirst()) await clearStaged(ctx, { id, companyId })
})

/**
 * Brings in what was checked, a slice at a time. Whatever ends a run, the next goes on with what is left: a slice that came in is no longer
 * among the staged rows.
 */
export const loadTask = longTask('history.bring', Payload, (job, { id }) =>
  asRun(job, id, 'running', async run => {
    const { of, step } = run
    if (await step(ctx => loadedBefore(ctx, of))) return end(run, { status: 'done', brought: JSON.stringify(noCounts()) })
    if (run.left === 'reading' || !(await step(ctx => isStaged(ctx, of)))) await read(run)
    // What came in meanwhile by another way is known by now.
    const wrong = await compared(run)
    if (wrong > 0) return refuse(run, wrong)
    await step(async ctx => {
      const fresh = await layOut(ctx, of)
      await sql`update history_import set step = 'bringing', total = (found ->> 'sales')::bigint,
        done = (found ->> 'sales')::bigint - ${fresh}
        where company_id = ${of.companyId} and id = ${of.id}`.execute(ctx.tx)
    })
    await loadStaged(goesOn(run), of, of.targets[0]!, (ctx, counts) => add(ctx, run, counts), { ahead: true })
    await end(run, { status: 'done' }, auditBrought)
  }),
)

/** A server that ends begins no further step. None waits for another here: that it is still this run which writes, `add` asks. */
const goesOn =
  ({ job }: Run): Step =>
  action => {
    job.signal?.throwIfAborted()
    return job.within(action)
  }

async function asRun(job: Job, id: number, status: string, work: (run: Run) => Promise<void>): Promise<void> {
  const name = `${job.id}-${job.attempt}`
  const begun = await job.within(ctx => begin(ctx, id, status, name))
  if (!begun) return
  const step: Step = action =>
    job.within(async ctx => {
      await lockRun(ctx, id, status, name)
      return action(ctx)
    })
  const run = { job, ...begun, name, step }
  try {
    await work(run)
  } catch (thrown) {
    if (thrown instanceof Abandoned) return
    if (job.last) await end(run, { status: 'fail' }).catch(ignoreAbandoned)
    throw thrown
  }
}
const ignoreAbandoned = (thrown: unknown) => {
  if (!(thrown instanceof Abandoned)) throw thrown
}

/** Takes the import for this run. */
async function begin(ctx: Ctx, id: number, status: string, run: string): Promise<Pick<Run, 'of' | 'left'> | undefined> {
  const row = await ctx.tx
    .updateTable('historyImport')
    .set({ run })
    .where('id', '=', id)
    .where('status', '=', status)
    .returning(['mapping', 'companyId', 'step'])
    .executeTakeFirst()
  if (!row) return undefined
  const mapping = Mapping.parse(row.mapping)
  const [{ key, code }] = mapping.companies as [Mapping['companies'][number]]
  return { left: row.step, of: { id, companyId: row.companyId, mapping, targets: [{ key, code, id: row.companyId }] } }
}

/** Held until the step is kept, so that of two runs only the later writes. */
async function lockRun({ tx }: Ctx, id: number, status: string, run: string): Promise<void> {
  const mine = tx.selectFrom('historyImport').where('id', '=', id).where('status', '=', status).where('run', '=', run)
  if (!(await mine.forUpdate().select('id').executeTakeFirst())) throw new Abandoned()
}

const tell = ({ tx }: Ctx, { id }: Staged, set: { step: string; done: number; total: number | null }) =>
  tx.updateTable('historyImport').set(set).where('id', '=', id).execute()

/** The files, row by row, into the tables where they wait. */
async function read({ job, of, step }: Run): Promise<void> {
  const folder = join(files().incoming, `history-${of.id}-${job.id}`)
  try {
    const total = await step(async ctx => {
      await clearStaged(ctx, of)
      const size = await fetchFiles(ctx, of, folder)
      await tell(ctx, of, { step: 'reading', done: 0, total: size })
      return size
    })
    for await (const portion of portionsBeside(of.mapping, folder)) {
      job.signal?.throwIfAborted()
      await step(async ctx => {
        await stage(ctx, of, portion)
        await tell(ctx, of, { step: 'reading', done: portion.bytes, total })
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The files as a folder of this machine. @returns how many bytes they have */
async function fetchFiles(ctx: Ctx, { id }: Staged, folder: string): Promise<number> {
  const row = await ctx.tx.selectFrom('historyImport').where('id', '=', id).select('files').executeTakeFirstOrThrow()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let size = 0
  for (const { part, id: file } of row.files as unknown as { part: 'sales'; id: number }[]) {
    const path = join(folder, fileOf(part))
    await pipeline(await openFile(await historyFile(ctx, file)), createWriteStream(path))
    size += (await stat(path)).size
  }
  return size
}

/** Read on a thread of its own, that has little room and needs little: the next portion while this one is put aside. */
async function* portionsBeside(mapping: Mapping, folder: string): AsyncGenerator<Portion> {
  const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), { workerData: { mapping, folder }, resourceLimits })
  const next = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this one goes to a thread, not to a window
    worker.postMessage('next')
    const coming = once(worker, 'message') as Promise<[Portion | undefined]>
    // What fails is heard when it is waited for.
    coming.catch(() => {})
    return coming
  }
  try {
    for (let coming = next(); ; ) {
      const [portion] = await coming
      if (!portion) return
      coming = next()
      yield portion
    }
  } finally {
    await worker.terminate()
  }
}

async function compared({ of, step }: Run): Promise<number> {
  await step(ctx => tell(ctx, of, { step: 'comparing', done: 0, total: null }))
  return step(ctx => compare(ctx, of))
}

/**
 * Adds what a slice brought to what the import reports, as the last thing of its transaction: of two runs, what the earlier one has
 * under way when the later begins is not kept.
 */
async function add({ tx }: Ctx, { of: { companyId, id }, name }: Run, counts: Counts): Promise<void> {
  const { numAffectedRows } = await sql`
    update history_import set done = done + ${counts.sales},
      brought = (select jsonb_object_agg(name, coalesce((brought ->> name)::bigint, 0) + added::bigint)
        from jsonb_each_text(${JSON.stringify(counts)}::jsonb) as listed (name, added))
    where company_id = ${companyId} and id = ${id} and status = 'running' and run = ${name}`.execute(tx)
  if (numAffectedRows !== 1n) throw new Abandoned()
}

/** All that is wrong stands in a file, the first of it on the page. */
async function refuse(run: Run, wrong: number, found?: string): Promise<void> {
  const listed = await tellProblems(run.job, run.step, run.of)
  await end(run, { status: 'refused', problems: wrong, ...listed, ...(found && { found }) })
}

/** How it came out; of the staged rows nothing stays, but of those that were found right. */
async function end({ of, step }: Run, outcome: { status: string; [more: string]: unknown }, more?: typeof auditBrought): Promise<void> {
  await step(async ctx => {
    if (outcome.status !== 'checked') await clearStaged(ctx, of)
    const over = ['done', 'fail'].includes(outcome.status)
    const set = { ...outcome, step: null, done: 0, total: null, ...(over && { finishedDate: ctx.now }) }
    await ctx.tx.updateTable('historyImport').set(set).where('id', '=', of.id).execute()
    await more?.(ctx, of)
  })
}

async function auditBrought({ tx, audit }: Ctx, { id, companyId, mapping: { source } }: Staged): Promise<void> {
  const row = await tx.selectFrom('historyImport').where('id', '=', id).select('brought').executeTakeFirstOrThrow()
  const brought = { ...noCounts(), ...(row.brought as Partial<Counts>) }
  if (Object.values(brought).some(count => count > 0)) audit('history.import', `companies:${companyId}`, { source, ...brought }, companyId)
}
