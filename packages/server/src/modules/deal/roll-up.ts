import { sql } from 'kysely'
import { ofThese } from '../../platform/execution/by-company.ts'
import { setScopeToAll, type Ctx } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'
import { allCompanies } from '../../platform/postgres/name-companies.ts'

/** So many deltas of a company are added up at once. */
const portion = 1000

/** Adds up, in this transaction, what waits of the coupons of a company. @returns how many deltas that were */
export async function addUpCoupons(tx: Ctx['tx'], companyId: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from deal_delta where company_id = ${companyId} and id in (
        select id from deal_delta where company_id = ${companyId} order by id limit ${portion} for update skip locked)
      returning deal_id, day, issued, used, discount_cents, committed_cents
    ), counted as (
      update deal set used_count = used_count + sums.used, discount_cents = deal.discount_cents + sums.discount_cents,
        committed_cents = deal.committed_cents + sums.committed_cents
      from (select deal_id, sum(used)::int as used, sum(discount_cents)::bigint as discount_cents,
        sum(committed_cents)::bigint as committed_cents from taken group by deal_id) as sums
      where deal.company_id = ${companyId} and deal.id = sums.deal_id
    ), by_day as (
      insert into deal_day as kept (company_id, deal_id, day, issued, used, discount_cents)
      select owner.id, deal_id, day, sum(issued), sum(used), sum(taken.discount_cents)
      from taken join company owner on owner.id = ${companyId} group by owner.id, deal_id, day order by deal_id, day
      on conflict (company_id, deal_id, day) do update set issued = kept.issued + excluded.issued, used = kept.used + excluded.used,
        discount_cents = kept.discount_cents + excluded.discount_cents
    )
    select count(*)::int as taken from taken`.execute(tx)
  return rows[0]!.taken
}

/** What was issued, used and given since; of a company that has nothing waiting nothing is done. */
export const rollUpCoupons: RollUp = async (db, _companies, { signal }) => {
  const waiting = await db.transaction().execute(async begun => {
    const tx = await setScopeToAll(begun)
    const { rows } = await sql<{ companyId: number }>`${sql.raw(allCompanies)}
      select company.id as company_id from company
      where exists (select from deal_delta waiting where waiting.company_id = company.id) order by company.id`.execute(tx)
    return rows
  })
  for (const { companyId } of waiting)
    for (let taken = portion; taken === portion && !signal?.aborted; )
      taken = await db.transaction().execute(async begun => addUpCoupons(ofThese(await setScopeToAll(begun), [companyId]), companyId))
}
