import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { addIdNumbers, addMember, identitiesOf } from '../member/index.ts'
import { addCars } from './car.ts'
import type { LineProblem, ListedEmployee } from './read-file.ts'

interface Fleet {
  readonly companyId: number
  readonly groupId: number
}
interface Known {
  readonly users: Map<string, { readonly id: number; readonly isStaff: boolean }>
  readonly employees: Map<number, Employed>
  readonly cars: Map<string, { readonly groupId: number | null; readonly userId: number | null }>
  readonly identities: Awaited<ReturnType<typeof identitiesOf>>
}
interface Employed {
  readonly id: number
  readonly groupId: number
  readonly name: string
  readonly department: string
  readonly email: string | null
  readonly idNumberGiven: boolean
  readonly version: number
}
type Done = 'added' | 'changed' | 'known'

/** Takes the employees of a file into a fleet, each line by itself: what it says anew is kept, and what it leaves out stays. */
export async function bringIn(ctx: Ctx, fleet: Fleet, listed: readonly ListedEmployee[]) {
  const before = await knownAmong(ctx, listed)
  const counts: Record<Done, number> = { added: 0, changed: 0, known: 0 }
  const declined: LineProblem[] = []
  for (const each of listed) {
    const problem = declinedBy(before, fleet, each)
    if (problem) declined.push(problem)
    else counts[await take(ctx, before, fleet, each)]++
  }
  return { ...counts, declined }
}

async function knownAmong(ctx: Ctx, listed: readonly ListedEmployee[]): Promise<Known> {
  const { tx } = ctx
  const mobiles = listed.map(({ mobile }) => mobile)
  const plates = listed.flatMap(({ cars }) => cars.map(({ plate }) => plate))
  const users = await tx
    .selectFrom('userAccount')
    .where(sql<boolean>`mobile = any(${mobiles}::text[])`)
    .select(['id', 'mobile', 'isStaff'])
    .execute()
  const ids = users.map(({ id }) => id)
  const employees = await tx
    .selectFrom('fleetEmployee')
    .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
    .where('leftDate', 'is', null)
    .select(['id', 'userId', 'groupId', 'name', 'department', 'email', 'idNumberGiven', 'version'])
    .execute()
  const cars = await tx
    .selectFrom('car')
    .where(sql<boolean>`plate = any(${plates}::text[])`)
    .where('removedDate', 'is', null)
    .select(['plate', 'groupId', 'userId'])
    .execute()
  return {
    users: new Map(users.map(user => [user.mobile!, user])),
    employees: new Map(employees.map(({ userId, ...employee }) => [userId, employee])),
    cars: new Map(cars.map(({ plate, ...car }) => [plate, car])),
    identities: await identitiesOf(ctx, ids),
  }
}

/** Why a line is not taken; a vehicle of the fleet is no mistake, whichever employee drives it. */
function declinedBy({ users, employees, cars, identities }: Known, { groupId }: Fleet, listed: ListedEmployee) {
  const { line, mobile, idNumber, cars: own } = listed
  const user = users.get(mobile)
  if (user?.isStaff) return { line, reason: 'mobileOfStaff', value: mobile } as const
  const employed = user && employees.get(user.id)
  if (employed && employed.groupId !== groupId) return { line, reason: 'otherFleet', value: mobile } as const
  const isKnown = user && identities.get(user.id)
  if (idNumber !== null && isKnown && !isKnown(idNumber)) return { line, reason: 'otherIdentity', value: mobile } as const
  const taken = own.find(({ plate }) => cars.has(plate) && cars.get(plate)!.groupId !== groupId)
  return taken && ({ line, reason: 'plateTaken', value: taken.plate } as const)
}

async function take(ctx: Ctx, known: Known, { companyId, groupId }: Fleet, given: ListedEmployee): Promise<Done> {
  const { name, department, email, idNumber } = given
  const userId = await memberOf(ctx, known, companyId, given)
  const fresh = given.cars.filter(({ plate }) => !known.cars.has(plate))
  await addCars(
    ctx,
    companyId,
    fresh.map(car => ({ ...car, groupId, userId })),
  )
  const employed = known.employees.get(userId)
  if (!employed) {
    const facts = { name, department, email, idNumberGiven: idNumber !== null }
    await ctx.tx
      .insertInto('fleetEmployee')
      .values({ companyId, groupId, userId, ...facts, createdDate: ctx.now })
      .execute()
    return 'added'
  }
  const { id, version, ...before } = employed
  const facts = {
    name,
    department: department || before.department,
    email: email ?? before.email,
    idNumberGiven: before.idNumberGiven || idNumber !== null,
  }
  const isNew = (Object.keys(facts) as (keyof typeof facts)[]).some(fact => facts[fact] !== before[fact])
  if (isNew)
    await ctx.tx
      .updateTable('fleetEmployee')
      .set({ ...facts, version: version + 1 })
      .where('id', '=', id)
      .execute()
  return isNew || fresh.length > 0 ? 'changed' : 'known'
}

/** The member of a line, of whom the fleet may say an ID number that was not known. */
async function memberOf(ctx: Ctx, { users, identities }: Known, companyId: number, { mobile, name, idNumber }: ListedEmployee) {
  const id = users.get(mobile)?.id
  if (id === undefined) return addMember(ctx, { companyId, name, mobile, idNumber })
  if (idNumber !== null && !identities.has(id)) await addIdNumbers(ctx, companyId, [{ id, idNumber }])
  return id
}
