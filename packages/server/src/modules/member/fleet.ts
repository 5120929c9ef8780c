import { addFleet, fleets, type Parsed, type Resource } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { giveFleet } from '../access/index.ts'

/**
 * Gives a fleet its leader; the sessions of the former one end.
 * @throws notFound, fleet.leaderSame, fleet.leaderTaken @source FLT-006, FLT-007
 */
export async function giveLeader(ctx: Ctx, id: number, userId: number | null): Promise<void> {
  const { name, userId: from } = await getOf(ctx.tx, fleets, id, [], ctx.scope)
  if (userId !== null && userId === from) refuse('fleet.leaderSame')
  const { companyId } = await ctx.tx.selectFrom('fleet').where('id', '=', id).forNoKeyUpdate().select('companyId').executeTakeFirstOrThrow()
  const of = ctx.tx.selectFrom('userAccount').where('companyId', '=', companyId).where('disabled', '=', false)
  if (userId !== null && !(await of.where('id', '=', userId).select('id').executeTakeFirst())) refuse('notFound', { field: 'userId' })

  await ctx.tx.updateTable('fleet').set({ userId }).where('id', '=', id).execute()
  await giveFleet(ctx, { fleetId: id, companyId, userId })

  ctx.audit('member.fleet.leader', `groups:${id}`, { name, from, to: userId }, companyId)
}

/** Its mode is chosen when it is added; afterwards it is changed by an act that moves the money. */
export const createFleet = (ctx: Ctx, facts: Parsed<typeof addFleet>['body']): Promise<number> =>
  createRow(ctx, { ...fleets, body: addFleet.body } as unknown as Resource, facts)

const add = handle(addFleet, async (ctx, { body }) => getOf(ctx.tx, fleets, await createFleet(ctx, body), [], ctx.scope) as never)

export const fleetHandlers = [...crud(fleets), add]
