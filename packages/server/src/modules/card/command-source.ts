import { foundMost, userCards } from '@forecourt/contract'
import { sql } from 'kysely'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { candidates, leastTyped } from '../../platform/search/beginnings.ts'
import { visible } from '../../platform/search/scope.ts'

/** Cards by their number, by that of their chip, or by one that was replaced. */
export async function findCards({ tx, scope, actor }: Ctx, typed: string) {
  // As people write numbers: in groups.
  const text = typed.replaceAll(/\s/g, '')
  if (text.length < leastTyped || !/^[0-9A-Za-z-]+$/.test(text) || !actor.permissions.has('card.userCard.read')) return []
  const seen = visible(userCards, scope)
  const { rows } = await sql<{ id: number; number: string; kind: 'personal'; status: 'normal'; holder: string | null }>`
    select id, number, kind, status, (select name from ${scoped(tx, 'user_account')} person where person.id = user_id) as holder from (
      ${candidates('user_card', 'number', text, scope.companyIds)}
      union ${candidates('user_card', 'physical_number', text, scope.companyIds)}
      union select holder.* from (${candidates('card_replacement', 'number', text, scope.companyIds)}) as past
        join ${scoped(tx, 'user_card')} holder on holder.company_id = past.company_id and holder.id = past.user_card_id
        where past.replaced_at is not null
    ) as candidate where ${seen} order by number limit ${foundMost}`.execute(tx)
  return rows
}
