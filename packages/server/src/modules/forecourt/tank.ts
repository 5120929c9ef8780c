import { tanks, type Parsed } from '@forecourt/contract'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

type TankBody = Parsed<typeof tanks.create>['body']
const measures = ['volumeCl', 'oilHeightMm', 'waterHeightMm', 'temperature'] as const

/** A company's tank holds a fuel of that company. @throws notFound */
async function checkProduct({ tx }: Ctx, { productId, stationId }: TankBody): Promise<void> {
  const both = await tx
    .selectFrom('product')
    .innerJoin('station', 'station.companyId', 'product.companyId')
    .where('product.id', '=', productId)
    .where('station.id', '=', stationId)
    .select('product.id')
    .executeTakeFirst()
  if (!both) refuse('notFound', { field: 'productId' })
}

/** @throws notFound, tank.numberTaken, tank.overfull, tank.waterAboveOil */
const create = handle(tanks.create, async (ctx, { body }) => {
  await checkProduct(ctx, body)

  const id = await createRow(ctx, tanks, body)
  if (measures.some(field => body[field])) await noteMeasured(ctx, id)
  return getOf(ctx.tx, tanks, id, [], ctx.scope)
})

/** Another fuel in the tank is another fuel at its nozzles. @throws stale, forecourt.stationFixed, tank.overfull, tank.waterAboveOil */
const update = handle(tanks.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, tanks, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  await checkProduct(ctx, body)

  await updateRow(ctx, tanks, id, body)
  if (measures.some(field => body[field] !== before[field])) await noteMeasured(ctx, id)
  return getOf(ctx.tx, tanks, id, [], ctx.scope)
})

const noteMeasured = ({ tx, now }: Ctx, id: number) => tx.updateTable('tank').set({ measuredAt: now }).where('id', '=', id).execute()

export const tankHandlers: Handler[] = [create, update, ...crud(tanks, ['list', 'get', 'delete'])]
