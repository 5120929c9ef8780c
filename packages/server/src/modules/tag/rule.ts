import { members } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx, ScopeValue } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { rowsOfCompanies } from '../../platform/postgres/name-companies.ts'
import { Query } from '../../platform/search/compile.ts'
import { parseSearch } from '../../platform/search/parse.ts'

/**
 * The members whom a rule finds, as a query of their ids: compiled as a list of members with this search is, over a view that begins with
 * their figures.
 * @throws tag.ruleEmpty, the refusals of search
 * @source decisions MK15
 */
export function foundBy(rule: string, scope: ScopeValue): RawBuilder<unknown> {
  const terms = parseSearch(rule)
  if (terms.length === 0) refuse('tag.ruleEmpty')
  const query = new Query(members, scope, undefined, { rows: rowsOfCompanies('member_ruled', scope.companyIds) })
  const where = query.where(terms)
  return sql`select ${query.own('id')} as id from ${query.from()} where ${where}`
}

/** How many members a rule finds, and how many there are. @throws tag.ruleEmpty, the refusals of search */
export async function countBy({ tx, scope }: Ctx, companyId: number, rule: string): Promise<{ count: number; members: number }> {
  const { rows } = await sql<{ count: number; members: number }>`
    select (select count(*) from (${foundBy(rule, { ...scope, companyIds: [companyId] })}) as found) as count,
      coalesce((select sum(count) from member_count where company_id = ${companyId}), 0)::bigint as members`.execute(tx)
  return rows[0]!
}

/**
 * Applies the rule of a tag to all members of its company: who fits carries it from now on, who does not any more loses it. What has not
 * changed is not written. @returns how many carry it
 */
export async function applyRule(
  { tx, now, scope }: Ctx,
  companyId: number,
  tag: { readonly id: number; readonly rule: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with found as materialized (${foundBy(tag.rule, { ...scope, companyIds: [companyId] })}),
    gone as (
      delete from tag_member carried where carried.company_id = ${companyId} and carried.tag_id = ${tag.id}
        and not exists (select from found where found.id = carried.user_id)
    ), come as (
      insert into tag_member (company_id, tag_id, user_id, created_date)
      select owner.id, ${tag.id}::bigint, found.id, ${now}::timestamptz from company owner cross join found
      where owner.id = ${companyId} and not exists (
        select from tag_member carried
        where carried.company_id = ${companyId} and carried.tag_id = ${tag.id} and carried.user_id = found.id)
      on conflict (company_id, tag_id, user_id) do nothing
    )
    select count(*) from found`.execute(tx)
  const { count } = rows[0]!
  await tx
    .updateTable('tag')
    .set({ memberCount: count, countedDate: now })
    .where('companyId', '=', companyId)
    .where('id', '=', tag.id)
    .execute()
  return count
}
