import { truckCalls, trucks, type Parsed } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { createRow, crud, lockReferences, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { setEnded } from './ended.ts'

type Body = Parsed<typeof trucks.create>['body']

/** @throws notFound, supplier.carriesNothing */
async function refuseOther(ctx: Ctx, body: Body): Promise<void> {
  await lockReferences(ctx, trucks, body)
  const carrier = await ctx.tx.selectFrom('supplier').where('id', '=', body.carrierId).select('carries').executeTakeFirstOrThrow()
  if (!carrier.carries) refuse('supplier.carriesNothing')
}

/** Of all its compartments together. */
async function keepVolume({ tx }: Ctx, id: number, { compartments }: Body): Promise<void> {
  const volumeCl = compartments.reduce((sum, each) => sum + each.volumeCl, 0)
  await tx.updateTable('truck').set({ volumeCl }).where('id', '=', id).execute()
}

/** @throws notFound, supplier.carriesNothing, truck.plateTaken */
const create = handle(trucks.create, async (ctx, { body }) => {
  await refuseOther(ctx, body)
  const id = await createRow(ctx, trucks, body)
  await keepVolume(ctx, id, body)
  return getOf(ctx.tx, trucks, id, [], ctx.scope)
})

/** @throws as create, and stale */
const update = handle(trucks.update, async (ctx, { id, body }) => {
  await refuseOther(ctx, body)
  await updateRow(ctx, trucks, id, body)
  await keepVolume(ctx, id, body)
  return getOf(ctx.tx, trucks, id, [], ctx.scope)
})

const end = handle(truckCalls.end, async (ctx, { id }) => {
  await setEnded(ctx, trucks, id, true)
  return getOf(ctx.tx, trucks, id, [], ctx.scope)
})

const resume = handle(truckCalls.resume, async (ctx, { id }) => {
  await setEnded(ctx, trucks, id, false)
  return getOf(ctx.tx, trucks, id, [], ctx.scope)
})

export const truckHandlers: readonly Handler[] = [...crud(trucks, ['list', 'get', 'delete']), create, update, end, resume]
