import { categories } from '@forecourt/contract'
import { crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

const countItems = async ({ tx }: Ctx, categoryId: number): Promise<number> => {
  const { items } = await tx
    .selectFrom('item')
    .where('categoryId', '=', categoryId)
    .select(of => of.fn.countAll<number>().as('items'))
    .executeTakeFirstOrThrow()
  return items
}

/** A category stays at its station, and on its side of the shop while it holds items. @throws forecourt.stationFixed, category.typeFixed */
const update = handle(categories.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, categories, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  if (body.type !== before.type && (await countItems(ctx, id)) > 0) refuse('category.typeFixed')

  await updateRow(ctx, categories, id, body)
  return getOf(ctx.tx, categories, id, [], ctx.scope)
})

/** @throws category.hasItems @source spec 1 §4 "a category holding goods cannot be deleted until the goods are moved out" */
const remove = handle(categories.delete, async (ctx, { id }) => {
  const { name } = await getOf(ctx.tx, categories, id, [], ctx.scope)
  const items = await countItems(ctx, id)
  if (items > 0) refuse('category.hasItems', { name, items })

  await deleteRow(ctx, categories, id)
  return { id }
})

/** A category that takes goods in: nobody deletes it meanwhile. @throws notFound */
async function categoryForUpdate(ctx: Ctx, id: number, field?: string) {
  const found = await getOf(ctx.tx, categories, id, [], ctx.scope).catch(() => refuse('notFound', { ...(field && { field }) }))
  const { companyId } = await ctx.tx.selectFrom('category').where('id', '=', id).select('companyId').forShare().executeTakeFirstOrThrow()
  return { ...found, companyId }
}

/** @throws notFound, category.elsewhere, item.typeDiffers */
const takeItems = handle(categories.takeItems, async (ctx, { id, body: { itemIds } }) => {
  const to = await categoryForUpdate(ctx, id)
  const goods = await ctx.tx
    .selectFrom('item')
    .where('id', 'in', [...new Set(itemIds)])
    .select(['id', 'stationId', 'productId', 'categoryId'])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (goods.length < new Set(itemIds).size) refuse('notFound', { field: 'itemIds' })
  if (goods.some(({ stationId }) => stationId !== to.stationId)) refuse('category.elsewhere')
  if (goods.some(({ productId }) => (productId !== null) !== (to.type === 'fuel'))) refuse('item.typeDiffers')

  const moving = goods.filter(({ categoryId }) => categoryId !== id).map(item => item.id)
  await move(ctx, to, moving)
  ctx.audit('category.takeItems', `categories:${id}`, { name: to.name, itemIds: moving }, to.companyId)
  return { id, moved: moving.length }
})

/** @throws notFound, category.elsewhere, item.typeDiffers, category.sameCategory */
const moveItems = handle(categories.moveItems, async (ctx, { id, body: { toCategoryId } }) => {
  const from = await getOf(ctx.tx, categories, id, [], ctx.scope)
  if (toCategoryId === id) refuse('category.sameCategory')
  const to = await categoryForUpdate(ctx, toCategoryId, 'toCategoryId')
  if (to.stationId !== from.stationId) refuse('category.elsewhere', { field: 'toCategoryId' })
  const goods = await ctx.tx.selectFrom('item').where('categoryId', '=', id).select('id').orderBy('id').forUpdate().execute()
  if (goods.length > 0 && to.type !== from.type) refuse('item.typeDiffers', { field: 'toCategoryId' })

  await move(
    ctx,
    to,
    goods.map(item => item.id),
  )
  ctx.audit('category.moveItems', `categories:${id}`, { from: from.name, to: to.name, items: goods.length }, to.companyId)
  return { id, moved: goods.length }
})

/** A form in which one of them is open is told that the record has changed. */
async function move({ tx }: Ctx, to: { id: number }, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx
    .updateTable('item')
    .set(of => ({ categoryId: to.id, version: of('version', '+', 1) }))
    .where('id', 'in', [...itemIds])
    .execute()
}

export const categoryHandlers: Handler[] = [...crud(categories, ['list', 'get', 'create']), update, remove, takeItems, moveItems]
