import { byteOrderMark, csvLine } from '@forecourt/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Ctx } from '../../platform/command.ts'
import { files, keyOf } from '../../platform/files/store.ts'
import { holdKey } from '../../platform/files/sweep.ts'
import { longTask, type Job } from '../../platform/jobs/task.ts'
import { mimeOf } from '../../platform/sheet/sheet.ts'
import { fileOf, historyFile, openFile } from './acts.ts'
import { bringWithin } from './bring.ts'
import type { History } from './check.ts'
import { Mapping } from './mapping.ts'
import { worded, type Problem } from './problem.ts'

const examplesMost = 50
const Payload = z.object({ id: z.int() })
interface Checked {
  readonly history: History
  readonly problems: readonly Problem[]
}

/** Reads the files and says all that is wrong with them; nothing is written of what they hold. */
export const checkTask = longTask('history.check', Payload, (job, { id }) =>
  withFiles(job, id, 'checking', async (_, { history, problems }) => {
    const found = Object.fromEntries(Object.entries(history).map(([part, rows]) => [part, rows.length]))
    await tell(job, id, 'checking', { found: JSON.stringify(found), problems, status: problems.length > 0 ? 'refused' : 'checked' })
  }),
)

/** Brings in what was checked: all of it, and that it is done, are one transaction. */
export const bringTask = longTask('history.bring', Payload, (job, { id }) =>
  withFiles(job, id, 'running', async (mapping, { history, problems }) => {
    if (problems.length > 0) return tell(job, id, 'running', { problems, status: 'refused' })
    const changed = await job.within(async ctx => {
      const held = await ctx.tx.selectFrom('historyImport').where('id', '=', id).forUpdate().select('status').executeTakeFirst()
      // Another run of this job was quicker.
      if (held?.status !== 'running') return []
      const { brought, problems: differing } = await bringWithin(ctx, mapping, history)
      if (differing.length > 0) return differing
      const done = { status: 'done', brought: JSON.stringify(brought), finishedDate: ctx.now }
      await ctx.tx.updateTable('historyImport').set(done).where('id', '=', id).execute()
      return []
    })
    if (changed.length > 0) await tell(job, id, 'running', { problems: changed, status: 'refused' })
  }),
)

/** The files as a folder, read and checked beside the calls; gone again afterwards. */
async function withFiles(job: Job, id: number, status: string, deed: (mapping: Mapping, checked: Checked) => Promise<void>) {
  const found = await job.within(async ctx => {
    const row = await ctx.tx.selectFrom('historyImport').where('id', '=', id).where('status', '=', status).selectAll().executeTakeFirst()
    const given = (row?.files ?? []) as { part: 'sales'; id: number }[]
    return row && { row, parts: await Promise.all(given.map(async each => ({ ...each, file: await historyFile(ctx, each.id) }))) }
  })
  if (!found) return
  const folder = join(files().incoming, `history-${id}-${job.id}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const { part, file } of found.parts) await pipeline(await openFile(file), createWriteStream(join(folder, fileOf(part))))
    const mapping = Mapping.parse(found.row.mapping)
    await deed(mapping, await checkBeside(mapping, folder))
  } catch (thrown) {
    if (job.last) await job.within(ctx => fail(ctx, id, status))
    throw thrown
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkBeside(mapping: Mapping, folder: string): Promise<Checked> {
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), { workerData: { mapping, folder } })
  const [checked] = (await once(worker, 'message')) as [Checked]
  await worker.terminate()
  return checked
}

const fail = ({ tx, now }: Ctx, id: number, status: string) =>
  tx.updateTable('historyImport').set({ status: 'fail', finishedDate: now }).where('id', '=', id).where('status', '=', status).execute()

interface Told {
  readonly status: string
  readonly problems: readonly Problem[]
  readonly found?: string
}

/** How it came out; all that is wrong stands in a file, the first of it on the page. */
async function tell(job: Job, id: number, was: string, { problems, ...told }: Told): Promise<void> {
  const examples = problems.slice(0, examplesMost).map(problem => ({
    file: problem.file,
    line: problem.line ?? null,
    column: problem.column ?? null,
    words: { zh: worded(problem, 'zh'), en: worded(problem, 'en') },
  }))
  const errorFile = problems.length > 0 ? await putProblems(job, id, problems) : undefined
  await job.within(async ctx => {
    const errorFileId = errorFile && (await noteFile(ctx, id, errorFile))
    const set = { ...told, problems: problems.length, examples: JSON.stringify(examples), ...(errorFileId && { errorFileId }) }
    await ctx.tx.updateTable('historyImport').set(set).where('id', '=', id).where('status', '=', was).execute()
  })
}

async function putProblems({ companyId }: Job, id: number, problems: readonly Problem[]) {
  const lines = problems.map(problem =>
    csvLine([problem.file, String(problem.line ?? ''), problem.column ?? '', worded(problem, 'zh'), worded(problem, 'en')]),
  )
  const bytes = Buffer.from(byteOrderMark + csvLine(['文件 File', '行 Line', '列 Column', '问题', 'Problem']) + lines.join(''))
  const file = {
    path: join(files().incoming, crypto.randomUUID()),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  try {
    await writeFile(file.path, bytes, { mode: 0o600 })
    await files().put(keyOf(companyId, file.sha256), file)
  } finally {
    await rm(file.path, { force: true })
  }
  return { size: file.size, sha256: file.sha256 }
}

async function noteFile({ tx, actor, now }: Ctx, id: number, { size, sha256 }: { size: number; sha256: string }): Promise<number> {
  await holdKey(tx, keyOf(actor.companyId, sha256))
  const { rows } = await sql<{ id: number }>`
    insert into attachment (company_id, type, name, content_type, size, sha256, created_by, created_date)
    values (${actor.companyId}, 'historyProblems', ${`problems-${id}.csv`}, ${mimeOf.csv}, ${size}, ${Buffer.from(sha256, 'hex')},
      ${actor.key}, ${now}) returning id`.execute(tx)
  return rows[0]!.id
}
