import { fleetAgreements, type Parsed, type RowOf } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, crud, lockFiles, lockReferences } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { getOf } from '../../platform/search/list.ts'

type Body = Parsed<typeof fleetAgreements.create>['body']
type Agreement = RowOf<typeof fleetAgreements>

/** @throws agreement.endsBeforeBegin, agreement.clauseValue, agreement.clauseTwice */
function refuseUnfit({ fromDate, untilDate, clauses }: Body): void {
  if (untilDate !== null && untilDate < fromDate) refuse('agreement.endsBeforeBegin')
  const seen = new Set<string>()
  for (const { name, kind, amountCents, percent } of clauses) {
    const isShare = kind === 'percentOfSales'
    if (isShare !== (amountCents === null) || isShare !== (percent !== null && percent > 0)) refuse('agreement.clauseValue', { name })
    if (seen.has(name)) refuse('agreement.clauseTwice', { name })
    seen.add(name)
  }
}

/** The last day of the last month whose bill was issued, of a fleet that is held so that its agreements stay as they are. */
async function billedUntil({ tx }: Ctx, companyId: number, groupId: number): Promise<string | null> {
  await tx.selectFrom('fleet').where('companyId', '=', companyId).where('id', '=', groupId).forNoKeyUpdate().select('id').execute()
  const last = await tx
    .selectFrom('fleetBill')
    .where('groupId', '=', groupId)
    .where('status', '=', 'issued')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  return Temporal.PlainDate.from(last.month).add({ months: 1 }).subtract({ days: 1 }).toString()
}

/** @throws agreement.overlaps */
async function refuseOverlap({ tx }: Ctx, { groupId, fromDate, untilDate }: Body, besides?: number): Promise<void> {
  const other = await tx
    .selectFrom('fleetAgreement')
    .where('groupId', '=', groupId)
    .where(each => each.or([each('untilDate', 'is', null), each('untilDate', '>=', fromDate)]))
    .$if(untilDate !== null, of => of.where('fromDate', '<=', untilDate!))
    .$if(besides !== undefined, of => of.where('id', '<>', besides!))
    .select('number')
    .limit(1)
    .executeTakeFirst()
  if (other) refuse('agreement.overlaps', { number: other.number })
}

const columnsOf = ({ clauses: _clauses, ...columns }: Body) => columns

/** Clauses keep their number as long as their name stays, so that a fee leads to the clause that it was charged by. */
async function keepClauses({ tx }: Ctx, companyId: number, agreementId: number, clauses: Body['clauses']): Promise<void> {
  const known = await tx.selectFrom('fleetAgreementClause').where('agreementId', '=', agreementId).select(['id', 'name']).execute()
  const gone = known.filter(({ name }) => !clauses.some(clause => clause.name === name)).map(({ id }) => id)
  if (gone.length > 0) {
    // Of bills that are still open: they are drawn up anew before they are issued.
    await tx.deleteFrom('fleetBillFee').where('clauseId', 'in', gone).execute()
    await tx.deleteFrom('fleetAgreementClause').where('id', 'in', gone).execute()
  }
  const idOf = new Map(known.map(({ id, name }) => [name, id]))
  const rows = clauses.map((clause, turn) => ({ ...clause, turn }))
  for (const { name, ...clause } of rows.filter(row => idOf.has(row.name)))
    await tx.updateTable('fleetAgreementClause').set(clause).where('id', '=', idOf.get(name)!).execute()
  const added = rows.filter(({ name }) => !idOf.has(name)).map(row => ({ companyId, agreementId, ...row }))
  await insertRows(tx, 'fleetAgreementClause', added)
}

/**
 * @throws notFound, agreement.endsBeforeBegin, agreement.clauseValue, agreement.clauseTwice, agreement.billed, agreement.overlaps,
 * agreement.numberTaken
 */
