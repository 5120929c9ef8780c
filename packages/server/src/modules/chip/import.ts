import { cardImports } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf, noCompany } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { task } from '../../platform/jobs/task.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { useFiles } from '../file/index.ts'
import { withUnassigned, type LifeEntry } from './chip.ts'
import { readChips, type LineProblem, type ListedChip } from './read-file.ts'

/** Notes a file that was put up, and has it read in the background. @throws notFound */
export const begin = handle(cardImports.begin, async (ctx, { body: { attachmentId, supplier, cardType } }) => {
  const { tx, actor, now } = ctx
  const file = await attachmentOf(ctx, attachmentId)
  await refuseUnknownMaker(ctx, supplier)
  const { id } = await tx
    .insertInto('cardImport')
    .values({
      companyId: actor.companyId,
      attachmentId,
      fileName: file.name,
      supplier,
      cardType,
      status: 'importing',
      userId: actor.id,
      userCompany: homeOf(actor),
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await useFiles(ctx, `cardImports:${id}`, [attachmentId])
  ctx.job('chip.import', { id })
  ctx.audit('chip.import', `cardImports:${id}`, { file: file.name, supplier, cardType })
  return { id }
})

/** @throws notFound on the field; a chip of an unknown maker is only one that was written down without a reader */
export async function refuseUnknownMaker({ tx }: Ctx, supplier: number): Promise<void> {
  const maker = await tx.selectFrom('cardSupplier').where('code', '=', supplier).select('code').executeTakeFirst()
  if (!maker || supplier === 0) refuse('notFound', { field: 'supplier' })
}

/** @throws notFound on the field */
async function attachmentOf({ tx, actor }: Ctx, id: number) {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', actor.companyId)
    .where('type', '=', 'cardImport')
    .select(['name', 'companyId'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  return file ?? refuse('notFound', { field: 'attachmentId' })
}

/** All of it in one transaction: whatever interrupts it, a file has been read wholly or not at all. */
export const importTask = task('chip.import', z.object({ id: z.int() }), async (ctx, { id }) => {
  const batch = await ctx.tx.selectFrom('cardImport').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (batch?.status !== 'importing' || batch.attachmentId === null) return
  const { companyId, sha256 } = await attachmentOf(ctx, batch.attachmentId)
  const bytes = await buffer(await files().open(keyOf(companyId, sha256)))
  await addChips(ctx, { ...batch, by: `user:${batch.userId}` }, bytes)
})

export interface Batch {
  readonly id: number
  readonly companyId: number
  readonly supplier: number
  readonly cardType: number
  /** Who asked for it, as the audit log names them. */
  readonly by: string
}

/** Adds the chips of a file that are new, as chips of no company, and notes of each other line why it is none. */
export async function addChips(given: Ctx, batch: Batch, bytes: Uint8Array): Promise<void> {
  const ctx = await withUnassigned(given)
  const { chips, problems } = readChips(bytes)
  const { added, taken } = await insertNew(ctx, batch, chips)
  const wrong = [...problems, ...taken].toSorted((one, other) => one.line - other.line)
  await insertRows(
    ctx.tx,
    'cardImportProblem',
    wrong.map(problem => ({ companyId: batch.companyId, cardImportId: batch.id, ...problem })),
  )
  const known = chips.length - added - taken.length
  const status = wrong.length === 0 ? 'success' : added + known > 0 ? 'partial' : 'fail'
  const counts = { total: chips.length + problems.length, added, known, wrong: wrong.length }
  await ctx.tx
    .updateTable('cardImport')
    .set({ status, ...counts, finishedDate: ctx.now })
    .where('id', '=', batch.id)
    .execute()
}

/**
 * Whose number another chip of the maker has, or which has another number, is not taken; what is there already with the same number is no
 * mistake. Asked before and not found out by writing, so that each line is told what is wrong with it.
 */
async function insertNew({ tx, now }: Ctx, { supplier, cardType, by }: Batch, chips: readonly ListedChip[]) {
  // Others who import the same chips at this moment wait here.
  await sql`select pg_advisory_xact_lock(hashtext('card_uuid'))`.execute(tx)
  const life: LifeEntry[] = [{ at: now.toISOString(), act: 'import', by, detail: '' }]
  const problems: LineProblem[] = []
  let added = 0
  for (let from = 0; from < chips.length; from += portion) {
    const some = chips.slice(from, from + portion)
    const there = await knownAmong(tx, supplier, some)
    for (const { line, uuid, number } of some) {
      const known = there.get(line)
      if (!known || known === 'both') continue
      problems.push(known === 'uuid' ? { line, reason: 'uuidTaken', value: uuid } : { line, reason: 'numberTaken', value: number })
    }
    const fresh = some.filter(({ line }) => !there.has(line))
    added += fresh.length
    if (fresh.length === 0) continue
    await sql`with given as materialized (
        select next_id() as id, row.* from unnest(${fresh.map(({ number }) => number)}::text[], ${fresh.map(({ uuid }) => uuid)}::text[],
          ${fresh.map(({ code }) => code)}::text[], ${fresh.map(({ issueType }) => issueType)}::int[])
          as row (number, uuid, code, issue_type)
      ), named as (
        insert into card_uuid (uuid, supplier, number, id) select uuid, ${supplier}::int, number, id from given
      )
      insert into card_info (company_id, id, uuid, number, supplier, card_type, issue_type, code, life, created_date)
      select ${noCompany}::bigint, id, uuid, number, ${supplier}::int, ${cardType}::int, issue_type, code, ${JSON.stringify(life)}::jsonb,
        ${now}::timestamptz from given`.execute(tx)
  }
  return { added, taken: problems }
}

/** So many chips are written by one statement: none takes longer than a statement may. */
const portion = 10_000

/** Which lines name a chip, or a number, that the register has; `both` where the chip is there under this number. */
async function knownAmong(tx: Ctx['tx'], supplier: number, chips: readonly ListedChip[]) {
  const [lines, uuids, numbers] = [chips.map(({ line }) => line), chips.map(({ uuid }) => uuid), chips.map(({ number }) => number)]
  const given = sql`unnest(${lines}::int[], ${uuids}::text[], ${numbers}::text[]) as given (line, uuid, number)`
  const { rows } = await sql<{ line: number; what: 'uuid' | 'number' | 'both' }>`
    select line, 'number' as what from ${given} join card_uuid known on known.supplier = ${supplier} and known.number = given.number
      where known.uuid <> given.uuid
    union all
    select line, case when known.number = given.number then 'both' else 'uuid' end
      from ${given} join card_uuid known on known.supplier = ${supplier} and known.uuid = given.uuid`.execute(tx)
  // What is said of the chip itself counts before what is said of its number.
  return new Map(rows.map(({ line, what }) => [line, what]))
}
