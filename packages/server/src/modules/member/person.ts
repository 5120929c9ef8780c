import { sql, type Selectable } from 'kysely'
import { ofThese } from '../../platform/execution/by-company.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Tables } from '../../platform/postgres/tables.ts'

export type Person = Selectable<Tables['userAccount']>

/** A member whom the caller sees. @throws notFound, member.isStaff, member.merged, member.former */
export async function memberOf(ctx: Ctx, id: number): Promise<Person> {
  return stillMember((await found(ctx, [id])).get(id), id)
}

/** The same, locked until the transaction ends: no card is given to them meanwhile. */
export async function memberForUpdate(ctx: Ctx, id: number): Promise<Person> {
  return stillMember((await found(ctx, [id], true)).get(id), id)
}

/** Two people of one company, locked in the order of their ids. @throws notFound */
export async function pairOf(ctx: Ctx, id: number, otherId: number, locked = false): Promise<[Person, Person]> {
  const both = await found(ctx, [id, otherId], locked)
  const one = both.get(id) ?? refuse('notFound', { user: id })
  const other = both.get(otherId)
  // A user who sees several companies still finds the other one in the company of the first.
  if (!other || other.companyId !== one.companyId) refuse('notFound', { field: 'otherId' })
  return [one, other]
}

async function found({ tx, scope }: Ctx, ids: readonly number[], locked = false): Promise<Map<number, Person>> {
  if (scope.fleetId !== undefined) return new Map()
  const asked = ofThese(tx, scope.companyIds)
    .selectFrom('userAccount')
    .where('id', 'in', [...new Set(ids)])
    .where('companyId', 'in', [...scope.companyIds])
    .selectAll()
    .orderBy('id')
  const rows = await (locked ? asked.forUpdate() : asked).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** @throws notFound, member.isStaff, member.merged, member.former */
function stillMember(person: Person | undefined, id: number): Person {
  if (!person) refuse('notFound', { user: id })
  refuseNoMember(person)
  return person
}

/** @throws member.isStaff, member.merged, member.former */
export function refuseNoMember({ name, isStaff, mergedIntoId, formerDate }: Person): void {
  if (isStaff) refuse('member.isStaff', { name })
  if (mergedIntoId !== null) refuse('member.merged')
  if (formerDate !== null) refuse('member.former')
}

/** Who leads a fleet signs in for it, and is no longer theirs alone. @throws member.leadsFleet */
export async function refuseLeader({ tx }: Ctx, { id, name }: Person): Promise<void> {
  const led = await tx.selectFrom('fleet').where('userId', '=', id).select('name').executeTakeFirst()
  if (led) refuse('member.leadsFleet', { name, fleet: led.name })
}

/**
 * Holders of cards that are about to be theirs: nobody who is a member no more. They stay as they are until the transaction ends.
 * @throws member.merged, member.former
 */
export async function refuseGone({ tx }: Ctx, holders: readonly number[]): Promise<void> {
  if (holders.length === 0) return
  const { rows } = await sql<{ isFormer: boolean }>`select former_date is not null as is_former from user_account
    where ${inScope(tx)} and id = any(${[...new Set(holders)]}::bigint[])
      and (merged_into_id is not null or former_date is not null) limit 1 for key share`.execute(tx)
  if (rows[0]) refuse(rows[0].isFormer ? 'member.former' : 'member.merged')
}
