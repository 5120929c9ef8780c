import { cardBatches, cardBatchRows, type CardBatchReason, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, crud, lockReferences } from '../../platform/execution/crud.ts'
import { homeOf } from '../../platform/execution/ctx.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { longTask } from '../../platform/jobs/task.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { files, keyOf } from '../../platform/storage/store.ts'
import { useFiles } from '../file/index.ts'
import { findOrAddMember } from '../member/index.ts'
import { rowsOfFile, rowsOfRange, type BatchRow } from './batch-file.ts'
import { issueCards } from './issue.ts'
import { refuseOpened } from './prepaid.ts'

type Body = Parsed<typeof cardBatches.begin>['body']
type Facts = Omit<Body, 'first' | 'count' | 'attachmentId' | 'identityChecked'>

/**
 * Notes every row of a bulk issue (批量开户), and has the accounts opened in the background.
 * @throws notFound, card.parentMissing, as refuseOpened, cardBatch.range, cardBatch.notText, cardBatch.empty, cardBatch.tooMany
 * @source decisions CD10
 */
const begin = handle(cardBatches.begin, async (ctx, { body: { first, count = 0, attachmentId, identityChecked, ...facts } }) => {
  const { actor } = ctx
  const companyId = companyOf(ctx)
  await lockReferences(ctx, references, facts)
  if ((facts.kind === 'sub') !== (facts.parentId !== null)) refuse('card.parentMissing')
  await refuseOpened(ctx, { ...facts, companyId, identityChecked })
  const file = attachmentId === undefined ? undefined : await fileOf(ctx, attachmentId, companyId)
  const rows = file ? rowsOfFile(file.bytes) : rowsOfRange(first!, count)
  const asked = { companyId, attachmentId: attachmentId ?? null, fileName: file?.name ?? '', userId: actor.id, userCompany: homeOf(actor) }
  const id = await noteBatch(ctx, asked, facts, rows)
  if (attachmentId !== undefined) await useFiles(ctx, `cardBatches:${id}`, [attachmentId])
  ctx.job('card.batch', { id }, { companyId })
  ctx.audit('card.batch', `cardBatches:${id}`, { kind: facts.kind, first: rows[0]!.number, count: rows.length }, companyId)
  return { id }
})

interface Asked {
  readonly companyId: number
  readonly attachmentId: number | null
  readonly fileName: string
  readonly userId: number
  readonly userCompany: number
}

