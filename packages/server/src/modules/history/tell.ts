import { byteOrderMark, csvLine } from '@forecourt/contract'
import { sql } from 'kysely'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import type { Ctx } from '../../platform/execution/command.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { lockKey } from '../../platform/storage/sweep.ts'
import { toDisk } from '../../platform/storage/to-disk.ts'
import type { Job } from '../../platform/jobs/task.ts'
import { mimeOf } from '../../platform/sheet/sheet.ts'
import type { Step } from './load.ts'
import { reasonIn, type Problem } from './problem.ts'
import { problemsOf, type Staged } from './stage.ts'

const examplesMost = 50
interface Example {
  readonly file: string
  readonly line: number | null
  readonly column: string | null
  readonly words: { readonly zh: string; readonly en: string }
}

/** Writes all that is wrong into a file, as it is read from the database. @returns what the page shows of it */
export async function tellProblems({ companyId }: Job, step: Step, of: Staged): Promise<{ examples: string; errorFileId: number }> {
  const examples: Example[] = []
  const path = join(files().incoming, crypto.randomUUID())
  try {
    const file = await step(ctx => toDisk(linesOf(problemsOf(ctx, of), examples), path))
    await files().put(keyOf(companyId, file.sha256), file)
    const errorFileId = await step(ctx => noteFile(ctx, of.id, file))
    return { examples: JSON.stringify(examples), errorFileId }
  } finally {
    await rm(path, { force: true })
  }
}

async function* linesOf(portions: AsyncIterable<Problem[]>, examples: Example[]): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['文件 File', '行 Line', '列 Column', '问题', 'Problem'])
  for await (const problems of portions) {
    for (const { file, line = null, column = null, ...rest } of problems.slice(0, examplesMost - examples.length)) {
      const problem = { file, ...(line !== null && { line }), ...(column !== null && { column }), ...rest }
      examples.push({ file, line, column, words: { zh: reasonIn(problem, 'zh'), en: reasonIn(problem, 'en') } })
    }
    yield problems
      .map(problem =>
        csvLine([problem.file, String(problem.line ?? ''), problem.column ?? '', reasonIn(problem, 'zh'), reasonIn(problem, 'en')]),
      )
      .join('')
  }
}

async function noteFile({ tx, actor, now }: Ctx, id: number, { size, sha256 }: { size: number; sha256: string }): Promise<number> {
  await lockKey(tx, keyOf(actor.companyId, sha256))
  const { rows } = await sql<{ id: number }>`
    insert into attachment (company_id, type, name, content_type, size, sha256, created_by, created_date)
    values (${actor.companyId}, 'historyProblems', ${`problems-${id}.csv`}, ${mimeOf.csv}, ${size}, ${Buffer.from(sha256, 'hex')},
      ${actor.key}, ${now}) returning id`.execute(tx)
  return rows[0]!.id
}
