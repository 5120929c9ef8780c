import { taxes, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation, createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { dayOf, nextDay } from '../shift/index.ts'

type Body = Omit<Parsed<typeof taxes.create>['body'], 'stationId'>
/** What a rate is for. Rates that are for the same follow each other. */
type Target = Pick<Body, 'kind' | 'productId' | 'categoryId'>

/** The station of a rate, locked, so that of two who add a rate for the same the second one sees the first. */
async function stationForUpdate(ctx: Ctx, stationId: number): Promise<{ companyId: number; today: string }> {
  const companyId = await companyOfStation(ctx, stationId)
  const station = ctx.tx.selectFrom('station').where('companyId', '=', companyId).where('id', '=', stationId).select('timeZone')
  const { timeZone } = await station.forNoKeyUpdate().executeTakeFirstOrThrow()
  return { companyId, today: dayOf(ctx.now, timeZone) }
}

/**
 * Where a rate is in force already, another one begins after today: what was invoiced, and what was sold today, stays as it was.
 * @throws tax.targetUnfit, notFound on `categoryId`, tax.beginPast
 */
async function refuseUnfit(ctx: Ctx, at: { companyId: number; stationId: number; today: string }, body: Body): Promise<void> {
  const { companyId, stationId, today } = at
  const { kind, productId, categoryId, beginDate } = body
  if (kind === 'fuel' ? categoryId !== null : productId !== null) refuse('tax.targetUnfit')
  if (categoryId !== null && !(await isCategoryOf(ctx, at, categoryId))) refuse('notFound', { field: 'categoryId' })
  if (beginDate > today) return
  const { rows } = await sql`
    select from tax_rate where company_id = ${companyId} and station_id = ${stationId} and begin_date <= ${today} and ${isFor(body)}
    limit 1`.execute(ctx.tx)
  if (rows.length > 0) refuse('tax.beginPast', { earliest: nextDay(today) })
}

const isFor = ({ kind, productId, categoryId }: Target) => sql`kind = ${kind}
  and product_id is not distinct from ${productId}::bigint and category_id is not distinct from ${categoryId}::bigint`

/** A category of goods belongs to one station. */
async function isCategoryOf({ tx }: Ctx, { companyId, stationId }: { companyId: number; stationId: number }, id: number): Promise<boolean> {
  const category = tx.selectFrom('category').where('companyId', '=', companyId).where('stationId', '=', stationId)
  return (await category.where('id', '=', id).where('type', '=', 'normal').select('id').executeTakeFirst()) !== undefined
}

/** @throws notFound, tax.targetUnfit, tax.beginPast, tax.beginTaken */
const create = handle(taxes.create, async (ctx, { body }) => {
  const { stationId } = body
  await refuseUnfit(ctx, { stationId, ...(await stationForUpdate(ctx, stationId)) }, body)
  return getOf(ctx.tx, taxes, await createRow(ctx, taxes, body), [], ctx.scope)
})

/** A rate that is yet to begin, with its station locked. @throws notFound, tax.begun */
async function upcoming(ctx: Ctx, id: number) {
  const { stationId } = await getOf(ctx.tx, taxes, id, [], ctx.scope)
  const at = await stationForUpdate(ctx, stationId)
  const { beginDate } = await getOf(ctx.tx, taxes, id, [], ctx.scope)
  if (beginDate <= at.today) refuse('tax.begun', { beginDate })
  return { stationId, ...at }
}

/** @throws notFound, stale, tax.begun, tax.targetUnfit, tax.beginPast, tax.beginTaken */
const update = handle(taxes.update, async (ctx, { id, body }) => {
  const at = await upcoming(ctx, id)
  if (body.stationId !== at.stationId) refuse('notFound', { field: 'stationId' })
  await refuseUnfit(ctx, at, body)
  await updateRow(ctx, taxes, id, body)
  return getOf(ctx.tx, taxes, id, [], ctx.scope)
})

/** @throws notFound, tax.begun */
const remove = handle(taxes.delete, async (ctx, { id }) => {
  await upcoming(ctx, id)
  await deleteRow(ctx, taxes, id)
  return { id }
})

export const taxHandlers: readonly Handler[] = [...crud(taxes, ['list', 'get']), create, update, remove]
