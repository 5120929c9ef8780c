import { nozzleControls, type Parsed } from '@forecourt/contract'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

type NozzleBody = Parsed<typeof nozzleControls.create>['body']

/** What a nozzle hangs on and draws from stands at its own station. @throws nozzle.tankElsewhere, nozzle.dispenserElsewhere */
async function checkPlace({ tx }: Ctx, { stationId, tankId, dispenserId }: NozzleBody): Promise<void> {
  const tank = await tx.selectFrom('tank').where('id', '=', tankId).select('stationId').executeTakeFirst()
  if (tank && tank.stationId !== stationId) refuse('nozzle.tankElsewhere')
  const dispenser = await tx.selectFrom('dispenser').where('id', '=', dispenserId).select('stationId').executeTakeFirst()
  if (dispenser && dispenser.stationId !== stationId) refuse('nozzle.dispenserElsewhere')
}

/** @throws notFound, nozzle.tankElsewhere, nozzle.dispenserElsewhere, nozzle.logicNoTaken, nozzle.physicalNoTaken */
const create = handle(nozzleControls.create, async (ctx, { body }) => {
  await checkPlace(ctx, body)

  return getOf(ctx.tx, nozzleControls, await createRow(ctx, nozzleControls, body), [], ctx.scope)
})

/** @throws stale, forecourt.stationFixed, nozzle.tankElsewhere, nozzle.dispenserElsewhere, nozzle.logicNoTaken, nozzle.physicalNoTaken */
const update = handle(nozzleControls.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, nozzleControls, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  await checkPlace(ctx, body)

  if (body.tankId !== before.tankId) await keepEarlierTank(ctx, before)
  await updateRow(ctx, nozzleControls, id, body)
  return getOf(ctx.tx, nozzleControls, id, [], ctx.scope)
})

/** What it sold until now came from the tank before, also where that is reported later. */
async function keepEarlierTank({ tx, now }: Ctx, { id, tankId }: { id: number; tankId: number }): Promise<void> {
  const { companyId } = await tx.selectFrom('nozzleControl').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const row = { companyId, nozzleControlId: id, tankId, untilAt: now }
  await tx
    .insertInto('nozzleEarlierTank')
    .values(row)
    .onConflict(of => of.doNothing())
    .execute()
}

export const nozzleHandlers: Handler[] = [create, update, ...crud(nozzleControls, ['list', 'get', 'delete'])]
