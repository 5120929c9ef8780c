import { items, products, type Parsed } from '@forecourt/contract'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

type ItemBody = Parsed<typeof items.create>['body']

/** Its category is of its station and of its kind. @throws notFound, category.elsewhere, item.typeDiffers */
async function checkShelf(ctx: Ctx, { stationId, categoryId, productId }: ItemBody): Promise<void> {
  const category = await ctx.tx
    .selectFrom('category')
    .innerJoin('station', 'station.id', 'category.stationId')
    .where('category.id', '=', categoryId)
    .select(['category.stationId', 'category.type', 'station.companyId'])
    .executeTakeFirst()
  if (!category) refuse('notFound', { field: 'categoryId' })
  if (category.stationId !== stationId) refuse('category.elsewhere')
  if ((category.type === 'fuel') !== (productId !== null)) refuse('item.typeDiffers')
  if (productId === null) return
  const product = await getOf(ctx.tx, products, productId, [], ctx.scope).catch(() => undefined)
  if (product?.companyId !== category.companyId) refuse('notFound', { field: 'productId' })
}

/** @throws category.elsewhere, item.typeDiffers, item.priceOfFuel, item.priceMissing, item.codeTaken, item.productTaken */
const create = handle(items.create, async (ctx, { body }) => {
  await checkShelf(ctx, body)
  if (body.productId !== null && body.priceCents !== null) refuse('item.priceOfFuel')
  if (body.productId === null && body.priceCents === null) refuse('item.priceMissing')

  return getOf(ctx.tx, items, await createRow(ctx, items, body), [], ctx.scope)
})

/** @throws stale, forecourt.stationFixed, item.typeDiffers, item.priceOfFuel, item.priceMissing, item.codeTaken */
const update = handle(items.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, items, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  if (body.productId !== before.productId) refuse('item.typeDiffers', { field: 'productId' })
  await checkShelf(ctx, body)
  // What a list showed of a fuel comes back with the form: the price in force is no change.
  if (body.productId !== null && body.priceCents !== null && body.priceCents !== before.priceCents) refuse('item.priceOfFuel')
  if (body.productId === null && body.priceCents === null) refuse('item.priceMissing')

  const { priceCents, ...facts } = body
  await updateRow(ctx, items, id, body.productId === null ? { ...facts, priceCents } : facts)
  return getOf(ctx.tx, items, id, [], ctx.scope)
})

export const itemHandlers: Handler[] = [create, update, ...crud(items, ['list', 'get', 'delete'])]
