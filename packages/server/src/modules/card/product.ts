import { cards, type Parsed } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

type Facts = Pick<Parsed<typeof cards.create>['body'], 'name' | 'type' | 'description' | 'endTime'>

/** Adds a product of cards for a service that has a rule of its own. @throws card.nameTaken, card.serviceExists */
export const addProduct = (ctx: Ctx, facts: Facts): Promise<number> =>
  createRow(ctx, cards, { giftFirst: false, validMonths: null, discountId: null, ...facts })

/** @throws notFound, stale, card.nameTaken */
export const editProduct = (ctx: Ctx, id: number, facts: Facts & { version: number }): Promise<unknown> => updateRow(ctx, cards, id, facts)

/**
 * What the accounts of a product hold is of its type, money or points: it stays.
 * @throws notFound, stale, card.nameTaken, card.typeFixed
 */
const update = handle(cards.update, async (ctx, { id, body }) => {
  const { type } = await getOf(ctx.tx, cards, id, [], ctx.scope)
  const account = ctx.tx.selectFrom('userCard').where('cardId', '=', id).select('id').limit(1)
  if (type !== body.type && (await account.executeTakeFirst())) refuse('card.typeFixed')
  await updateRow(ctx, cards, id, body)
  return getOf(ctx.tx, cards, id, [], ctx.scope)
})

export const productHandlers = [...crud(cards, ['list', 'get', 'create', 'delete']), update]
