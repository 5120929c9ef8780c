import { cars, type FuelType } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { getOf } from '../../platform/search/list.ts'

export interface NewCar {
  readonly plate: string
  readonly fuelType: FuelType
  readonly groupId: number
  readonly userId: number
  readonly tankCl?: number | null
  readonly litresPer100Km?: number | null
  readonly usualHours?: readonly { readonly from: string; readonly until: string }[]
}

/** Vehicles of employees. @throws car.plateTaken */
export async function addCars({ tx, now }: Ctx, companyId: number, given: readonly NewCar[]): Promise<void> {
  await insertRows(
    tx,
    'car',
    given.map(({ usualHours = [], ...car }) => ({ ...car, usualHours: usualHours as never, companyId, createdDate: now })),
  )
}

interface Owned {
  readonly groupId: number | null
  readonly userId: number | null
}

/** A fleet's vehicles are kept by those who keep its employees. @throws auth.forbidden */
function refuseKeeper({ actor }: Ctx, owners: readonly Owned[]): void {
  const permission = 'fleet.employee.write'
  const ofFleet = owners.some(({ groupId }) => groupId !== null)
  if (ofFleet && actor.kind !== 'system' && !actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
}

/**
 * Its employees drive them, and its leader has no others.
 * @throws auth.forbidden, car.ownerMissing, car.driverOtherFleet
 */
async function refuseOwner({ tx, scope }: Ctx, { groupId, userId }: Owned): Promise<void> {
  if (groupId === null && userId === null) refuse('car.ownerMissing')
  if (scope.fleetId !== undefined && groupId !== scope.fleetId) refuse('auth.forbidden', { field: 'groupId' })
  if (groupId === null || userId === null) return
  const driver = tx.selectFrom('fleetEmployee').where('userId', '=', userId).where('groupId', '=', groupId).where('leftDate', 'is', null)
  if (!(await driver.select('id').executeTakeFirst())) refuse('car.driverOtherFleet')
}

/** @throws as refuseOwner, and notFound, car.plateTaken @source MEM-037 */
const create = handle(cars.create, async (ctx, { body }) => {
  const { fleetId } = ctx.scope
  const car = { ...body, groupId: body.groupId ?? fleetId ?? null }
  refuseKeeper(ctx, [car])
  await refuseOwner(ctx, car)
  const id = await createRow(ctx, cars, car)
  return getOf(ctx.tx, cars, id, [], ctx.scope)
})

/** @throws as create, and stale, car.removed */
const update = handle(cars.update, async (ctx, { id, body }) => {
  const before = await standing(ctx, id)
  refuseKeeper(ctx, [before, body])
  await refuseOwner(ctx, body)
  await updateRow(ctx, cars, id, body)
  return getOf(ctx.tx, cars, id, [], ctx.scope)
})

/** A plate that was removed may come to another fleet or member; what it was before stays to be read. @throws notFound, car.removed */
const remove = handle(cars.remove, async (ctx, { id }) => {
  const car = await standing(ctx, id)
  refuseKeeper(ctx, [car])
  const { companyId } = await ctx.tx
    .updateTable('car')
    .set({ removedDate: ctx.now, version: car.version + 1 })
    .where('id', '=', id)
    .returning('companyId')
    .executeTakeFirstOrThrow()
  ctx.audit('fleet.car.remove', `cars:${id}`, { plate: car.plate }, companyId)
  return { id }
})

/** @throws notFound, car.removed */
async function standing(ctx: Ctx, id: number) {
  const car = await getOf(ctx.tx, cars, id, [], ctx.scope)
  await ctx.tx.selectFrom('car').where('id', '=', id).forNoKeyUpdate().select('id').execute()
  if (car.removedDate !== null) refuse('car.removed', { plate: car.plate })
  return car
}

export const carHandlers = [create, update, remove]
