import { cardImports } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf, noCompany } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { task } from '../../platform/jobs/task.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { areSeveral } from '../../platform/postgres/machines.ts'
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
 * mistake. The register of chips decides which lines are new, as it writes them.
 */
async function insertNew({ tx, now }: Ctx, { supplier, cardType, by }: Batch, chips: readonly ListedChip[]) {
  // Others who import the same chips at this moment wait here.
  await sql`select pg_advisory_xact_lock(hashtext('card_uuid'))`.execute(tx)
  const life: LifeEntry[] = [{ at: now.toISOString(), act: 'import', by, detail: '' }]
  const taken: LineProblem[] = []
  let added = 0
  for (let from = 0; from < chips.length; from += portion) {
    const some = chips.slice(from, from + portion)
    const facts = { supplier, cardType, life: JSON.stringify(life), now }
    const found = areSeveral() ? await addApart(tx, some, facts) : await addTogether(tx, some, facts)
    added += found.added
    taken.push(...found.taken)
  }
  return { added, taken }
}

interface Facts {
  readonly supplier: number
  readonly cardType: number
  readonly life: string
  readonly now: Date
}
interface Added {
  readonly added: number
  readonly taken: readonly LineProblem[]
}

/** Lines with what the register knows of their chips, and those that it takes. */
const registered = (chips: readonly ListedChip[], supplier: number) => sql`given as materialized (
    select row.*, there.number as listed, there.uuid is null as is_new, case when there.uuid is null then next_id() end as id
    from ${listed(chips)} as row (line, number, uuid, code, issue_type)
      left join card_uuid there on there.uuid = row.uuid and there.supplier = ${supplier}
  ), named as (
    insert into card_uuid (uuid, supplier, number, id) select uuid, ${supplier}::int, number, id from given where is_new
    on conflict do nothing returning id
  )`
const declined = sql`(
    select coalesce(json_agg(declined), '[]') from (
      select line, 'uuidTaken' as reason, uuid as value from given where not is_new and listed <> number
      union all
      select line, 'numberTaken', number from given where is_new and not exists (select from named where named.id = given.id)
    ) as declined
  ) as taken`

async function addTogether(tx: Ctx['tx'], chips: readonly ListedChip[], { supplier, cardType, life, now }: Facts): Promise<Added> {
  const { rows } = await sql<Added>`with ${registered(chips, supplier)}, written as (
      insert into card_info (company_id, id, uuid, number, supplier, card_type, issue_type, code, life, created_date)
      select ${noCompany}::bigint, id, uuid, number, ${supplier}::int, ${cardType}::int, issue_type, code, ${life}::jsonb,
        ${now}::timestamptz
      from given join named using (id)
    )
    select (select count(*)::int from named) as added, ${declined}`.execute(tx)
  return rows[0]!
}

/** Where the register lies on another machine than the chips: first what is new to it, then those chips. */
async function addApart(tx: Ctx['tx'], chips: readonly ListedChip[], { supplier, cardType, life, now }: Facts): Promise<Added> {
  const { rows: known } = await sql<{ line: number; number: string }>`select line, there.number
    from ${listed(chips)} as row (line, number, uuid, code, issue_type)
      join card_uuid there on there.uuid = row.uuid and there.supplier = ${supplier}`.execute(tx)
  const numberOf = new Map(known.map(({ line, number }) => [line, number]))
  const unknown = chips.filter(({ line }) => !numberOf.has(line))
  const drawn = await nextIds(tx, unknown.length)
  const { rows: named } = await sql<{ id: number }>`insert into card_uuid (uuid, supplier, number, id)
    select uuid, ${supplier}::int, number, id
    from ${listed(unknown)} as row (line, number, uuid, code, issue_type)
      join unnest(${unknown.map(({ line }) => line)}::int[], ${drawn}::bigint[]) as drawn (line, id) using (line)
    on conflict do nothing returning id`.execute(tx)
  const taken = new Set(named.map(({ id }) => id))
  const fresh = unknown.flatMap(({ number, uuid, code, issueType }, turn) => {
    const id = drawn[turn]!
    return taken.has(id) ? [{ companyId: noCompany, id, number, uuid, code, issueType, supplier, cardType, life, createdDate: now }] : []
  })
  for (let from = 0; from < fresh.length; from += valuesMost)
    await tx
      .insertInto('cardInfo')
      .values(fresh.slice(from, from + valuesMost))
      .execute()
  const declinedLines = chips.flatMap(({ line, uuid, number }): LineProblem[] => {
    const listedAs = numberOf.get(line)
    return listedAs !== undefined && listedAs !== number ? [{ line, reason: 'uuidTaken', value: uuid }] : []
  })
  const numbersTaken = unknown.flatMap(({ line, number }, turn): LineProblem[] =>
    taken.has(drawn[turn]!) ? [] : [{ line, reason: 'numberTaken', value: number }],
  )
  return { added: fresh.length, taken: [...declinedLines, ...numbersTaken] }
}
/** Rows whose values are all bound; a statement has room for so many. */
const valuesMost = 500

/** So many chips are written by one statement: none takes longer than a statement may. */
const portion = 20_000

const listed = (chips: readonly ListedChip[]) => sql`unnest(${chips.map(({ line }) => line)}::int[],
  ${chips.map(({ number }) => number)}::text[], ${chips.map(({ uuid }) => uuid)}::text[], ${chips.map(({ code }) => code)}::text[],
  ${chips.map(({ issueType }) => issueType)}::int[])`
