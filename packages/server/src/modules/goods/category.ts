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

export const categoryHandlers: Handler[] = [...crud(categories, ['list', 'get', 'create']), update, remove]
