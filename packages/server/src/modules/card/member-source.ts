import { foundMost, members } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { among, scoped } from '../../platform/postgres/name-companies.ts'
import { candidates, leastTyped } from '../../platform/search/beginnings.ts'
import { visible } from '../../platform/search/scope.ts'
import { findPeople } from '../access/index.ts'

interface Person {
  id: number
  name: string
  mobile: string | null
}

/**
 * Members by what they are called or called at, by the beginning or the last digits of a card's number, by a vehicle that a card is for,
 * and by the mobile number of who leads the fleet whose master card they hold.
 */
export async function findMembers(ctx: Ctx, typed: string): Promise<Person[]> {
  const own = (await findPeople(ctx, 'members', typed)) as Person[]
  const { tx, scope, actor } = ctx
  const text = typed.replaceAll(/\s/g, '')
  const may = ['member.read', 'card.userCard.read'].every(permission => actor.permissions.has(permission))
  if (text.length < leastTyped || !may || scope.fleetId !== undefined) return own
  const holding = holders(ctx, text)
  if (!holding) return own
  const { rows } = await sql<Person>`select id, name, mobile from ${scoped(tx, 'user_account')} as member
    where id in (select user_id from (${holding}) as card where ${visible(members, scope)} and closed_time is null and user_id is not null)
      and not is_staff order by name, mobile, id limit ${foundMost}`.execute(tx)
  return [...own, ...rows.filter(({ id }) => !own.some(person => person.id === id))].slice(0, foundMost)
}

/** The cards that are meant: by a number, or by a plate, which has a letter in it. */
function holders({ tx, scope: { companyIds } }: Ctx, text: string): RawBuilder<unknown> | undefined {
  const cards = sql`select card.* from ${scoped(tx, 'user_card')} card`
  const found = (rows: RawBuilder<unknown>) => sql`${cards} where card.id = any(array(select ${rows}))`
  if (/^\d+$/.test(text))
    return sql`${candidates('user_card', 'number', text, companyIds)}
      union all ${found(sql`rows_ending('user_card_state', 'number', ${companyIds}::bigint[], ${text})`)} and card.number like ${`%${text}`}
      union all ${cards} join ${scoped(tx, 'fleet')} fleet on fleet.company_id = card.company_id and fleet.id = card.group_id
        where card.kind = 'master' and card.service is null and fleet.user_id in (
          select id from (${candidates('user_account', 'mobile', text, companyIds)}) as leader where ${among('companyId', companyIds)})`
  if (!/^[\p{Script=Han}A-Z0-9]+$/iu.test(text) || !/\d/.test(text)) return undefined
  const plates = sql`rows_holding('user_card_state', 'plates', ${companyIds}::bigint[], ${text.toUpperCase()})`
  return sql`${found(plates)} and plates_of(card.range_of_use) like ${`%${text.toUpperCase()}%`}`
}
