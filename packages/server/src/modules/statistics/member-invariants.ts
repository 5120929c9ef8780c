import type { Invariant } from '../../platform/invariant.ts'

const isMember = 'not account.is_staff and account.merged_into_id is null and account.former_date is null'

/** What the head of the member centre says. @source decisions ME15 */
export const memberFigureInvariants: readonly Invariant[] = [
  {
    invariant: 'ME15',
    says: 'the kept count of members is the members that there are, by the month in which they were added',
    query: `
      select 'members of ' || company_id || ' since ' || month as subject, coalesce(kept.count, 0) = coalesce(there.count, 0) as holds
      from (select company_id, month, sum(count) as count from {member_count} kept group by company_id, month) as kept
      full join (
        select account.company_id, date_trunc('month', account.created_date at time zone own.time_zone)::date as month, count(*) as count
        from {user_account} account join company own on own.id = account.company_id where ${isMember} group by 1, 2
      ) as there using (company_id, month)`,
  },
  {
    invariant: 'ME15',
    says: 'of every day, as many members are kept as bought last on it',
    query: `
      select 'day ' || day || ' of ' || company_id as subject, coalesce(kept.count, 0) = coalesce(there.count, 0) as holds
      from (select company_id, day, count from {member_last_day} kept) as kept
      full join (select company_id, day, count(*) as count from {member_last_purchase} each_of group by company_id, day) as there
        using (company_id, day)`,
  },
]
