import type { Invariant } from '../../platform/invariant.ts'

/** Activities against what they gave. */
export const activityInvariants: readonly Invariant[] = [
  {
    invariant: 'I16',
    says: 'an activity counts what it gave, gave no more often than it may, and each gift has the coupons that it says',
    query: `
      select 'activity ' || task.id as subject,
        task.given_count = coalesce(gift.given, 0) and task.coupon_count = coalesce(gift.coupons, 0)
          and task.refused_count = coalesce(gift.refused, 0) and coalesce(gift.coupons, 0) = coalesce(held.issued, 0)
          and (task.max_issue = 0 or task.given_count <= task.max_issue) as holds
      from {deal_task} task
      left join (
        select company_id, deal_task_id, count(*) filter (where coupon_count > 0) as given, sum(coupon_count) as coupons,
          count(*) filter (where coupon_count = 0) as refused
        from {deal_task_gift} one group by company_id, deal_task_id
      ) as gift on gift.company_id = task.company_id and gift.deal_task_id = task.id
      left join (
        select gift.company_id, gift.deal_task_id, count(*) as issued from {deal_task_gift} gift
        join {user_deal} coupon on coupon.company_id = gift.company_id and coupon.source = 'activity' and coupon.source_id = gift.id
        group by gift.company_id, gift.deal_task_id
      ) as held on held.company_id = task.company_id and held.deal_task_id = task.id`,
  },
]
