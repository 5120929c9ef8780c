import { addFleet, fleets, type GetQuery, type Parsed, type Resource } from '@forecourt/contract'
import type { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { getOf } from '../../platform/search/list.ts'
import { giveFleet } from '../access/index.ts'
import { changeFleet, fleetForUpdate, type Fleet } from './fleet-state.ts'

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

/**
 * Its mode is chosen when it is added; afterwards it is changed by an act that moves the money.
 * @throws fleet.nameTaken, notFound, points.notOpened, level.notOpened
 */
export async function createFleet(ctx: Ctx, facts: Parsed<typeof addFleet>['body']): Promise<number> {
  const id = await createRow(ctx, { ...fleets, body: addFleet.body } as unknown as Resource, facts)
  await letEarn(ctx, { id, companyId: companyOf(ctx), earnsPoints: false, levelUpgrade: false }, facts)
  return id
}

type Earning = Pick<Fleet, 'earnsPoints' | 'levelUpgrade'>
/** From when on the fills of a fleet count, where they begin to. @throws points.notOpened, level.notOpened @source decisions FL6 */
async function letEarn(ctx: Ctx, { id, companyId, ...before }: Earning & Pick<Fleet, 'id' | 'companyId'>, to: Earning): Promise<void> {
  const points = to.earnsPoints && !before.earnsPoints
  const levels = to.levelUpgrade && !before.levelUpgrade
  if (!points && !levels) return
  const since = { ...(points && { pointsSince: ctx.now }), ...(levels && { levelSince: ctx.now }) }
  await ctx.tx.updateTable('fleet').set(since).where('companyId', '=', companyId).where('id', '=', id).execute()
  const begins = [...(points ? (['score'] as const) : []), ...(levels ? (['level'] as const) : [])]
  for (const { fleetEarns } of everyModule()) await fleetEarns?.(ctx, { id, companyId, begins })
}

/** @throws notFound, stale, fleet.nameTaken, points.notOpened, level.notOpened */
const update = handle(fleets.update, async (ctx, { id, body, ...asked }) => {
  const before = await fleetForUpdate(ctx, id)
  await updateRow(ctx, fleets, id, body)
  await letEarn(ctx, before, body)
  const { query } = asked as { query?: z.output<typeof GetQuery> }
  return getOf(ctx.tx, fleets, id, query?.expand ?? [], ctx.scope)
})

/** For the demo: a fleet that begins to earn points and growth. */
export async function beginToEarn(ctx: Ctx, id: number): Promise<void> {
  const fleet = await fleetForUpdate(ctx, id)
  const flags = { earnsPoints: true, levelUpgrade: true }
  await changeFleet(ctx, fleet, flags)
  await letEarn(ctx, fleet, flags)
}

const add = handle(addFleet, async (ctx, { body }) => getOf(ctx.tx, fleets, await createFleet(ctx, body), [], ctx.scope) as never)

export const fleetHandlers = [...crud(fleets, ['list', 'get', 'totals']), update, add]
