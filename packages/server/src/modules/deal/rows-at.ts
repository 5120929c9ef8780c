import { sql } from 'kysely'
import { among } from '../../platform/postgres/name-companies.ts'
import type { RowsAt } from '../../platform/search/rows-at.ts'

/** Coupons with what their times, counts and switch come to. @source MKT-011; decision D4 */
export const dealsAt: RowsAt[string] = (moment, companyIds) => sql`
  select deal.id, version, company_id, name, description, kind, off_cents, percent, cap_cents, cents_per_l, up_to_cl, item_id, pieces,
    max_count, per_user, unused_most, budget_cents, minimum_cents, valid_days, start_time, end_time, members, tags, stations, products,
    items, device_types, pay_types, weekdays, hours, hidden, manual_receive, promotion_allowed, auto_issue, stackable, joins_reduced,
    picture_id, terms, disabled, claim_count, used_count, promoted_count, discount_cents,
    case when worst_cents is not null then committed_cents end as committed_cents, worst_cents,
    case when disabled then 'disabled' when end_time <= ${moment} then 'over' when start_time > ${moment} then 'notStarted'
      when max_count > 0 and claim_count >= max_count then 'limitReached' else 'inEffect' end as timing,
    created_date
  from deal where ${among('companyId', companyIds)}`

/** Activities with what their times, counts and switch come to. */
export const dealTasksAt: RowsAt[string] = (moment, companyIds) => sql`
  select task.id, version, company_id, name, description, kind, coupons, gift_count, max_issue, start_time, end_time, from_cents, from_cl,
    idle_days, tag_id, cents_per_l, percent, products, stations, weekdays, hours, sms_notice, official_notice, disabled, given_count,
    coupon_count, refused_count, completed_date, stopped_by,
    case when completed_date is not null then 'completed' when disabled then 'disabled' when end_time <= ${moment} then 'over'
      when start_time > ${moment} then 'notStarted' when max_issue > 0 and given_count >= max_issue then 'limitReached'
      else 'inEffect' end as timing,
    created_date
  from deal_task task where ${among('companyId', companyIds)}`

/** A hold that has run out holds nothing. @source MKT-010 */
export const userDealsAt: RowsAt[string] = (moment, companyIds) => sql`
  select held.id, held.company_id, deal_id, terms, user_id, code, source, issued_date, issued_by_id, promoter_id, start_time, end_time,
    used_date, order_id, station_id, discount_cents, case when held_until > ${moment} then held_until end as held_until, recalled_date,
    recalled_by_id, recall_reason,
    case when recalled_date is not null then 'recovered' when used_date is not null then 'used'
      when end_time <= ${moment} then 'expired' else 'unused' end as status
  from user_deal held where ${among('held.companyId', companyIds)}`
