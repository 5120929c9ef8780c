import { sql } from 'kysely'
import { among } from '../../platform/postgres/name-companies.ts'
import type { RowsAt } from '../../platform/search/rows-at.ts'

/**
 * Accounts of points with what they hold, and what their holders have of levels. What has ended and is not booked yet is no part of it.
 * Each part names the companies itself, and is found by an index of theirs: ids are unique across companies.
 * @source PTS-006
 */
export const pointsCardsAt: RowsAt[string] = (moment, companyIds) => sql`
  select held.id, held.company_id, held.number, held.user_id, held.group_id, held.status, held.closed_time, held.created_date,
    coalesce(lots.points, 0)::bigint as points, coalesce(owed.points, 0)::bigint as owed_points, lots.ends_on,
    coalesce(lots.ending, 0)::bigint as ending_points, coalesce(grown.growth, 0)::bigint as growth, rank.level_id
  from user_card held
  join card service on service.company_id = held.company_id and service.id = held.card_id and service.type = 'score'
  join company owner on owner.id = held.company_id
  left join lateral (
    select sum(points_left) as points, min(ends_on) filter (where points_left > 0) as ends_on,
      (array_agg(points_left order by ends_on) filter (where points_left > 0 and ends_on is not null))[1] as ending
    from points_lot lot where ${among('lot.companyId', companyIds)} and lot.user_card_id = held.id
      and (lot.ends_on is null or lot.ends_on >= (${moment} at time zone owner.time_zone)::date)
  ) as lots on true
  left join lateral (
    select -balance_cents as points from ledger_account account where ${among('account.companyId', companyIds)}
      and account.address = 'pointsDebt:' || held.id
  ) as owed on true
  left join lateral (
    select ranked.id, ranked.level_id, rule.span from (
      select own.id, own.level_id, own.card_id from user_card own where ${among('own.companyId', companyIds)}
        and own.user_id = held.user_id and own.closed_time is null
      union all
      select fleets.id, fleets.level_id, fleets.card_id from user_card fleets where ${among('fleets.companyId', companyIds)}
        and fleets.group_id = held.group_id and fleets.user_id is null and fleets.closed_time is null
    ) as ranked
    join card ladder on ${among('ladder.companyId', companyIds)} and ladder.id = ranked.card_id
      and ladder.type = 'level'
    left join growth_rule rule on ${among('rule.companyId', companyIds)} and rule.card_id = ladder.id
    order by ranked.id limit 1
  ) as rank on true
  left join lateral (
    select greatest(0, sum(entry.growth)) as growth from growth_entry entry where ${among('entry.companyId', companyIds)}
      and entry.user_card_id = rank.id
      and (rank.span = 'ever' or entry.created_date >= ${moment} - interval '1 year')
  ) as grown on true
  where ${among('held.companyId', companyIds)} and ${among('service.companyId', companyIds)}`

/** Movements of points, each with whether another one has undone it. @source PTS-008 */
export const pointsDetailsAt: RowsAt[string] = (_moment, companyIds) => sql`
  select detail.id, detail.company_id, user_card_id, user_id, type, points, points_after, order_id, top_up_id, operator_id, ledger_entry_id,
    remark, revokes_id, created_date, exists (
      select from points_detail later where ${among('later.companyId', companyIds)} and later.revokes_id = detail.id
    ) as revoked
  from points_detail detail where ${among('detail.companyId', companyIds)}`
