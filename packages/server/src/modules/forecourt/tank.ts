import { tanks, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { createRow, crud, updateRow } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

type TankBody = Parsed<typeof tanks.create>['body']
const measures = ['volumeCl', 'oilHeightMm', 'waterHeightMm', 'temperature'] as const

/** A company's tank holds a fuel of that company. @throws notFound */
async function checkProduct({ tx }: Ctx, { productId, stationId }: Pick<TankBody, 'productId' | 'stationId'>): Promise<void> {
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

/**
 * Another fuel in the tank is another fuel at its nozzles: here only while the tank holds none and has no book.
 * @throws stale, forecourt.stationFixed, tank.holdsFuel, tank.overfull, tank.waterAboveOil
 * @source decisions WS20
 */
const update = handle(tanks.update, async (ctx, { id, body }) => {
  const before = await getOf(ctx.tx, tanks, id, [], ctx.scope)
  if (body.stationId !== before.stationId) refuse('forecourt.stationFixed')
  await checkProduct(ctx, body)
  if (body.productId !== before.productId && before.measuredAt !== null && before.volumeCl > 0) refuse('tank.holdsFuel')

  await updateRow(ctx, tanks, id, body)
  if (measures.some(field => body[field] !== before[field])) await noteMeasured(ctx, id)
  return getOf(ctx.tx, tanks, id, [], ctx.scope)
})

/** A tank that was emptied holds another fuel from now on, and so do its nozzles. @throws notFound, tank.manifoldProduct */
export async function setTankProduct(ctx: Ctx, { id, stationId }: { id: number; stationId: number }, productId: number): Promise<void> {
  await checkProduct(ctx, { productId, stationId })
  const set = { productId, version: sql<number>`version + 1` }
  await ctx.tx.updateTable('tank').set(set).where('id', '=', id).execute()
  ctx.emit('tank.productChanged', { tankId: id, productId }, { stationId })
}

const noteMeasured = ({ tx, now }: Ctx, id: number) => tx.updateTable('tank').set({ measuredAt: now }).where('id', '=', id).execute()

export const tankHandlers: Handler[] = [create, update, ...crud(tanks, ['list', 'get', 'delete'])]
