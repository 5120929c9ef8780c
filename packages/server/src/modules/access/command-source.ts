import { foundMost, users } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { among } from '../../platform/postgres/name-companies.ts'
import { candidates, leastTyped } from '../../platform/search/beginnings.ts'
import { readable } from '../../platform/search/scope.ts'

/** Fewer letters say too little of a name. */
const leastLetters = 2

interface Person {
  id: number
  name: string
  mobile: string | null
}
/** Members are read by one permission, staff by another, and in stations those of one's own stations. A fleet's leader finds neither. */
export async function findPeople(ctx: Ctx, kind: 'members' | 'users', text: string): Promise<Person[]> {
  const { tx, scope, actor } = ctx
  const permission = kind === 'members' ? 'member.read' : 'access.user.read'
  if (!actor.permissions.has(permission) || scope.fleetId !== undefined) return []
  const found = peopleBy(ctx, text)
  if (!found) return []
  const within = (kind === 'users' && readable(users, scope)) || sql`true`
  const { rows } = await sql<Person>`select id, name, mobile from (${found}) as candidate
    where is_staff = ${kind === 'users'} and merged_into_id is null and former_date is null and ${within}
    order by name, mobile, id limit ${foundMost}`.execute(tx)
  return rows
}

/** By the beginning of a mobile number; by a part of the name; or by its first letters, from the first on. */
function peopleBy(ctx: Ctx, text: string): RawBuilder<unknown> | undefined {
  const { companyIds } = ctx.scope
  const number = text.replaceAll(/\s/g, '')
  if (number.length >= leastTyped && /^\+?\d+$/.test(number)) return candidates('user_account', 'mobile', number, companyIds)
  const letters = /^[a-z]+$/i.test(number)
  if (!/\p{L}/u.test(text) || (letters && number.length < leastLetters)) return undefined
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const named = sql`select * from user_account where ${among('companyId', companyIds)} and name ilike ${like}
    and id in (select rows_holding('user_account', 'name', ${companyIds}::bigint[], ${text}))`
  return letters ? sql`${named} union ${candidates('user_account', 'initials', number.toLowerCase(), companyIds)}` : named
}
