import { items, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { createRow, crud, updateRow } from '../../platform/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/command.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'

/** A fuel's item, wherever it is shown, carries the price in force now; goods carry their own. */
export interface Priced {
  productId: number | null
  stationId: number
  priceCents: number | null
}

/** Fills in what fuels cost at their stations now, for all of them in one question. */
export async function showFuelPrices({ tx, now }: Ctx, shown: readonly (Priced | null | undefined)[]): Promise<void> {
  const fuels = shown.filter(item => item?.productId != null) as (Priced & { productId: number })[]
  if (!fuels.length) return
  const { rows } = await sql<{ price: number | null }>`
    select price_at(station, product, ${now}) as price
    from unnest(${fuels.map(of => of.stationId)}::bigint[], ${fuels.map(of => of.productId)}::bigint[])
    with ordinality as fuel (station, product, turn) order by turn`.execute(tx)
  for (const [turn, fuel] of fuels.entries()) fuel.priceCents = rows[turn]!.price
}

const shownItem = async (ctx: Ctx, id: number, expand: string[] = []) => {
  const row = await getOf(ctx.tx, items, id, expand, ctx.scope)
  await showFuelPrices(ctx, [row])
  return row
}

const list = handle(items.list, async (ctx, { query }) => {
  const page = await listOf(ctx.tx, items, query, ctx.scope)
  await showFuelPrices(ctx, page.content)
  return page
})
const get = handle(items.get, (ctx, { id, query }) => shownItem(ctx, id, query.expand))

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
  const product = await ctx.tx.selectFrom('product').where('id', '=', productId).select('companyId').executeTakeFirst()
  if (product?.companyId !== category.companyId) refuse('notFound', { field: 'productId' })
}

/** @throws category.elsewhere, item.typeDiffers, item.priceOfFuel, item.priceMissing, item.codeTaken, item.productTaken */
const create = handle(items.create, async (ctx, { body }) => {
  await checkShelf(ctx, body)
  if (body.productId !== null && body.priceCents !== null) refuse('item.priceOfFuel')
  if (body.productId === null && body.priceCents === null) refuse('item.priceMissing')

  return shownItem(ctx, await createRow(ctx, items, body))
})

/** @throws stale, forecourt.stationFixed, item.typeDiffers, item.priceOfFuel, item.priceMissing, item.codeTaken */
const update = handle(items.update, async (ctx, { id, body }) => {
  const before = await shownItem(ctx, id)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  if (body.productId !== before.productId) refuse('item.typeDiffers', { field: 'productId' })
  await checkShelf(ctx, body)
  // What a list showed of a fuel comes back with the form: the price in force is no change.
  if (body.productId !== null && body.priceCents !== null && body.priceCents !== before.priceCents) refuse('item.priceOfFuel')
  if (body.productId === null && body.priceCents === null) refuse('item.priceMissing')

  await updateRow(ctx, items, id, body.productId === null ? body : { ...body, priceCents: null })
  return shownItem(ctx, id)
})

export const itemHandlers: Handler[] = [list, get, create, update, ...crud(items, ['delete'])]
