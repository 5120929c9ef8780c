import { fileKinds, memberImports } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, lockReferences } from '../../platform/execution/crud.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { statusAtEnd } from '../../platform/sheet/import-lines.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { forgetFile } from '../../platform/storage/sweep.ts'
import { sealIdNumber } from '../member/index.ts'
import { judge, type Judged, type SealedLine } from './judge.ts'
import { readMembers, type ReadLine } from './read-file.ts'

/** Notes a file that was put up, and has its lines answered in the background. @throws notFound */
export const check = handle(memberImports.check, async (ctx, { body: { attachmentId, cardId } }) => {
  const { tx, actor, now } = ctx
  const companyId = companyOf(ctx)
  await lockReferences(ctx, references, { cardId })
  const file = await attachmentOf(ctx, companyId, attachmentId)
  const { id } = await tx
    .insertInto('memberImport')
    .values({
      companyId,
      attachmentId,
      fileName: file.name,
      status: 'checking',
      cardId,
      userId: actor.id,
      userCompany: homeOf(actor),
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.job('member.importCheck', { id }, { companyId })
  ctx.audit('member.import.check', `memberImports:${id}`, { file: file.name }, companyId)
  return { id }
})

/** What a check refers to, so that a product of another company is not found. */
const references = { name: 'memberImports', body: memberImports.check.body } as never

/** @throws notFound on the field */
async function attachmentOf({ tx }: Ctx, companyId: number, id: number) {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('type', '=', 'memberImport')
    .select(['id', 'companyId', 'name', 'contentType'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  return file ?? refuse('notFound', { field: 'attachmentId' })
}

/** The file is read between two transactions; its lines are answered in one, wholly or not at all. */
export const checkTask = longTask('member.importCheck', z.object({ id: z.int() }), async ({ within }, { id }) => {
  const file = await within(async ctx => {
    const asked = await ctx.tx
      .selectFrom('memberImport')
      .where('id', '=', id)
      .select(['companyId', 'status', 'attachmentId'])
      .executeTakeFirst()
    if (asked?.status !== 'checking' || asked.attachmentId === null) return undefined
    return attachmentOf(ctx, asked.companyId, asked.attachmentId)
  })
  if (!file) return
  const bytes = await buffer(await files().open(keyOf(file.companyId, file.sha256)))
  const read = await readMembers(bytes, file.contentType === fileKinds.xlsx.mime)
  await within(ctx => answer(ctx, id, read))
  // It says more of people than is kept of them.
  await within(({ tx }) => forgetFile(tx, file))
})

/** So many lines are judged and written by a few statements: none takes longer than a statement may. */
const portion = 5_000

/** Answers every line. A file that brings nothing new is at an end with it. */
export async function answer(ctx: Ctx, id: number, { lines, ignored }: Awaited<ReturnType<typeof readMembers>>): Promise<void> {
  const { tx, now } = ctx
  const asked = await tx.selectFrom('memberImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (asked?.status !== 'checking') return
  const { companyId, cardId } = asked
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0, cards: 0, balanceCents: 0 }
  const members = new Set<string>()
  for (let from = 0; from < lines.length; from += portion) {
    const judged = await judge(ctx, { companyId, cardId }, sealed(companyId, lines.slice(from, from + portion)))
    for (const each of judged) {
      counts[each.outcome]++
      if (each.wrong) continue
      if (!each.member) members.add(each.line.mobile)
      if (each.card) counts.cards++
      if (each.card) counts.balanceCents += each.line.balanceCents ?? 0
    }
    await insertRows(
      tx,
      'memberImportRow',
      judged.map(each => ({ companyId, memberImportId: id, ...rowOf(each) })),
    )
  }
  const waits = counts.added + counts.changed > 0
  await tx
    .updateTable('memberImport')
    .set({
      ...counts,
      members: members.size,
      total: lines.length,
      ignored: ignored.join(', '),
      status: waits ? 'checked' : statusAtEnd(counts),
      finishedDate: waits ? null : now,
      attachmentId: null,
    })
    .where('id', '=', id)
    .execute()
}

/** From here on no ID number is there in clear. */
const sealed = (companyId: number, lines: readonly ReadLine[]): SealedLine[] =>
  lines.map(({ idNumber, ...line }) => ({
    ...line,
    identity: idNumber === '' || line.wrong ? null : sealIdNumber(companyId, idNumber),
  }))
const unsealed = { idNumberSealed: null, idNumberKeyId: null, idNumberIndex: null, idNumberMask: null, birthMonth: null }

function rowOf({ line: said, outcome, wrong }: Judged) {
  const { line, name, mobile, email, remark, cardNumber, product, fleet, balanceCents, invoiceTitle, taxId, identity } = said
  const facts = { line, name, mobile, email, remark, cardNumber, product, fleet, balanceCents, invoiceTitle, taxId }
  const why = { field: wrong?.field ?? null, reason: wrong?.reason ?? null, value: wrong?.value ?? '' }
  // Bytes are written as text.
  return { ...facts, ...((identity ?? unsealed) as typeof unsealed), outcome, ...why }
}
