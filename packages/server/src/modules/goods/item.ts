import { items, products, type Parsed } from '@forecourt/contract'
import { createRow, crud, deleteRow, lockReferences, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { batch } from './batch.ts'
import { copy } from './copy.ts'
import { freeBarcode } from './barcode.ts'
import { refuseGift } from './gift.ts'
import { refuseTag } from './tag.ts'
import { setInventory } from './inventory.ts'
import { openShelf } from './shelf.ts'

type ItemBody = Omit<Parsed<typeof items.create>['body'], 'inventory'>

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

/** @throws notFound, item.tagByRule, and as refuseGift */
async function refuseUnfit(ctx: Ctx, body: ItemBody): Promise<void> {
  await lockReferences(ctx, items, { giftCardId: body.giftCardId, tagId: body.tagId })
  await refuseTag(ctx, body.tagId)
  await refuseGift(ctx, body, body.productId !== null)
}

/**
 * @throws category.elsewhere, item.typeDiffers, item.priceOfFuel, item.priceMissing, item.codeTaken, item.barcodeTaken, item.productTaken,
 *   item.endNotAfterStart, item.tagByRule, and as refuseGift
 */
const create = handle(items.create, async (ctx, { body: { inventory = -1, ...body } }) => {
  await checkShelf(ctx, body)
  if (body.productId !== null && body.priceCents !== null) refuse('item.priceOfFuel')
  if (body.productId === null && body.priceCents === null) refuse('item.priceMissing')
  if (body.productId !== null && inventory !== -1) refuse('item.stockOfFuel')
  await refuseUnfit(ctx, body)

  const id = await createRow(ctx, items, body)
  if (inventory >= 0) await openShelf(ctx.tx, [{ itemId: id, pieces: inventory }])
  return getOf(ctx.tx, items, id, [], ctx.scope)
})

/**
 * @throws stale, forecourt.stationFixed, item.typeDiffers, item.priceOfFuel, item.priceMissing, item.codeTaken, item.barcodeTaken,
 *   item.endNotAfterStart, item.stockOfFuel, and as refuseGift
 */
const update = handle(items.update, async (ctx, { id, body: { inventory, ...body } }) => {
  const before = await getOf(ctx.tx, items, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  if (body.productId !== before.productId) refuse('item.typeDiffers', { field: 'productId' })
  await checkShelf(ctx, body)
  // What a list showed of a fuel comes back with the form: the price in force is no change.
  if (body.productId !== null && body.priceCents !== null && body.priceCents !== before.priceCents) refuse('item.priceOfFuel')
  if (body.productId === null && body.priceCents === null) refuse('item.priceMissing')
  if (body.productId !== null && (inventory ?? -1) !== -1) refuse('item.stockOfFuel')
  await refuseUnfit(ctx, body)

  const { priceCents, ...facts } = body
  await freeBarcode(ctx, before, body.barcode)
  await updateRow(ctx, items, id, body.productId === null ? { ...facts, priceCents } : facts)
  if (inventory !== undefined && body.productId === null) await setInventory(ctx, id, inventory)
  return getOf(ctx.tx, items, id, [], ctx.scope)
})

/** @throws notFound, inUse */
const remove = handle(items.delete, async (ctx, { id }) => {
  const before = await getOf(ctx.tx, items, id, [], ctx.scope)
  await freeBarcode(ctx, before, '')
  await deleteRow(ctx, items, id)
  return { id }
})

export const itemHandlers: Handler[] = [...crud(items, ['list', 'get']), create, batch, copy, update, remove]
