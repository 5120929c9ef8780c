import { depotCalls, depots, type Parsed, type RowOf } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOf, createRow, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { dropStocks, openStocks, stocksOf } from '../stock/index.ts'
import { divisionOf, divisionYear } from './divisions.ts'
import { setEnded } from './ended.ts'

type Body = Parsed<typeof depots.create>['body']
type Depot = RowOf<typeof depots>
const idsOf = ({ baseFuels }: Pick<Body, 'baseFuels'>) => baseFuels.map(({ baseFuelId }) => baseFuelId)

/** @throws depot.fuelTwice, notFound on the field */
async function refuseFuels({ tx }: Ctx, companyId: number, body: Body): Promise<void> {
  const ids = idsOf(body)
  if (new Set(ids).size < ids.length) refuse('depot.fuelTwice')
  const known = await tx.selectFrom('baseFuel').where('companyId', '=', companyId).where('id', 'in', ids).select('id').execute()
  if (known.length < ids.length) refuse('notFound', { field: 'baseFuels' })
}

/** A code that a depot has already stays as it was called then. @throws depot.unknownDivision */
async function keepDivision({ tx }: Ctx, id: number, code: string | null, before: string | null): Promise<void> {
  if (code === before) return
  const division = code === null ? { province: '', city: '', area: '' } : divisionOf(code)
  if (!division) refuse('depot.unknownDivision', { code })
  await tx
    .updateTable('depot')
    .set({ ...division, divisionYear: code === null ? null : divisionYear })
    .where('id', '=', id)
    .execute()
}

/** @throws notFound, depot.nameTaken, depot.fuelTwice, depot.unknownDivision */
const create = handle(depots.create, async (ctx, { body }) => {
  const companyId = companyOf(ctx)
  await refuseFuels(ctx, companyId, body)
  const id = await createRow(ctx, depots, body)
  await keepDivision(ctx, id, body.divisionCode, null)
  await openStocks(ctx, companyId, id, idsOf(body))
  return getOf(ctx.tx, depots, id, [], ctx.scope)
})

/** @throws as create, and stale, depot.fuelHeld */
const update = handle(depots.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, depots, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('depot').where('id', '=', id).select('companyId').forUpdate().executeTakeFirstOrThrow()
  await refuseFuels(ctx, companyId, body)
  const gone = idsOf(before).filter(each => !idsOf(body).includes(each))
  const held = await stocksOf(ctx.tx, id)
  if (held.some(({ baseFuelId, weightKg }) => gone.includes(baseFuelId) && weightKg > 0)) refuse('depot.fuelHeld')
  await updateRow(ctx, depots, id, body)
  await keepDivision(ctx, id, body.divisionCode, before.divisionCode)
  await openStocks(ctx, companyId, id, idsOf(body))
  return getOf(ctx.tx, depots, id, [], ctx.scope)
})

/** @throws notFound, inUse fuel has moved through it */
const remove = handle(depots.delete, async (ctx, { id }) => {
  await getOf(ctx.tx, depots, id, [], ctx.scope)
  await dropStocks(ctx, id)
  await deleteRow(ctx, depots, id)
  return { id }
})

/** @throws notFound, depot.isEnded, depot.holdsFuel */
const end = handle(depotCalls.end, async (ctx, { id }) => {
  await setEnded(ctx, depots, id, true)
  if ((await stocksOf(ctx.tx, id)).some(({ weightKg }) => weightKg > 0)) refuse('depot.holdsFuel')
  return getOf(ctx.tx, depots, id, [], ctx.scope)
})

/** @throws notFound, depot.isActive */
const resume = handle(depotCalls.resume, async (ctx, { id }) => {
  await setEnded(ctx, depots, id, false)
  return getOf(ctx.tx, depots, id, [], ctx.scope)
})

/** What depots hold, in words: the fuels' names in the order in which they were chosen. */
async function named<R extends Pick<Depot, 'baseFuels'>>({ tx, meta }: Ctx, rows: readonly R[]): Promise<(R & { fuelNames: string })[]> {
  const ids = [...new Set(rows.flatMap(idsOf))]
  const fuels = ids.length > 0 ? await tx.selectFrom('baseFuel').where('id', 'in', ids).select(['id', 'name']).execute() : []
  const nameOf = new Map(fuels.map(({ id, name }) => [id, name]))
  const inWords = (row: R) => idsOf(row).flatMap(id => nameOf.get(id) ?? [])
  return rows.map(row => ({ ...row, fuelNames: inWords(row).join(meta.language === 'zh' ? '、' : ', ') }))
}

const list = handle(depots.list, async (ctx, { query }) => {
  const page = await listOf(ctx.tx, depots, query, ctx.scope)
  return { ...page, content: await named(ctx, page.content) }
})
const get = handle(depots.get, async (ctx, { id, query }) => {
  const [row] = await named(ctx, [await getOf(ctx.tx, depots, id, query.expand, ctx.scope)])
  return row as never
})

export const depotHandlers: readonly Handler[] = [list, get, create, update, remove, end, resume]
