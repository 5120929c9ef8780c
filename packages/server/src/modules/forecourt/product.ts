import { products } from '@forecourt/contract'
import { crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { relabelFuel } from '../goods/index.ts'
import { pricesHere } from './price.ts'

/** With a station selected every fuel says what it costs there. */
async function withPrices<P extends { id: number }>(ctx: Ctx, fuels: P[]): Promise<P[]> {
  const { stationId } = ctx.actor
  if (stationId === undefined) return fuels
  const prices = await pricesHere(
    ctx,
    stationId,
    fuels.map(fuel => fuel.id),
  )
  return fuels.map(fuel => ({ ...fuel, ...prices.get(fuel.id) }))
}

const list = handle(products.list, async (ctx, { query }) => {
  const { content, totalElements } = await listOf(ctx.tx, products, query, ctx.scope)
  return { content: await withPrices(ctx, content), totalElements }
})

const get = handle(products.get, async (ctx, { id, query }) => {
  const [fuel] = await withPrices(ctx, [await getOf(ctx.tx, products, id, query.expand, ctx.scope)])
  return fuel!
})

/** What stations sell of it is called and taxed alike from now on. @throws stale, product.codeTaken, item.codeTaken */
const update = handle(products.update, async (ctx, { id, body }) => {
  await updateRow(ctx, products, id, body)
  const fuel = await getOf(ctx.tx, products, id, [], ctx.scope)
  await relabelFuel(ctx.tx, fuel)
  return fuel
})

export const productHandlers: Handler[] = [list, get, update, ...crud(products, ['create', 'delete'])]
