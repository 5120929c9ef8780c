import { employeeActs, fleetEmployees, fleets, type FuelType } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { addIdNumbers, findOrAddMember, identitiesOf } from '../member/index.ts'
import { addCars } from './car.ts'

export interface NewEmployee {
  readonly mobile: string
  readonly name: string
  readonly department?: string
  readonly email?: string | null
  readonly idNumber?: string | null
  readonly cars?: readonly { readonly plate: string; readonly fuelType: FuelType }[]
}

/** A fleet that the caller sees, and its company. @throws notFound */
export async function fleetSeen(ctx: Ctx, id: number): Promise<{ id: number; name: string; companyId: number }> {
  const { name } = await getOf(ctx.tx, fleets, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('fleet').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  return { id, name, companyId }
}

/** @throws employee.otherFleet, employee.alreadyHere the user is of a fleet already @source FLT-008 */
export async function refuseBound({ tx }: Ctx, userId: number, fleetId: number, here = true): Promise<void> {
  const bound = await tx
    .selectFrom('fleetEmployee')
    .where('userId', '=', userId)
    .where('leftDate', 'is', null)
    .select('groupId')
    .executeTakeFirst()
  if (bound && bound.groupId !== fleetId) refuse('employee.otherFleet')
  if (bound && here) refuse('employee.alreadyHere')
}

/** @throws member.mobileOfStaff, employee.otherFleet, employee.alreadyHere, employee.otherIdentity, car.plateTaken */
export async function addEmployee(
  ctx: Ctx,
  { id: groupId, companyId }: { readonly id: number; readonly companyId: number },
  { mobile, name, department = '', email = null, idNumber = null, cars = [] }: NewEmployee,
): Promise<number> {
  const userId = await findOrAddMember(ctx, { companyId, name, mobile })
  await refuseBound(ctx, userId, groupId)
  if (idNumber !== null) await giveIdNumber(ctx, companyId, userId, idNumber)
  const { id } = await ctx.tx
    .insertInto('fleetEmployee')
    .values({ companyId, groupId, userId, name, department, email, idNumberGiven: idNumber !== null, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addCars(
    ctx,
    companyId,
    cars.map(car => ({ ...car, groupId, userId })),
  )
  ctx.audit('fleet.employee.add', `fleetEmployees:${id}`, { name, department, cars: cars.map(({ plate }) => plate) }, companyId)
  return id
}

/** A fleet says what is not known of a member yet; what is known is not the fleet's to change. @throws employee.otherIdentity */
async function giveIdNumber(ctx: Ctx, companyId: number, userId: number, idNumber: string): Promise<void> {
  const isKnown = (await identitiesOf(ctx, [userId])).get(userId)
  if (isKnown && !isKnown(idNumber)) refuse('employee.otherIdentity')
  if (!isKnown) await addIdNumbers(ctx, companyId, [{ id: userId, idNumber }])
}

const add = handle(employeeActs.add, async (ctx, { id, body }) => {
  const employeeId = await addEmployee(ctx, await fleetSeen(ctx, id), body)
  return getOf(ctx.tx, fleetEmployees, employeeId, [], ctx.scope)
})

/** What GET /fleetEmployees answers, of one fleet. */
const list = handle(employeeActs.list, async (ctx, { id, query }) => {
  await fleetSeen(ctx, id)
  const asked = [query.search ?? []].flat()
  const search = [`groupId:${id}`, ...asked.map(each => `(${each})`)].join(',')
  return listOf(ctx.tx, fleetEmployees, { ...query, search }, ctx.scope, { last: true })
})

export const employeeHandlers = [list, add]
