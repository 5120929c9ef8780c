import { cardLife, userCards } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

/** @throws notFound @source decisions CD4 */
export const find = handle(cardLife.find, async (ctx, { query: { number } }) => {
  const { tx, scope } = ctx
  const companyIds = [...scope.companyIds]
  const own = tx.selectFrom('userCard').where('number', '=', number).where('companyId', 'in', companyIds)
  const current = await own.select('id').executeTakeFirst()
  if (current) return { ...(await rowOf(ctx, current.id)), replacedDate: null }
  const past = tx.selectFrom('cardReplacement').where('number', '=', number).where('companyId', 'in', companyIds)
  const { userCardId, replacedAt } =
    (await past.where('replacedAt', 'is not', null).select(['userCardId', 'replacedAt']).executeTakeFirst()) ??
    refuse('notFound', { field: 'number' })
  return { ...(await rowOf(ctx, userCardId)), replacedDate: replacedAt }
})

const rowOf = (ctx: Ctx, id: number) => getOf(ctx.tx, userCards, id, [], ctx.scope)
