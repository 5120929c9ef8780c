import { employeeActs, fleetEmployees } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { unbindCards } from '../card/index.ts'

/**
 * Somebody leaves a fleet (离职). Their name stays in the records; the vehicles stay with the fleet, without a driver.
 * @throws notFound, employee.left, employee.holdsCard @source FLT-011, FLT-012; decisions FL8
 */
export const leave = handle(employeeActs.leave, async (ctx, { id, body: { unbind } }) => {
  const employee = await employeeForUpdate(ctx, id)
  const { name, groupId, userId, companyId } = employee
  const held = await ctx.tx
    .selectFrom('userCard')
    .where('groupId', '=', groupId)
    .where('userId', '=', userId)
    .where('closedTime', 'is', null)
    .orderBy('number')
    .select(['id', 'number'])
    .execute()
  if (held.length > 0 && !unbind) refuse('employee.holdsCard', { numbers: held.map(({ number }) => number).join(', ') })

  await unbindCards(
    ctx,
    held.map(card => card.id),
  )
  await ctx.tx.updateTable('car').set({ userId: null }).where('groupId', '=', groupId).where('userId', '=', userId).execute()
  await ctx.tx
    .updateTable('fleetEmployee')
    .set({ leftDate: ctx.now, version: employee.version + 1 })
    .where('id', '=', id)
    .execute()

  ctx.audit('fleet.employee.leave', `fleetEmployees:${id}`, { name, cards: held.map(({ number }) => number) }, companyId)
  return { id, unbound: held.length }
})

async function employeeForUpdate(ctx: Ctx, id: number) {
  await getOf(ctx.tx, fleetEmployees, id, [], ctx.scope)
  const employee = await ctx.tx.selectFrom('fleetEmployee').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
  if (employee.leftDate !== null) refuse('employee.left', { name: employee.name })
  return employee
}
