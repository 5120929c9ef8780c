import { addFleet, fleets, setFleetLeader, type Resource } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { createRow, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { giveFleet } from '../access/index.ts'

/** Sets the leader of a fleet. The sessions of the former leader end. @throws notFound, fleet.leaderTaken */
const setLeader = handle(setFleetLeader, async (ctx, { id, body: { userId } }) => {
  const { name, userId: from } = await getOf(ctx.tx, fleets, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('fleet').where('id', '=', id).forNoKeyUpdate().select('companyId').executeTakeFirstOrThrow()
  const of = ctx.tx.selectFrom('userAccount').where('companyId', '=', companyId).where('disabled', '=', false)
  if (userId !== null && !(await of.where('id', '=', userId).select('id').executeTakeFirst())) refuse('notFound', { field: 'userId' })

  await ctx.tx.updateTable('fleet').set({ userId }).where('id', '=', id).execute()
  await giveFleet(ctx, { fleetId: id, companyId, userId })

  ctx.audit('member.fleet.leader', `groups:${id}`, { name, from, to: userId }, companyId)
  return { id }
})

/** Its mode is chosen when it is added; afterwards it is changed by an act that moves the money. */
const add = handle(addFleet, async (ctx, { body }) => {
  const id = await createRow(ctx, { ...fleets, body: addFleet.body } as unknown as Resource, body)
  return getOf(ctx.tx, fleets, id, [], ctx.scope)
})

export const fleetHandlers = [...crud(fleets), add, setLeader]