const create = handle(fleetAgreements.create, async (ctx, { body }) => {
  refuseUnfit(body)
  await lockReferences(ctx, fleetAgreements, body)
  const companyId = companyOf(ctx)
  await lockFiles(ctx, fleetAgreements.body, body, companyId)
  const id = await addAgreement(ctx, companyId, body)
  return getOf(ctx.tx, fleetAgreements, id, [], ctx.scope)
})

/** Adds an agreement whose terms fit. @throws agreement.billed, agreement.overlaps, agreement.numberTaken */
export async function addAgreement(ctx: Ctx, companyId: number, body: Body): Promise<number> {
  const date = await billedUntil(ctx, companyId, body.groupId)
  if (date !== null && body.fromDate <= date) refuse('agreement.billed', { date })
  await refuseOverlap(ctx, body)
  const { id } = await ctx.tx
    .insertInto('fleetAgreement')
    .values({ ...columnsOf(body), companyId, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepClauses(ctx, companyId, id, body.clauses)
  ctx.audit('fleetAgreements.create', `fleetAgreements:${id}`, body, companyId)
  return id
}

/** A field as it is compared: the database keeps the members of a clause in an order of its own. */
const compared = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value) ? value.map(({ name, kind, amountCents, percent }) => [name, kind, amountCents, percent]) : (value ?? null),
  )

/** Terms of days that an issued bill covers stay as they were. @throws agreement.billed */
function refuseBilled(before: Agreement, body: Body, date: string | null): void {
  if (date === null) return
  const terms = (of: Body | Agreement) =>
    (['groupId', 'fromDate', 'discountId', 'clauses'] as const).map(field => compared(of[field])).join()
  const ends = [before.untilDate, body.untilDate].map(day => day ?? '9999-12-31')
  const touched = before.fromDate <= date ? terms(before) !== terms(body) : body.fromDate <= date
  if (touched || (before.fromDate <= date && ends[0] !== ends[1] && ends.some(day => day < date))) refuse('agreement.billed', { date })
}

/**
 * @throws notFound, agreement.endsBeforeBegin, agreement.clauseValue, agreement.clauseTwice, agreement.billed, agreement.overlaps,
 * agreement.numberTaken, stale
 */
const update = handle(fleetAgreements.update, async (ctx, { id, body: { version, ...body } }) => {
  const before = await getOf(ctx.tx, fleetAgreements, id, [], ctx.scope)
  refuseUnfit(body)
  await lockReferences(ctx, fleetAgreements, body)
  const { companyId } = await ctx.tx.selectFrom('fleetAgreement').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  await lockFiles(ctx, fleetAgreements.body, body, companyId)
  refuseBilled(before, body, await billedUntil(ctx, companyId, before.groupId))
  await refuseOverlap(ctx, body, id)
  const row = await ctx.tx
    .updateTable('fleetAgreement')
    .set({ ...columnsOf(body), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!row) refuse('stale', { id })
  await keepClauses(ctx, companyId, id, body.clauses)
  const changed = Object.entries(body).filter(([field, to]) => compared(before[field as keyof Body]) !== compared(to))
  const told = changed.map(([field, to]) => [field, { from: before[field as keyof Body], to }])
  ctx.audit('fleetAgreements.update', `fleetAgreements:${id}`, Object.fromEntries(told), companyId)
  return getOf(ctx.tx, fleetAgreements, id, [], ctx.scope)
})

/** @throws notFound, agreement.billed */
const remove = handle(fleetAgreements.delete, async (ctx, { id }) => {
  const before = await getOf(ctx.tx, fleetAgreements, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('fleetAgreement').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const date = await billedUntil(ctx, companyId, before.groupId)
  if (date !== null && before.fromDate <= date) refuse('agreement.billed', { date })
  await keepClauses(ctx, companyId, id, [])
  await ctx.tx.deleteFrom('fleetAgreement').where('id', '=', id).execute()
  ctx.audit('fleetAgreements.delete', `fleetAgreements:${id}`, before, companyId)
  return { id }
})

export const agreementHandlers = [...crud(fleetAgreements, ['list', 'get', 'totals']), create, update, remove]
