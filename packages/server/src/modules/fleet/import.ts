import { employeeImports, fileKinds } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { forgetFile } from '../../platform/storage/sweep.ts'
import { bringIn } from './bring-in.ts'
import { fleetSeen } from './employee.ts'
import { readEmployees } from './read-file.ts'

/** Notes a file that was put up, and has it read in the background. @throws notFound @source FLT-010, decisions FL16 */
export const begin = handle(employeeImports.begin, async (ctx, { id: groupId, body: { attachmentId } }) => {
  const { tx, actor, now } = ctx
  const { companyId } = await fleetSeen(ctx, groupId)
  const file = await attachmentOf(ctx, companyId, attachmentId)
  // What another fleet has put up is not this one's to bring in.
  if (file.createdBy !== actor.key) refuse('notFound', { field: 'attachmentId' })
  const { id } = await tx
    .insertInto('employeeImport')
    .values({
      companyId,
      groupId,
      attachmentId,
      fileName: file.name,
      status: 'importing',
      userId: actor.id,
      userCompany: homeOf(actor),
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('fleet.employeeImport', { id }, { companyId })
  ctx.audit('fleet.employee.import', `employeeImports:${id}`, { file: file.name }, companyId)
  return { id }
})

/** @throws notFound on the field */
async function attachmentOf({ tx }: Ctx, companyId: number, id: number) {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('type', '=', 'employeeImport')
    .select(['id', 'companyId', 'name', 'contentType', 'createdBy'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  return file ?? refuse('notFound', { field: 'attachmentId' })
}

/** The file is read between two transactions; its lines are taken in one, wholly or not at all. */
export const importTask = longTask('fleet.employeeImport', z.object({ id: z.int() }), async ({ within }, { id }) => {
  const file = await within(async ctx => {
    const batch = await ctx.tx.selectFrom('employeeImport').where('id', '=', id).selectAll().executeTakeFirst()
    if (batch?.status !== 'importing' || batch.attachmentId === null) return undefined
    return attachmentOf(ctx, batch.companyId, batch.attachmentId)
  })
  if (!file) return
  const bytes = await buffer(await files().open(keyOf(file.companyId, file.sha256)))
  const read = await readEmployees(bytes, file.contentType === fileKinds.xlsx.mime)
  await within(ctx => takeIn(ctx, id, read))
  // It says more of people than is kept of them.
  await within(({ tx }) => forgetFile(tx, file))
})

async function takeIn(ctx: Ctx, id: number, { employees, problems }: Awaited<ReturnType<typeof readEmployees>>): Promise<void> {
  const batch = await ctx.tx.selectFrom('employeeImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (batch?.status !== 'importing') return
  const { companyId, groupId } = batch
  const { added, changed, known, declined } = await bringIn(ctx, { companyId, groupId }, employees)

  const wrong = [...problems, ...declined].toSorted((one, other) => one.line - other.line)
  await insertRows(
    ctx.tx,
    'employeeImportProblem',
    wrong.map(problem => ({ companyId, employeeImportId: id, ...problem })),
  )
  const good = added + changed + known
  await ctx.tx
    .updateTable('employeeImport')
    .set({
      status: wrong.length === 0 ? 'success' : good > 0 ? 'partial' : 'fail',
      total: good + wrong.length,
      added,
      changed,
      known,
      wrong: wrong.length,
      finishedDate: ctx.now,
      attachmentId: null,
    })
    .where('id', '=', id)
    .execute()
}
