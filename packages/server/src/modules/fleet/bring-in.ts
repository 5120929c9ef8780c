import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { addMember } from '../member/index.ts'
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
}
interface Employed {
  readonly id: number
  readonly groupId: number
  readonly name: string
  readonly department: string
  readonly email: string | null
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

async function knownAmong({ tx }: Ctx, listed: readonly ListedEmployee[]): Promise<Known> {
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
    .select(['id', 'userId', 'groupId', 'name', 'department', 'email', 'version'])
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
  }
}

/** Why a line is not taken; a vehicle of the fleet is no mistake, whichever employee drives it. */
function declinedBy({ users, employees, cars }: Known, { groupId }: Fleet, { line, mobile, cars: own }: ListedEmployee) {
  const user = users.get(mobile)
  if (user?.isStaff) return { line, reason: 'mobileOfStaff', value: mobile } as const
  const employed = user && employees.get(user.id)
  if (employed && employed.groupId !== groupId) return { line, reason: 'otherFleet', value: mobile } as const
  const taken = own.find(({ plate }) => cars.has(plate) && cars.get(plate)!.groupId !== groupId)
  return taken && ({ line, reason: 'plateTaken', value: taken.plate } as const)
}

async function take(ctx: Ctx, { users, employees, cars }: Known, { companyId, groupId }: Fleet, given: ListedEmployee): Promise<Done> {
  const { mobile, name, department, email } = given
  const userId = users.get(mobile)?.id ?? (await addMember(ctx, { companyId, name, mobile }))
  const fresh = given.cars.filter(({ plate }) => !cars.has(plate))
  await addCars(
    ctx,
    companyId,
    fresh.map(car => ({ ...car, groupId, userId })),
  )
  const employed = employees.get(userId)
  if (!employed) {
    const row = { companyId, groupId, userId, name, department, email, createdDate: ctx.now }
    await ctx.tx.insertInto('fleetEmployee').values(row).execute()
    return 'added'
  }
  const facts = { name, department: department || employed.department, email: email ?? employed.email }
  const isNew = facts.name !== employed.name || facts.department !== employed.department || facts.email !== employed.email
  if (isNew)
    await ctx.tx
      .updateTable('fleetEmployee')
      .set({ ...facts, version: employed.version + 1 })
      .where('id', '=', employed.id)
      .execute()
  return isNew || fresh.length > 0 ? 'changed' : 'known'
}