/** Keeps what was asked for, with an answer for the rows that are wrong by themselves. */
export async function noteBatch({ tx, now }: Ctx, asked: Asked, facts: Facts, rows: readonly BatchRow[]): Promise<number> {
  const { companyId } = asked
  const { id } = await tx
    .insertInto('cardBatch')
    .values({
      ...asked,
      first: rows[0]!.number,
      kind: facts.kind,
      cardId: facts.cardId,
      facts: JSON.stringify(facts),
      status: 'running',
      total: rows.length,
      refused: rows.filter(({ reason }) => reason).length,
      createdDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(
    tx,
    'cardBatchRow',
    rows.map(({ reason = null, ...row }) => ({
      ...row,
      companyId,
      cardBatchId: id,
      outcome: reason ? 'refused' : 'waiting',
      reason,
    })),
  )
  return id
}

/** What a bulk issue refers to, so that a record of another company is not found. */
const references = { name: 'cardBatches', body: cardBatches.begin.body } as never

/** @throws notFound on the field */
async function fileOf({ tx }: Ctx, id: number, companyId: number) {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .where('type', '=', 'cardBatch')
    .select(['name', 'companyId'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  if (!file) refuse('notFound', { field: 'attachmentId' })
  return { name: file.name, bytes: await buffer(await files().open(keyOf(file.companyId, file.sha256))) }
}

/** So many accounts are opened in one transaction. Whatever interrupts it, these are opened with their answers, or not at all. */
const portion = 500

/** Opens what waits, from the first row on, until nothing does: said once more it goes on where it was. */
export const batchTask = longTask('card.batch', z.object({ id: z.int() }), async ({ within, signal }, { id }) => {
  while (!signal?.aborted && (await within(ctx => openSome(ctx, id)))) continue
  signal?.throwIfAborted()
})

/** @returns whether there may be more */
export async function openSome(ctx: Ctx, id: number): Promise<boolean> {
  const { tx, now } = ctx
  const batch = await tx.selectFrom('cardBatch').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (batch?.status !== 'running') return false
  const waiting = tx.selectFrom('cardBatchRow').where('cardBatchId', '=', id).where('outcome', '=', 'waiting')
  const rows = await waiting.select(['id', 'line', 'number', 'holderName', 'holderMobile']).orderBy('line').limit(portion).execute()
  const answers = await openRows(ctx, batch.companyId, batch.facts, rows)
  await keepAnswers(ctx, answers)
  const issued = batch.issued + answers.filter(({ userCardId }) => userCardId !== null).length
  const refused = batch.refused + answers.filter(({ reason }) => reason !== null).length
  const over = issued + refused === batch.total
  const status = !over ? 'running' : refused === 0 ? 'success' : issued > 0 ? 'partial' : 'fail'
  await tx
    .updateTable('cardBatch')
    .set({ issued, refused, status, finishedDate: over ? now : null })
    .where('id', '=', id)
    .execute()
  return !over
}

interface Answered {
  readonly id: number
  readonly userCardId: number | null
  readonly reason: CardBatchReason | null
}
type Waiting = Omit<BatchRow, 'reason'> & { readonly id: number }

async function openRows(ctx: Ctx, companyId: number, facts: Facts, rows: readonly Waiting[]): Promise<Answered[]> {
  const taken = await takenAmong(
    ctx,
    rows.map(({ number }) => number),
  )
  const answers: Answered[] = []
  const open: { row: Waiting; userId: number | null }[] = []
  for (const row of rows) {
    const holder = taken.has(row.number) ? ('numberTaken' as const) : await holderOf(ctx, companyId, facts.kind, row)
    if (typeof holder === 'string') answers.push({ id: row.id, userCardId: null, reason: holder })
    else open.push({ row, userId: holder })
  }
  const cards = open.map(({ row: { number }, userId }) => ({ ...facts, number, userId }))
  const ids = await issueCards(ctx, companyId, cards)
  if (!facts.awaitsChip)
    for (const [turn, { number }] of cards.entries()) ctx.emit('card.issued', { userCardId: ids[turn]!, number }, { companyId })
  return [...answers, ...open.map(({ row }, turn) => ({ id: row.id, userCardId: ids[turn]!, reason: null }))]
}

/** Numbers that accounts have, or had before their plastic was replaced. */
async function takenAmong({ tx }: Ctx, numbers: readonly string[]): Promise<Set<string>> {
  const given = sql<boolean>`number = any(${numbers}::text[])`
  const now = await tx.selectFrom('userCard').where(given).select('number').execute()
  const before = await tx.selectFrom('cardReplacement').where(given).where('replacedAt', 'is not', null).select('number').execute()
  return new Set([...now, ...before].map(({ number }) => number))
}

/** The member of a row, found or made; or why there is none. */
async function holderOf(
  ctx: Ctx,
  companyId: number,
  kind: Facts['kind'],
  { holderName: name, holderMobile: mobile }: Waiting,
): Promise<number | null | CardBatchReason> {
  if (name === '' && mobile === '') return kind === 'personal' ? 'holderMissing' : null
  if (kind === 'anonymous') return 'holderForbidden'
  if (name === '' || mobile === '') return 'holderMissing'
  try {
    return await findOrAddMember(ctx, { companyId, name, mobile })
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'member.mobileOfStaff') return 'mobileOfStaff'
    if (thrown instanceof Refusal && thrown.code === 'member.disabled') return 'memberDisabled'
    throw thrown
  }
}

async function keepAnswers({ tx }: Ctx, answers: readonly Answered[]): Promise<void> {
  const [ids, cards, reasons] = [answers.map(({ id }) => id), answers.map(each => each.userCardId), answers.map(each => each.reason)]
  await tx
    .updateTable('cardBatchRow')
    .from(
      sql<Answered>`unnest(${ids}::bigint[], ${cards}::bigint[], ${reasons}::text[])`.as<'given'>(sql`given (id, user_card_id, reason)`),
    )
    .set({
      outcome: sql`case when given.reason is null then 'issued' else 'refused' end`,
      reason: sql`given.reason`,
      userCardId: sql`given.user_card_id`,
    })
    .where(sql<boolean>`card_batch_row.id = given.id`)
    .execute()
}

export const batchHandlers = [begin, ...crud(cardBatches), ...crud(cardBatchRows)]
